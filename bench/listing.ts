import type { BrandPage } from '../schemas/brand.ts'
import { type Asker, openAsker } from './ask.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { drawBrands } from './draw-brands.ts'
import { whole } from './figures-table.ts'
import { fillKeys, fillMarks, settle } from './fill.ts'
import {
  type Asked,
  type Listed,
  listingGoal,
  listingTable,
  type Searched,
  searchTable,
  statementsTable,
} from './listing-figures.ts'
import { askOurs, askPlain, createPeerIndexes, dropPeerIndexes } from './listing-peer.ts'
import { drawListings, type ListingRequest, listingPath, PAGE } from './listing-requests.ts'
import { databaseFacts } from './machine.ts'
import { MeasuringError, type Part, type Run } from './part.ts'
import { startService } from './processes.ts'
import { drawSearches, type SearchRequest } from './search-requests.ts'

const COMBINATIONS = 300
const SEARCHES = 100
const DRAWN = 2_000
/** What is asked before anything counts: connections are made, and their caches filled. */
const WARM_UP = 50
const DIRECT_MS = 60_000
const TICK = 100

/** Pages of a listing by every kind of filter, one request at a time, next to a plain statement. */
export const listing: Part = {
  summary: 'GET /v1/brands by its filters, next to a plain statement, and by q',
  marks: 2_000_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const { seconds } = await fillMarks(run, database)
    run.step('vacuum analyze')
    await settle(database.owner)
    const brands = await drawBrands(database.owner, DRAWN)
    const listings = drawListings(brands, COMBINATIONS)
    const { listed, searched } = await askService(run, database, listings, drawSearches(brands, SEARCHES))
    const asked = await askDirectly(run, database, listings, listed)
    return {
      facts: { ...describe(run, seconds), ...(await databaseFacts(database.owner)) },
      tables: {
        listing: listingTable(listed),
        statements: statementsTable(asked),
        search: searchTable(searched),
      },
      goals: [listingGoal(listed, run.marks)],
    }
  },
}

const describe = ({ marks, rounds }: Run, seconds: number): Record<string, string> => ({
  load: `${whole(marks)} marks (loaded in ${seconds.toFixed(1)} s), one request at a time on one connection`,
  listing: `${COMBINATIONS} combinations, a first and a deep page of ${PAGE} each, ${rounds} rounds`,
  statements: `the same pages without HTTP and key, at most ${DIRECT_MS / 1_000} s; plain: with ordinary indexes`,
  search: `${SEARCHES} queries of names, pages of 20, each once`,
})

/** Everything that goes over HTTP, with a key, to the service itself. */
async function askService(
  run: Run,
  database: BenchDatabase,
  listings: readonly ListingRequest[],
  searches: readonly SearchRequest[],
): Promise<{ listed: Listed[]; searched: Searched[] }> {
  run.step('starting the service')
  const [key = ''] = await fillKeys(database.owner, 1)
  const service = await startService(run, database.environment)
  const asker = openAsker(service.url, key, run.signal)
  const listed = await askListings(run, asker, listings)
  const searched = await askSearches(run, asker, searches)
  asker.close()
  await service.stop()
  return { listed, searched }
}

/** Rounds over all requests; what they found last is kept, to be compared. */
async function askListings(run: Run, asker: Asker, listings: readonly ListingRequest[]): Promise<Listed[]> {
  run.step('listing: warming up')
  for (const request of listings.slice(0, WARM_UP)) {
    await askPage(asker, request)
  }
  const listed: Listed[] = listings.map(({ shape }) => ({ shape, times: [], numbers: [] }))
  for (let round = 1; round <= run.rounds; round++) {
    for (const [place, request] of listings.entries()) {
      if (place % TICK === 0) {
        run.step(`listing: round ${round} of ${run.rounds}, request ${place + 1} of ${listings.length}`)
      }
      const { numbers, milliseconds } = await askPage(asker, request)
      const found = listed[place] as Listed
      found.times.push(milliseconds)
      found.numbers = numbers
    }
  }
  return listed
}

async function askPage(
  asker: Asker,
  request: ListingRequest,
): Promise<{ numbers: string[]; milliseconds: number }> {
  const { status, body, milliseconds } = await asker.ask(listingPath(request))
  if (status !== 200) {
    throw new MeasuringError(
      `A listing was answered with ${status}: figures of errors prove nothing.\n${body}`,
    )
  }
  const { items } = JSON.parse(body) as BrandPage
  return { numbers: items.map(({ nroSolicitud }) => nroSolicitud), milliseconds }
}

async function askSearches(run: Run, asker: Asker, searches: readonly SearchRequest[]): Promise<Searched[]> {
  const searched: Searched[] = []
  for (const [place, { kind, q }] of searches.entries()) {
    if (place % 10 === 0) {
      run.step(`search: query ${place + 1} of ${searches.length}`)
    }
    const { status, milliseconds } = await asker.ask(`/v1/brands?${new URLSearchParams({ q })}`)
    if (status !== 200 && status !== 500) {
      throw new MeasuringError(`A search was answered with ${status}: figures of errors prove nothing.`)
    }
    searched.push({ kind, milliseconds, answered: status === 200 })
  }
  return searched
}

/** The same requests in the same order, until the time is over. @throws MeasuringError when a page is another one */
async function askDirectly(
  run: Run,
  { owner }: BenchDatabase,
  listings: readonly ListingRequest[],
  listed: readonly Listed[],
): Promise<Asked[]> {
  run.step('plain statement: making its indexes')
  await createPeerIndexes(owner)
  const asked: Asked[] = []
  const end = performance.now() + DIRECT_MS
  for (const [place, request] of listings.entries()) {
    if (performance.now() > end) break
    if (place % TICK === 0) {
      run.step(`statements alone: request ${place + 1} of ${listings.length}`)
    }
    const ours = await askOurs(owner, request)
    const plain = await askPlain(owner, request)
    refuseOther(request, listed[place]?.numbers ?? [], plain.numbers)
    asked.push({ shape: request.shape, ours: ours.milliseconds, plain: plain.milliseconds })
  }
  await dropPeerIndexes(owner)
  return asked
}

function refuseOther(request: ListingRequest, ours: readonly string[], plain: readonly string[]): void {
  if (ours.join() !== plain.join()) {
    throw new MeasuringError(
      `The page of ${listingPath(request)} is not the one that the plain statement finds: figures prove nothing.`,
    )
  }
}
