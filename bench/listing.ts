import type { BrandPage } from '../schemas/brand.ts'
import { statementFilters } from '../schemas/query-parameters.ts'
import { readFilters } from '../shared/brands/brand-filters.ts'
import type { Database } from '../shared/db/database.ts'
import { filterValues } from '../shared/db/filter-values.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { openBenchDatabase } from './database.ts'
import { type Spread, spread, spreadOfRounds } from './figures.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { checkGoal, type Limit } from './goals.ts'
import { type HttpClient, openHttpClient } from './http-client.ts'
import { startService } from './processes.ts'
import { decimals, figuresTable, type Table, whole } from './report.ts'
import {
  drawBrands,
  drawClearanceFilters,
  drawListings,
  type ListingRequest,
  listingPath,
  PAGE,
  SHAPES,
  type Shape,
} from './requests.ts'
import { MeasuringError, type Part, type Run } from './run.ts'

const COMBINATIONS = 300
const DRAWN = 2_000
const WARM_UP = 50
/** The time after which the peer (an ordinary SQL statement) is stopped: it takes seconds for some pages of a large corpus. */
const PEER_LIMIT_MS = 60_000
const TICK = 100
const P95: Limit = { goal: 'listing: p95', unit: ' ms', digits: 1, most: 25, statedAt: 2_000_000 }

/** Measures pages of listings with many combinations of filters, compared with an ordinary SQL statement on ordinary indexes. */
export const listing: Part = {
  summary: 'GET /v1/brands by its filters, compared with an ordinary SQL statement',
  marks: 2_000_000,
  async measure(run) {
    const database = await openBenchDatabase(run)
    const loadSeconds = await fillMarks(run, database, run.marks)
    const requests = drawListings(await drawBrands(database.owner, DRAWN), COMBINATIONS, drawClearanceFilters)
    const [key = ''] = await fillKeys(database.owner, 1)
    const service = await startService(run, database.environment)
    const client = openHttpClient(service.url, key, run.signal)
    const listed = await askService(run, client, requests)
    client.close()
    await service.stop()
    await askPeer(run, database.owner, requests, listed)
    return {
      facts: {
        load: `${whole(run.marks)} marks, loaded in ${loadSeconds.toFixed(1)} s; one request at a time`,
        pages: `${COMBINATIONS} combinations of filters, a first and a deep page of ${PAGE}, ${run.rounds} rounds`,
        peer: `the same pages by one statement, no HTTP and no key, for at most ${PEER_LIMIT_MS / 1_000} s`,
      },
      tables: { listing: listingTable(shapeRows(listed)) },
      goals: [checkGoal(P95, spreadOfRounds(byRound(listed)).p95, run.marks)],
    }
  },
}

/** A page that the service returned over HTTP: the milliseconds in each round, and the numbers of its marks. */
interface Listed {
  shape: Shape
  times: number[]
  numbers: string[]
  /** Milliseconds of the peer; null if the peer did not read this page. */
  peer: number | null
}

async function askService(
  run: Run,
  client: HttpClient,
  requests: readonly ListingRequest[],
): Promise<Listed[]> {
  run.step('listing: warming up')
  for (const request of requests.slice(0, WARM_UP)) await client.ask(listingPath(request))
  const listed: Listed[] = requests.map(({ shape }) => ({ shape, times: [], numbers: [], peer: null }))
  for (let round = 1; round <= run.rounds; round++) {
    for (const [place, request] of requests.entries()) {
      if (place % TICK === 0) {
        run.step(`listing: round ${round} of ${run.rounds}, page ${place + 1} of ${requests.length}`)
      }
      const { body, milliseconds } = await client.ask(listingPath(request))
      const found = listed[place] as Listed
      found.times.push(milliseconds)
      found.numbers = (JSON.parse(body) as BrandPage).items.map(({ nroSolicitud }) => nroSolicitud)
    }
  }
  return listed
}

const LIST_PLAIN = sqlFile(import.meta.url, 'list-plain.sql', 'planned')

