import { searchBrands } from '../../shared/brands/search-brands.ts'
import { type Database, openDatabase, type Queryable } from '../../shared/db/database.ts'
import { tokenize } from '../../shared/search/text/tokenize.ts'
import { type BenchDatabase, openBenchDatabase } from '../database.ts'
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
  searchGoals,
} from './search-figures.ts'
import { openTextbook } from './textbook.ts'

const DRAWN = 20_000
const THRESHOLD = 0.3
/** At most this share of the corpus has real names. */
const MOST_REAL = 1 / 3
/** Queries of each kind before anything counts. */
const WARM_UP = 10
/** How many of the slowest queries are asked again, and how often: a slow answer may be chance. */
const SLOWEST = 10
const TIMES = 5
const TICK = 50

/** Searches by every kind of query, beside the textbook search on the same marks. */
export const search: Part = {
  summary: 'searches by q beside the textbook search: recall and times by kind of query',
  marks: 2_000_000,
  async measure(run) {
    run.step('reading the real names')
    const names = await readRealNames()
    const measured = await measureSearch(run, await openBenchDatabase(run), names, await readDecidedPairs())
    return {
      facts: {
        corpus: `${whole(run.marks)} marks, ${names.length === 0 ? 'real names are not there' : 'with real names among them'}`,
        queries: `up to ${run.searches} of a kind, ${HITS} hits each, one at a time, in process; both ways in turn`,
        found: `the wanted name among the ${HITS} hits, an identical one as the first`,
      },
      tables: { kinds: kindsTable(measured), building: buildingTable(measured) },
      goals: searchGoals(measured, run.marks),
    }
  },
}

/** Returns the names that the corpus uses as they are: the earlier marks of all pairs, and some of the real names. */
function namesFor(marks: number, names: readonly string[], pairs: readonly DecidedPair[]): string[] {
  const earlierMarks = new Set(pairs.map(({ mark }) => mark))
  const step = Math.ceil(names.length / (marks * MOST_REAL))
  return [...earlierMarks, ...names.filter((_, place) => place % step === 0)].slice(0, marks)
}

async function measureSearch(
  run: Run,
  database: BenchDatabase,
  names: readonly string[],
  pairs: readonly DecidedPair[],
): Promise<Measured> {
  const { connection, owner } = database
  await fillMarks(run, database, run.marks, { names: namesFor(run.marks, names, pairs) })
  const textbook = await openTextbook(connection, THRESHOLD)
  const serving = openDatabase(connection, 'trademark_serve', 'bench')
  run.atEnd(() => Promise.all([textbook.close(), serving.close()]))
  run.step('building both searches')
  const built = { ours: await buildOurs(run, database), textbook: await textbook.build() }
  await settle(owner)
  run.step('drawing queries')
  const brands = await drawBrands(owner, DRAWN)
  const queries = await drawQueries(owner, brands, run.marks, run.searches, pairs)
  const asked = await askAll(run, queries, { ours: ours(serving), textbook: textbook.ask })
  return { asked, built, slowestMs: await askSlowestAgain(run, ours(serving), asked) }
}

const SIZE = {
  text: `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes
           from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
          where c.relkind = 'r' and (c.relname ^@ 'search_' or n.nspname ^@ 'search')`,
  parameters: [],
}

/** Returns the size of our search index. */
export async function indexMegabytes(owner: Database): Promise<number> {
  const [size] = await owner.query<{ bytes: number }>(SIZE)
  return (size?.bytes ?? 0) / 2 ** 20
}

/** Builds our index from nothing by `npm run reindex`. */
async function buildOurs(run: Run, { environment, owner }: BenchDatabase): Promise<Built> {
  const { output, peakMegabytes } = await runCommand<{ seconds: number }>(run, 'reindex', [], environment)
  return { seconds: output.seconds, megabytes: await indexMegabytes(owner), peakMegabytes }
}

/** Returns the names of the first hits, best first. */
type Ask = (query: SearchQuery) => Promise<string[]>

/** The search of the service, without HTTP and key. Windows are kept by the database object, so each search has its own. */
const ours =
  (database: Database): Ask =>
  async ({ q, filters }) => {
    const withoutWindows: Queryable = { query: (...given) => database.query(...given) }
    const { items } = await searchBrands(withoutWindows, { q, limit: HITS, ...filters })
    return items.map(({ denominacion }) => denominacion)
  }

async function timed(ask: Ask, query: SearchQuery): Promise<Answer> {
  const startedAt = performance.now()
  const names = await ask(query)
  return { ms: performance.now() - startedAt, rank: rankOf(query.wanted, names) }
}

/** Returns the place of the wanted name, whatever its case, accents and punctuation. */
function rankOf(wanted: string | null, names: readonly string[]): number | null {
  const place = names.findIndex((name) => tokenize(name).join(' ') === wanted)
  return place < 0 ? null : place + 1
}

type Ways = Readonly<Record<'ours' | 'textbook', Ask>>

/** Asks both ways each query; each way is the first equally often. */
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

/** Asks our slowest queries again, and returns the largest median. */
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
