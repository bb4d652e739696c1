import { spread, wilsonInterval } from '../figures.ts'
import { figuresTable, type Goal, NONE, type Table, timeColumn, whole } from '../report.ts'
import { HITS, type Kind, type SearchQuery } from './queries.ts'

/** The searches: of this service, and of textbooks (textbook.ts) with the default threshold and with a low threshold. */
export type Way = 'ours' | 'textbook' | 'low'

/** The outcome of a query in one of the searches. */
export interface Answer {
  readonly ms: number
  /** The place of the wanted name, from 1 on; null if it is not among the hits, or the query has no wanted name. */
  readonly rank: number | null
}

/** A query and its outcome in the searches with which it was run. */
export interface Asked {
  readonly query: SearchQuery
  readonly answers: Readonly<Partial<Record<Way, Answer>>>
}

const ofKind = (asked: readonly Asked[], kind: Kind): Asked[] =>
  asked.filter(({ query }) => query.kind === kind)

/** Returns whether a query found its name. An identical name must be the first hit, any other name among the hits. */
const isFound = ({ query, answers }: Asked, way: Way): boolean => {
  const rank = answers[way]?.rank ?? null
  return query.kind === 'identical' ? rank === 1 : rank !== null
}

const countFound = (asked: readonly Asked[], way: Way): number =>
  asked.filter((each) => isFound(each, way)).length

/** Formats how many queries found their name: `49 of 55 (78 to 95 %)`. */
function foundCell(asked: readonly Asked[], way: Way): string {
  const wanting = asked.filter(({ query, answers }) => query.wanted !== null && answers[way] !== undefined)
  if (wanting.length === 0) return NONE
  const found = countFound(wanting, way)
  const [from, to] = wilsonInterval(found, wanting.length).map((share) => (100 * share).toFixed(0))
  return `${found} of ${wanting.length} (${from} to ${to} %)`
}

const timesOf = (asked: readonly Asked[], way: Way) => {
  const times = asked.map(({ answers }) => answers[way]?.ms).filter((time) => time !== undefined)
  return times.length === 0 ? null : spread(times)
}

/** A row of a table: its name, and the queries that it counts. */
type Row = readonly [name: string, asked: readonly Asked[]]

/** Renders the figures by kind of query. */
export const kindsTable = (asked: readonly Asked[]): Table =>
  figuresTable<Row>(
    [...Map.groupBy(asked, ({ query }) => query.kind), ['all', asked]],
    [
      ['kind of query', ([kind]) => kind],
      ['queries', ([, { length }]) => whole(length)],
      ['found: ours', ([, some]) => foundCell(some, 'ours')],
      ['textbook', ([, some]) => foundCell(some, 'textbook')],
      ['low', ([, some]) => foundCell(some, 'low')],
      timeColumn('p50 ms: ours', 'p50', ([, some]) => timesOf(some, 'ours')),
      timeColumn('textbook', 'p50', ([, some]) => timesOf(some, 'textbook')),
      timeColumn('p95 ms: ours', 'p95', ([, some]) => timesOf(some, 'ours')),
      timeColumn('textbook', 'p95', ([, some]) => timesOf(some, 'textbook')),
      timeColumn('slowest ms: ours', 'slowest', ([, some]) => timesOf(some, 'ours')),
    ],
  )

const confusing = (asked: readonly Asked[]): Asked[] => ofKind(asked, 'decided conflict')

/** Renders the found decided pairs by what the marks have in common. */
export function pairsTable(asked: readonly Asked[]): Table {
  const pairs = asked.filter(({ query }) => query.pair !== undefined)
  const groups = [...Map.groupBy(pairs, ({ query }) => query.pair?.similarity ?? '')]
  groups.sort(([, some], [, others]) => confusing(others).length - confusing(some).length)
  return figuresTable<Row>(
    [...groups, ['all', pairs]],
    [
      ['decided pairs, similarity', ([similarity]) => similarity],
      ['confusing: ours', ([, some]) => foundCell(confusing(some), 'ours')],
      ['textbook', ([, some]) => foundCell(confusing(some), 'textbook')],
      ['low', ([, some]) => foundCell(confusing(some), 'low')],
      ['not confusing: ours', ([, some]) => foundCell(ofKind(some, 'decided not confusing'), 'ours')],
    ],
  )
}

/** Renders the confusing pairs that the service did not find, with the places of the earlier mark in the other searches. */
export const missedTable = (asked: readonly Asked[]): Table =>
  figuresTable(
    confusing(asked).filter((each) => !isFound(each, 'ours')),
    [
      ['confusing pair not found', ({ query: { q, pair } }) => `${q} / ${pair?.mark}`],
      ['similarity', ({ query }) => query.pair?.similarity ?? ''],
      ['textbook', ({ answers }) => whole(answers.textbook?.rank ?? null)],
      ['low', ({ answers }) => whole(answers.low?.rank ?? null)],
    ],
  )

/** The minimum percentages of queries that find their name. */
const LEAST_FOUND = [
  ['identical', 100],
  ['one error', 97],
  ['two errors', 92],
  ['Spanish sound', 97],
  ['joined', 97],
  ['split', 97],
  ['decided conflict', 65],
] as const

/** Compares the figures of all queries with the goals. */
export function searchGoals(asked: readonly Asked[]): Goal[] {
  const ours = timesOf(asked, 'ours')
  const textbook = timesOf(asked, 'textbook')
  const faster = (figure: 'p50' | 'p95'): number => Number(textbook?.[figure]) / Number(ours?.[figure])
  return [
    { goal: 'all queries: p50', figure: ours?.p50 ?? null, unit: ' ms', most: 15 },
    { goal: 'all queries: p95', figure: ours?.p95 ?? null, unit: ' ms', most: 45 },
    { goal: 'all queries: p50 faster than the textbook', figure: faster('p50'), unit: ' times', least: 5 },
    { goal: 'all queries: p95 faster than the textbook', figure: faster('p95'), unit: ' times', least: 8 },
    ...LEAST_FOUND.map(([kind, least]): Goal => {
      const some = ofKind(asked, kind)
      const figure = some.length === 0 ? null : (100 * countFound(some, 'ours')) / some.length
      return {
        goal: `${kind}: found ${kind === 'identical' ? 'first' : `among ${HITS}`}`,
        figure,
        unit: ' %',
        least,
      }
    }),
  ]
}
