import type { BrandPage } from '../schemas/brand.ts'
import { statementFilters } from '../schemas/query-parameters.ts'
import { readFilters } from '../shared/brands/brand-filters.ts'
import type { Database } from '../shared/db/database.ts'
import { filterValues } from '../shared/db/filter-values.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { ask, type Caller } from './ask.ts'
import { openBenchDatabase } from './database.ts'
import { type Spread, spread, spreadOfRounds } from './figures.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { startService } from './processes.ts'
import { figuresTable, type Table, timeColumn, whole } from './report.ts'
import {
  CLEARANCE_FILTERS,
  drawBrands,
  drawListings,
  type ListingRequest,
  listingPath,
  PAGE,
} from './requests.ts'
import { MeasuringError, type Part, type Run } from './run.ts'

const COMBINATIONS = 300
const DRAWN = 2_000
const WARM_UP = 50
/** The time after which the peer (an ordinary SQL statement) is stopped: it takes seconds for some pages of a large corpus. */
const PEER_LIMIT_MS = 60_000

/** Measures pages of listings with many combinations of filters, compared with an ordinary SQL statement on ordinary indexes. */
export const listing: Part = {
  summary: 'GET /v1/brands by its filters, compared with an ordinary SQL statement',
  marks: 2_000_000,
  goalsFor: 'default size',
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database)
    const pages = drawListings(await drawBrands(database.owner, DRAWN), COMBINATIONS, CLEARANCE_FILTERS)
    const [key = ''] = await fillKeys(database.owner, 1)
    const service = await startService(run, database.environment)
    const listed = await askService(run, { url: service.url, key, signal: run.signal }, pages)
    await service.stop()
    await askPeer(run, database.owner, listed)
    return {
      facts: {
        load: `${whole(run.marks)} marks; one request at a time`,
        pages: `${COMBINATIONS} combinations of filters, a first and a deep page of ${PAGE}, ${run.rounds} rounds`,
        peer: `the same pages by one statement, no HTTP and no key, for at most ${PEER_LIMIT_MS / 1_000} s`,
      },
      tables: [listingTable(listed)],
      goals: [{ goal: 'all pages: p95', figure: spreadOfRounds(byRound(listed)).p95, unit: ' ms', most: 25 }],
    }
  },
}

/** A page that the service returned over HTTP. */
interface Listed {
  readonly request: ListingRequest
  /** The milliseconds in each round. */
  readonly times: number[]
  /** The numbers of its marks. */
  numbers: string[]
  /** The milliseconds of the peer; null if the peer did not read this page. */
  peer: number | null
}

async function askService(run: Run, caller: Caller, pages: readonly ListingRequest[]): Promise<Listed[]> {
  run.step('listing: warming up')
  for (const page of pages.slice(0, WARM_UP)) await ask(caller, listingPath(page))
  const listed = pages.map((request): Listed => ({ request, times: [], numbers: [], peer: null }))
  for (let round = 1; round <= run.rounds; round++) {
    run.step(`listing: round ${round} of ${run.rounds}`)
    for (const found of listed) {
      const { body, milliseconds } = await ask(caller, listingPath(found.request))
      found.times.push(milliseconds)
      found.numbers = (JSON.parse(body) as BrandPage).items.map(({ nroSolicitud }) => nroSolicitud)
    }
  }
  return listed
}

const LIST_PLAIN = sqlFile(import.meta.url, 'list-plain.sql', 'planned')

/** Ordinary indexes for the statement of the peer. */
const INDEXES = [
  'brand (fecha_presentacion, nro_solicitud)',
  'brand (estado)',
  'brand (tipo_signo)',
  'brand using gin (clases)',
  'brand (fecha_registro)',
  'brand (fecha_vencimiento)',
]

/**
 * Reads the same pages with the statement of the peer, in the same order, until its time limit.
 *
 * @throws MeasuringError if a page has other marks than the page of the service
 */
async function askPeer(run: Run, owner: Database, listed: readonly Listed[]): Promise<void> {
  run.step('peer: creating its indexes')
  for (const columns of INDEXES) await owner.query({ text: `create index on ${columns}`, parameters: [] })
  await owner.query({ text: 'vacuum analyze brand', parameters: [] })
  run.step('peer: reading the pages')
  const end = performance.now() + PEER_LIMIT_MS
  for (const found of listed) {
    run.signal.throwIfAborted()
    if (performance.now() > end) break
    const { filters } = found.request
    // The service normalizes names of persons by rules that the statement of the peer does not have.
    if (filters.titular ?? filters.representante) continue
    const startedAt = performance.now()
    const numbers = await listPlain(owner, found.request)
    found.peer = performance.now() - startedAt
    if (numbers.join() !== found.numbers.join()) {
      throw new MeasuringError(
        `The peer finds other marks for ${listingPath(found.request)} than the service.`,
      )
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

const byRound = (listed: readonly Listed[]): number[][] =>
  (listed[0]?.times ?? []).map((_, round) => listed.map(({ times }) => times[round] ?? 0))

/** Returns the table with a row for each kind of filters, and a row for all pages together. */
function listingTable(listed: readonly Listed[]): Table {
  const kinds = [...Map.groupBy(listed, ({ request }) => request.kind), ['all', listed] as const]
  const rows = kinds.map(([kind, pages]) => {
    const peer = pages.map(({ peer }) => peer).filter((milliseconds) => milliseconds !== null)
    const times: Spread | null = peer.length === 0 ? null : spread(peer)
    return { kind, pages: pages.length, service: spreadOfRounds(byRound(pages)), peer: times }
  })
  return figuresTable(rows, [
    ['filters', ({ kind }) => kind],
    ['pages', ({ pages }) => whole(pages)],
    timeColumn('service: p50 ms', 'p50', ({ service }) => service),
    timeColumn('p95 ms', 'p95', ({ service }) => service),
    timeColumn('slowest ms', 'slowest', ({ service }) => service),
    timeColumn('ordinary statement: p50 ms', 'p50', ({ peer }) => peer),
    timeColumn('p95 ms', 'p95', ({ peer }) => peer),
    timeColumn('slowest ms', 'slowest', ({ peer }) => peer),
  ])
}
