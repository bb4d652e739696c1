import { searchBrands } from '../../shared/brands/search-brands.ts'
import { type Database, openDatabase, type Queryable } from '../../shared/db/database.ts'
import { tokenize } from '../../shared/search/text/tokenize.ts'
import { type BenchDatabase, once, withBenchDatabase } from '../database.ts'
import { median } from '../figures.ts'
import { fillMarks, settle } from '../fill.ts'
import { runCommand } from '../processes.ts'
import { whole } from '../report.ts'
import { drawBrands } from '../requests.ts'
import type { Part, Run } from '../run.ts'
import {
  type DecidedPair,
  drawQueries,
  HITS,
  KINDS,
  readDecidedPairs,
  readRealNames,
  type SearchQuery,
} from './queries.ts'
import {
  type Answer,
  type Asked,
  type Built,
  buildingTable,
  kindsTable,
  type Measured,
  missedTable,
  searchGoals,
} from './search-figures.ts'
import { openTextbook } from './textbook.ts'

const DRAWN = 20_000
/** The sizes of the corpora. The smallest has mostly real names, if enough are given; the larger corpora add generated names. */
const SIZES = [58_000, 200_000, 2_000_000]
const THRESHOLD = 0.3
/** With the low threshold, the textbook search finds more of the wanted names, but takes many times as long. */
const LOW_THRESHOLD = 0.1
/** Up to this size of the corpus, all queries also run with the low threshold; in larger corpora, only those of decided pairs. */
const LOW_UP_TO = 200_000
/** The number of hits in which the earlier mark of a decided pair is looked for, if it is not among the first hits. */
const FURTHER = 100
/** The number of queries of each kind that warm up both searches and are not measured. */
const WARM_UP = 10
/** The number of slowest queries that run again, and how often each runs: a single slow answer may be chance. */
const SLOWEST = 10
const TIMES = 5
const TICK = 50

/** Measures searches with every kind of query, compared with the textbook search on the same marks. */
export const search: Part = {
  summary: `${SIZES.map(whole).join(', ')} marks: searches by q compared with the textbook search, recall and times`,
  marks: Math.max(...SIZES),
  async measure(run) {
    run.step('reading the real names')
    const names = await readRealNames(run.names ?? [])
    const pairs = await readDecidedPairs()
    const measured: Measured[] = []
    for (const marks of run.sizes(SIZES)) {
      measured.push(
        await withBenchDatabase(run, (database) => measureSearch(run, database, { marks, names, pairs })),
      )
    }
    return {
      facts: {
        queries: `up to ${run.searches} of a kind, ${HITS} hits each, one at a time, in process; both searches in turn`,
        found: `the wanted name among the ${HITS} hits, an identical one as the first`,
        thresholds: `textbook ${THRESHOLD}, low ${LOW_THRESHOLD}`,
      },
      tables: {
        kinds: kindsTable(measured),
        pairs: missedTable(measured),
        building: buildingTable(measured),
      },
      goals: measured.slice(-1).flatMap(searchGoals),
    }
  },
}

interface Corpus {
  readonly marks: number
  readonly names: readonly string[]
  readonly pairs: readonly DecidedPair[]
}

async function measureSearch(
  run: Run,
  database: BenchDatabase,
  { marks, names, pairs }: Corpus,
): Promise<Measured> {
  const { connection, owner } = database
  const earlierMarks = [...new Set(pairs.map(({ mark }) => mark))].slice(0, marks)
  const realNames = names.slice(0, marks - earlierMarks.length)
  await fillMarks(run, database, marks, { names: [...earlierMarks, ...realNames] })
  const textbook = await openTextbook(connection, THRESHOLD)
  const low = await openTextbook(connection, LOW_THRESHOLD)
  const serving = openDatabase(connection, 'trademark_serve', 'bench')
  const close = once(() => Promise.all([textbook.close(), low.close(), serving.close()]))
  run.atEnd(close)
  run.step('building both searches')
  const built = { ours: await buildOurs(run, database), textbook: await textbook.build() }
  await settle(owner)
  run.step('drawing queries')
  const brands = await drawBrands(owner, DRAWN)
  const queries = await drawQueries(owner, brands, marks, run.searches, pairs)
  const asked = await askAll(run, queries, { ours: ours(serving), textbook: textbook.ask })
  const slowestMs = await askSlowestAgain(run, ours(serving), asked)
  await askWithLowThreshold(run, low.ask, marks, asked)
  await lookFurther(run, ours(serving, FURTHER), asked)
  await close()
  return { marks, realNames: realNames.length, asked, built, slowestMs }
}