/** Ordinary indexes for the statement of the peer. */
const INDEXES: Readonly<Record<string, string>> = {
  bench_brand_date: 'brand (fecha_presentacion, nro_solicitud)',
  bench_brand_estado: 'brand (estado)',
  bench_brand_tipo: 'brand (tipo_signo)',
  bench_class: 'brand using gin (clases)',
  bench_registration_day: 'brand (fecha_registro)',
  bench_expiry_day: 'brand (fecha_vencimiento)',
}

/**
 * Reads the same pages with the statement of the peer, in the same order, until its time limit.
 *
 * @throws MeasuringError if a page has other marks than the page of the service
 */
async function askPeer(
  run: Run,
  owner: Database,
  requests: readonly ListingRequest[],
  listed: readonly Listed[],
): Promise<void> {
  run.step('peer: creating its indexes')
  for (const [name, columns] of Object.entries(INDEXES)) {
    await owner.query({ text: `create index ${name} on ${columns}`, parameters: [] })
  }
  await owner.query({ text: 'vacuum analyze brand', parameters: [] })
  const end = performance.now() + PEER_LIMIT_MS
  for (const [place, request] of requests.entries()) {
    if (performance.now() > end) break
    // The service normalizes names of persons by rules that the statement of the peer does not have.
    if (request.shape === 'titular or representante') continue
    if (place % TICK === 0) run.step(`peer: page ${place + 1} of ${requests.length}`)
    const startedAt = performance.now()
    const numbers = await listPlain(owner, request)
    const found = listed[place] as Listed
    found.peer = performance.now() - startedAt
    if (numbers.join() !== found.numbers.join()) {
      throw new MeasuringError(`The peer finds other marks for ${listingPath(request)} than the service.`)
    }
  }
}

/** Higher than every application number. */
const HIGHEST_NUMBER = '9223372036854775807'

async function listPlain(owner: Database, { filters: given, after }: ListingRequest): Promise<string[]> {
  const { filters } = readFilters(given)
  const [before_day, before_nro] = after ?? ['infinity', HIGHEST_NUMBER]
  const values = { ...filterValues(statementFilters, filters), before_day, before_nro, count: PAGE }
  const rows = await owner.query<{ nroSolicitud: string }>(LIST_PLAIN, values)
  return rows.map(({ nroSolicitud }) => nroSolicitud)
}

interface ShapeRow {
  shape: string
  pages: number
  service: Spread
  /** Null if the peer read none of these pages before its time limit. */
  peer: Spread | null
}

/** Returns a row for each kind of filters, and a row for all pages together. */
const shapeRows = (listed: readonly Listed[]): ShapeRow[] =>
  [...SHAPES, 'all'].flatMap((shape) => {
    const some = listed.filter((each) => shape === 'all' || each.shape === shape)
    const peer = some.map(({ peer }) => peer).filter((milliseconds) => milliseconds !== null)
    const row = { shape, pages: some.length, peer: peer.length === 0 ? null : spread(peer) }
    return some.length === 0 ? [] : [{ ...row, service: spreadOfRounds(byRound(some)) }]
  })

const byRound = (listed: readonly Listed[]): number[][] =>
  (listed[0]?.times ?? []).map((_, round) => listed.map(({ times }) => times[round] ?? 0))

const listingTable = (rows: readonly ShapeRow[]): Table =>
  figuresTable(rows, [
    ['filters', ({ shape }) => shape],
    ['pages', ({ pages }) => whole(pages)],
    ['service: p50 ms', ({ service }) => decimals(1)(service.p50)],
    ['p95 ms', ({ service }) => decimals(1)(service.p95)],
    ['slowest', ({ service }) => decimals(1)(service.slowest)],
    ['ordinary statement: p50 ms', ({ peer }) => decimals(1)(peer?.p50 ?? null)],
    ['p95 ms', ({ peer }) => decimals(1)(peer?.p95 ?? null)],
    ['slowest', ({ peer }) => decimals(1)(peer?.slowest ?? null)],
  ])
