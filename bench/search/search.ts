import { searchBrands } from '../../shared/brands/search-brands.ts'
import { type Database, openDatabase, type Queryable } from '../../shared/db/database.ts'
import { tokenize } from '../../shared/search/text/tokenize.ts'
import { openBenchDatabase } from '../database.ts'
import { fillMarks, settle } from '../fill.ts'
import { runCommand } from '../processes.ts'
import { whole } from '../report.ts'
import { drawBrands } from '../requests.ts'
import type { Part, Run } from '../run.ts'
import { drawQueries, HITS, readDecidedPairs, readRealNames, type SearchQuery } from './queries.ts'
import {
  type Answer,
  type Asked,
  kindsTable,
  missedTable,
  pairsTable,
  searchGoals,
  type Way,
} from './search-figures.ts'
import { openTextbook } from './textbook.ts'

const DRAWN = 20_000
/** With the low threshold, the textbook search finds more of the wanted names, but takes many times as long. */
const THRESHOLDS = { textbook: 0.3, low: 0.1 }
/** Up to this size of the corpus, the queries also run with the low threshold. */
const LOW_UP_TO = 200_000
/** Each query whose position is a multiple of this number also warms up the searches. */
const WARM_UP = 10
const TICK = 50

/** Measures searches with every kind of query, compared with the textbook search on the same marks. */
export const search: Part = {
  summary: 'searches by q compared with the textbook search: recall and times',
  marks: 2_000_000,
  goalsFor: 'default size',
  async measure(run) {
    run.step('reading the real names')
    const pairs = await readDecidedPairs()
    const earlierMarks = [...new Set(pairs.map(({ mark }) => mark))].slice(0, run.marks)
    const realNames = (await readRealNames(run.names ?? [])).slice(0, run.marks - earlierMarks.length)
    const database = await openBenchDatabase(run)
    const { connection, environment, owner } = database
    await fillMarks(run, database, [...earlierMarks, ...realNames])
    const textbook = await openTextbook(run, connection, THRESHOLDS.textbook)
    const low = await openTextbook(run, connection, THRESHOLDS.low)
    const serving = openDatabase(connection, 'trademark_serve', 'bench')
    run.atEnd(() => serving.close())
    run.step('building both searches')
    const { output: built } = await runCommand<{ seconds: number }>(run, 'reindex', [], environment)
    const [size] = await owner.query<{ megabytes: number }>(SIZE)
    const builtTextbook = await textbook.build()
    await settle(owner)
    run.step('drawing queries')
    const names = (await drawBrands(owner, DRAWN)).map(({ denominacion }) => denominacion)
    const queries = drawQueries(names, run.searches, pairs)
    const ways = {
      ours: searchOf(serving),
      textbook: textbook.ask,
      ...(run.marks <= LOW_UP_TO ? { low: low.ask } : {}),
    }
    const asked = await askAll(run, queries, ways)
    return {
      facts: {
        corpus: `${whole(run.marks)} marks: ${whole(realNames.length)} with names of real marks, ${earlierMarks.length} earlier marks of decided pairs, the others with generated names`,
        queries: `up to ${run.searches} of a kind, one at a time, in process, without HTTP; the searches in turn`,
        found: `the wanted name among the first ${HITS} hits, an identical one as the first; in parentheses, the 95 % confidence interval`,
        textbook: `full text and trigrams, threshold ${THRESHOLDS.textbook}; "low": threshold ${THRESHOLDS.low}, up to ${whole(LOW_UP_TO)} marks`,
        'index, ours': `built in ${built.seconds.toFixed(1)} s, ${whole(size?.megabytes ?? 0)} MB`,
        'index, textbook': `built in ${builtTextbook.seconds.toFixed(1)} s, ${whole(builtTextbook.megabytes)} MB`,
      },
      tables: [kindsTable(asked), pairsTable(asked), missedTable(asked)],
      goals: [
        ...searchGoals(asked),
        { goal: 'index built from nothing', figure: built.seconds, unit: ' s', most: 180 },
      ],
    }
  },
}

/** The size of the search index of the service, in megabytes (2^20 bytes). */
const SIZE = {
  text: `select coalesce(sum(pg_total_relation_size(c.oid)), 0) / 1048576.0::float8 as megabytes
           from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
          where c.relkind = 'r' and (c.relname ^@ 'search_' or n.nspname ^@ 'search')`,
  parameters: [],
}

/** Runs a search, and returns the names of the first hits, best first. */
type Ask = (q: string) => Promise<string[]>

/**
 * Returns a search of the service, without HTTP and key. The service caches the best hits of a search for each database object
 * (shared/search/window-cache.ts). Each search gets a new database object, so that no search reads hits from the cache.
 */
const searchOf =
  (database: Database): Ask =>
  async (q) => {
    const withoutWindows: Queryable = { query: (...given) => database.query(...given) }
    const { items } = await searchBrands(withoutWindows, { q, limit: HITS })
    return items.map(({ denominacion }) => denominacion)
  }

type Ways = Readonly<Partial<Record<Way, Ask>>>

/** Runs each query with each search. Each search goes first equally often. */
async function askAll(run: Run, queries: readonly SearchQuery[], ways: Ways): Promise<Asked[]> {
  run.step('warming up')
  for (const query of queries.filter((_, place) => place % WARM_UP === 0)) await askInTurn(ways, query, 0)
  const asked: Asked[] = []
  for (const [place, query] of queries.entries()) {
    if (place % TICK === 0) run.step(`query ${place + 1} of ${queries.length}`)
    asked.push(await askInTurn(ways, query, place))
  }
  return asked
}

async function askInTurn(ways: Ways, query: SearchQuery, turn: number): Promise<Asked> {
  const all = Object.entries(ways)
  const first = turn % all.length
  const answers: Record<string, Answer> = {}
  for (const [way, ask] of [...all.slice(first), ...all.slice(0, first)]) {
    const startedAt = performance.now()
    const names = await ask(query.q)
    answers[way] = { ms: performance.now() - startedAt, rank: rankOf(query.wanted, names) }
  }
  return { query, answers }
}

/** Returns the place of the wanted name from 1 on, without regard to case, accents and punctuation; null if it is not found. */
function rankOf(wanted: string | null, names: readonly string[]): number | null {
  const place = names.findIndex((name) => tokenize(name).join(' ') === wanted)
  return place < 0 ? null : place + 1
}