const SIZE = {
  text: `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes
           from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
          where c.relkind = 'r' and (c.relname ^@ 'search_' or n.nspname ^@ 'search')`,
  parameters: [],
}

/** Returns the size of the search index of the service, in megabytes (2^20 bytes). */
export async function indexMegabytes(owner: Database): Promise<number> {
  const [size] = await owner.query<{ bytes: number }>(SIZE)
  return (size?.bytes ?? 0) / 2 ** 20
}

/** Builds the search index of the service with `npm run reindex`. */
async function buildOurs(run: Run, { environment, owner }: BenchDatabase): Promise<Built> {
  const { output, peakMegabytes } = await runCommand<{ seconds: number }>(run, 'reindex', [], environment)
  return { seconds: output.seconds, megabytes: await indexMegabytes(owner), peakMegabytes }
}

/** Runs a search, and returns the names of the first hits, best first. */
type Ask = (query: SearchQuery) => Promise<string[]>

/**
 * Returns a search of the service, without HTTP and key. The service caches the best hits of a search for each database object
 * (shared/search/window-cache.ts). Each search gets a new database object, so that no search reads hits from the cache.
 */
const ours =
  (database: Database, limit = HITS): Ask =>
  async ({ q, filters }) => {
    const withoutWindows: Queryable = { query: (...given) => database.query(...given) }
    const { items } = await searchBrands(withoutWindows, { q, limit, ...filters })
    return items.map(({ denominacion }) => denominacion)
  }

async function timed(ask: Ask, query: SearchQuery): Promise<Answer> {
  const startedAt = performance.now()
  const names = await ask(query)
  return { ms: performance.now() - startedAt, rank: rankOf(query.wanted, names) }
}

/** Returns the place of the wanted name from 1 on, without regard to case, accents and punctuation; null if it is not found. */
function rankOf(wanted: string | null, names: readonly string[]): number | null {
  const place = names.findIndex((name) => tokenize(name).join(' ') === wanted)
  return place < 0 ? null : place + 1
}

type Ways = Readonly<Record<'ours' | 'textbook', Ask>>

/** Runs each query with the service and with the textbook search. Each of the two searches goes first equally often. */
async function askAll(run: Run, queries: readonly SearchQuery[], ways: Ways): Promise<Asked[]> {
  run.step('warming up')
  for (const kind of KINDS) {
    for (const query of queries.filter((query) => query.kind === kind).slice(0, WARM_UP)) {
      run.signal.throwIfAborted()
      await askBoth(ways, query, true)
    }
  }
  const asked: Asked[] = []
  for (const [place, query] of queries.entries()) {
    if (place % TICK === 0) run.step(`query ${place + 1} of ${queries.length}`)
    run.signal.throwIfAborted()
    asked.push({ query, answers: await askBoth(ways, query, place % 2 === 0) })
  }
  return asked
}

async function askBoth(ways: Ways, query: SearchQuery, oursFirst: boolean): Promise<Asked['answers']> {
  const first = oursFirst ? await timed(ways.ours, query) : undefined
  const textbook = await timed(ways.textbook, query)
  return { ours: first ?? (await timed(ways.ours, query)), textbook }
}

/** Runs the slowest queries of the service again, and returns the largest of their medians, in milliseconds. */
async function askSlowestAgain(run: Run, ask: Ask, asked: readonly Asked[]): Promise<number> {
  const slowest = asked.toSorted((a, b) => b.answers.ours.ms - a.answers.ours.ms).slice(0, SLOWEST)
  let largest = 0
  for (const { query } of slowest) {
    const times: number[] = []
    for (let time = 0; time < TIMES; time++) {
      run.signal.throwIfAborted()
      times.push((await timed(ask, query)).ms)
    }
    largest = Math.max(largest, median(times))
  }
  return largest
}

/** Runs the queries with the low threshold of the textbook search, after the measurements that are compared with each other. */
async function askWithLowThreshold(
  run: Run,
  ask: Ask,
  marks: number,
  asked: readonly Asked[],
): Promise<void> {
  run.step('asking with the low threshold')
  for (const each of asked) {
    run.signal.throwIfAborted()
    const { wanted, pair } = each.query
    if (wanted === null || (pair === undefined && marks > LOW_UP_TO)) continue
    each.low = await timed(ask, each.query)
  }
}

/** Looks in more hits of the service for the earlier marks of decided pairs that were not among the first hits. */
async function lookFurther(run: Run, ask: Ask, asked: readonly Asked[]): Promise<void> {
  for (const each of asked) {
    run.signal.throwIfAborted()
    if (each.query.pair === undefined || each.answers.ours.rank !== null) continue
    each.further = (await timed(ask, each.query)).rank
  }
}
