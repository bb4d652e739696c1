import { decimals, figuresTable, NONE, type Table, whole } from '../figures-table.ts'
import type { Asked } from './ask-queries.ts'
import { KINDS, type Kind } from './kinds.ts'
import { type Answer, WAYS, type WayName } from './ways.ts'

/** All kinds together, each of them counting the same. */
export const MIXED = 'mixed'

/** What one way made of some queries; times in milliseconds. */
export interface WayFigures {
  /** How many of those that wanted a name found it; null where none did. */
  found: number | null
  p50: number
  p95: number
  slowest: number
  failed: number
}

export interface KindFigures {
  kind: Kind | typeof MIXED
  queries: number
  ways: Record<WayName, WayFigures>
}

/** A row for each kind that was asked, and one for all together. */
export function kindFigures(asked: readonly Asked[]): KindFigures[] {
  const kinds = KINDS.flatMap((kind) => {
    const some = asked.filter(({ query }) => query.kind === kind)
    return some.length === 0 ? [] : [figuresOf(kind, some)]
  })
  return asked.length === 0 ? [] : [...kinds, figuresOf(MIXED, asked)]
}

const figuresOf = (kind: KindFigures['kind'], asked: readonly Asked[]): KindFigures => ({
  kind,
  queries: asked.length,
  ways: Object.fromEntries(WAYS.map((way) => [way, wayFigures(asked, way)])) as Record<WayName, WayFigures>,
})

function wayFigures(asked: readonly Asked[], way: WayName): WayFigures {
  const answers = asked.map(({ answers }) => answers[way])
  const wanting = asked.filter(({ query }) => query.wanted !== null)
  const weights = weightsOf(asked)
  const times = answers.map(({ ms }, place) => ({ ms, weight: weights[place] ?? 1 }))
  return {
    found:
      wanting.length === 0
        ? null
        : wanting.filter(({ query, answers }) => isFound(query.kind, answers[way])).length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    slowest: Math.max(...answers.map(({ ms }) => ms)),
    failed: answers.filter(({ failed }) => failed !== undefined).length,
  }
}

/** A name that was asked for as it is comes first; any other is among the hits. */
export const isFound = (kind: Kind, { rank }: Pick<Answer, 'rank'>): boolean =>
  kind === 'identical' ? rank === 1 : rank !== null

/** Of each query, so that all queries of a kind together weigh 1. */
function weightsOf(asked: readonly Asked[]): number[] {
  const counts = new Map<Kind, number>()
  for (const { query } of asked) counts.set(query.kind, (counts.get(query.kind) ?? 0) + 1)
  return asked.map(({ query }) => 1 / (counts.get(query.kind) ?? 1))
}

/** The least time that so large a share of the weight does not exceed. @throws when there is none */
export function percentile(times: readonly { ms: number; weight: number }[], share: number): number {
  const sorted = times.toSorted((a, b) => a.ms - b.ms)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let reached = 0
  for (const { ms, weight } of sorted) {
    reached += weight
    if (reached >= total * share - 1e-9) return ms
  }
  throw new Error('the percentile of nothing')
}

/** How many of a kind wanted a name: those that found can be told of. */
const foundCell =
  (way: WayName) =>
  ({ kind, queries, ways }: KindFigures): string => {
    const { found } = ways[way]
    if (found === null || kind === MIXED) return NONE
    return kind === 'decided conflict'
      ? `${found} of ${queries}`
      : `${((100 * found) / queries).toFixed(1)} %`
  }

const timeCell =
  (way: WayName, figure: 'p50' | 'p95' | 'slowest') =>
  ({ ways }: KindFigures): string =>
    decimals(1)(ways[way][figure])

export const kindsTable = (title: string, figures: readonly KindFigures[]): Table =>
  figuresTable(figures, [
    [title, ({ kind }) => kind],
    ['queries', ({ queries }) => whole(queries)],
    ['found: ours', foundCell('ours')],
    ['textbook', foundCell('textbook')],
    ['p50 ms: ours', timeCell('ours', 'p50')],
    ['textbook', timeCell('textbook', 'p50')],
    ['p95 ms: ours', timeCell('ours', 'p95')],
    ['textbook', timeCell('textbook', 'p95')],
    ['slowest: ours', timeCell('ours', 'slowest')],
    ['textbook', timeCell('textbook', 'slowest')],
    ['failed: ours', ({ ways }) => whole(ways.ours.failed)],
  ])
