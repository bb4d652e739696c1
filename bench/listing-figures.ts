import { type Spread, spread, spreadOfRounds } from './figures.ts'
import { decimals, figuresTable, type Table, whole } from './figures-table.ts'
import { atMost, type Goal, judge } from './goals.ts'
import { SHAPES, type Shape } from './listing-requests.ts'
import { KINDS, type Kind } from './search-requests.ts'

/** A request for a page: what it took in each round, in milliseconds, and what it found. */
export interface Listed {
  shape: Shape
  times: number[]
  numbers: string[]
}

/** The same page by two statements alone, in milliseconds. */
export interface Asked {
  shape: Shape
  ours: number
  plain: number
}

export interface Searched {
  kind: Kind
  milliseconds: number
  /** Not within the time that a statement has. */
  answered: boolean
}

const GOAL_MS = 25
const GOAL_MARKS = 2_000_000
const ALL = 'all'

interface ListingRow extends Spread {
  shape: string
  pages: number
}

export const listingTable = (listed: readonly Listed[]): Table =>
  figuresTable<ListingRow>(
    byShape(listed, (shape, some) => ({ shape, pages: some.length, ...spreadOfRounds(byRound(some)) })),
    [
      ['listing', ({ shape }) => shape],
      ['pages', ({ pages }) => whole(pages)],
      ['p50 ms', ({ p50 }) => decimals(1)(p50)],
      ['p95 ms', ({ p95 }) => decimals(1)(p95)],
      ['p99 ms', ({ p99 }) => decimals(1)(p99)],
      ['slowest', ({ slowest }) => decimals(1)(slowest)],
    ],
  )

interface StatementsRow {
  shape: string
  pages: number
  ours: Spread
  plain: Spread
}

export const statementsTable = (asked: readonly Asked[]): Table =>
  figuresTable<StatementsRow>(
    byShape(asked, (shape, some) => ({
      shape,
      pages: some.length,
      ours: spread(some.map(({ ours }) => ours)),
      plain: spread(some.map(({ plain }) => plain)),
    })),
    [
      ['statement alone', ({ shape }) => shape],
      ['pages', ({ pages }) => whole(pages)],
      ['ours: p50 ms', ({ ours }) => decimals(1)(ours.p50)],
      ['p95 ms', ({ ours }) => decimals(1)(ours.p95)],
      ['slowest', ({ ours }) => decimals(1)(ours.slowest)],
      ['plain: p50 ms', ({ plain }) => decimals(1)(plain.p50)],
      ['p95 ms', ({ plain }) => decimals(1)(plain.p95)],
      ['slowest', ({ plain }) => decimals(1)(plain.slowest)],
    ],
  )

/** A row for each shape that there is, and one for all. */
const byShape = <Request extends { shape: Shape }, Row>(
  requests: readonly Request[],
  row: (shape: string, some: readonly Request[]) => Row,
): Row[] =>
  [...SHAPES, ALL].flatMap((shape) => {
    const some = requests.filter((request) => shape === ALL || request.shape === shape)
    return some.length === 0 ? [] : [row(shape, some)]
  })

const byRound = (listed: readonly Listed[]): number[][] =>
  (listed[0]?.times ?? []).map((_, round) => listed.map(({ times }) => times[round] ?? 0))

export function listingGoal(listed: readonly Listed[], marks: number): Goal {
  const { p95 } = spreadOfRounds(byRound(listed))
  const goal = `listing: p95 at most ${GOAL_MS} ms`
  return judge({ goal, isMet: atMost(GOAL_MS), statedAt: GOAL_MARKS }, p95, `${p95.toFixed(1)} ms`, marks)
}

interface SearchRow {
  search: string
  queries: number
  spread: Spread | null
  unanswered: number
}

export const searchTable = (searched: readonly Searched[]): Table =>
  figuresTable<SearchRow>(
    [...KINDS, ALL].map((kind) => searchRow(kind, searched)),
    [
      ['search', ({ search }) => search],
      ['queries', ({ queries }) => whole(queries)],
      ['p50 ms', ({ spread }) => decimals(1)(spread?.p50 ?? null)],
      ['p95 ms', ({ spread }) => decimals(1)(spread?.p95 ?? null)],
      ['slowest', ({ spread }) => decimals(1)(spread?.slowest ?? null)],
      ['timed out', ({ unanswered }) => whole(unanswered)],
    ],
  )

/** Times of what was answered; what was not is counted. */
function searchRow(search: string, searched: readonly Searched[]): SearchRow {
  const asked = searched.filter(({ kind }) => search === ALL || kind === search)
  const times = asked.filter(({ answered }) => answered).map(({ milliseconds }) => milliseconds)
  const figures = times.length === 0 ? null : spread(times)
  return { search, queries: asked.length, spread: figures, unanswered: asked.length - times.length }
}
