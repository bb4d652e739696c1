import type { TextLine } from '../../../formats/pdf/text-lines.ts'
import { numberAtStart } from './numbers.ts'

/** The left edge of a column of a table, in points. */
export interface Edge {
  from: number
  /** The possible positions of an uncertain edge. A text within this range may belong to the previous column. */
  mayBeginAt?: Range
  /**
   * The left edge of most texts, if this edge is to the right of `from`. A text that begins farther left may include text of
   * the previous column.
   */
  left?: number
}

export interface Range {
  first: number
  last: number
}

/** The tolerance for the left and right ends of the texts of a column, in points. */
export const EDGE = 1
/** The minimum number of rows needed to distinguish gaps between columns from gaps between words. */
export const FEW_ROWS = 5

/** The numbers of texts that start at a position or cross it. The index in each array is the position in half points. */
interface Cover {
  starts: readonly number[]
  crossings: readonly number[]
  /** The minimum number of texts that start at the edge of a left-aligned column. */
  many: number
}

/** The number of positions per point. */
const PLACES = 2
/** `Cover.many` as a share of the rows. */
const MANY = 0.4
/** `edgeBetween` chooses the position with the lowest cost. Each text that crosses a position adds this cost. */
const CROSSING = 10

const placeOf = (x: number): number => Math.max(0, Math.round(x * PLACES))

/** Counts the texts at each position. */
export function coverOf(lines: readonly TextLine[]): Cover {
  const starts: number[] = []
  const changes: number[] = []
  const count = (counts: number[], place: number, by: number) => {
    counts[place] = (counts[place] ?? 0) + by
  }
  for (const { x, end } of lines.flatMap(({ pieces }) => pieces)) {
    count(starts, placeOf(x), 1)
    count(changes, placeOf(x) + 1, 1)
    count(changes, Math.max(placeOf(x) + 1, placeOf(end - EDGE)), -1)
  }
  let open = 0
  const crossings = Array.from(changes, (change = 0) => {
    open += change
    return open
  })
  const rows = lines.filter((line) => numberAtStart(line) !== undefined).length
  return { starts, crossings, many: MANY * rows }
}

/** A gap is a space between words if it is narrower than this share of the gap to the left of the chosen edge. */
const NARROW = 0.5
/** A column is left-aligned if more than this share of its texts starts at the left edge of the header. */
const MOST = 0.8

/**
 * Returns the left edge of a column. Chooses the position, between two headers, that the fewest texts cross. Prefers
 * the left edge of the column's header if many texts start there. If several positions are equally good, chooses the
 * position to the right of the widest gap.
 *
 * @param end the right end of the previous header
 * @param x the left edge of the column's header
 */
export function edgeBetween(end: number, x: number, { starts, crossings, many }: Cover): Edge {
  const found: { place: number; cost: number; gap: number; started: number; isHeader: boolean }[] = []
  for (let place = placeOf(end); place <= Math.max(placeOf(x), placeOf(end)); place++) {
    if (starts[place] === undefined && place !== placeOf(x)) {
      continue
    }
    const started = sumOf(starts.slice(place, place + PLACES * EDGE + 1))
    const isHeader = Math.abs(place - placeOf(x)) <= PLACES * EDGE && started >= many
    const gap = place - crossings.findLastIndex((crossing, at) => at <= place && crossing > 0)
    const cost = CROSSING * (crossings[place] ?? 0) - (isHeader ? started : 0)
    found.push({ place, cost, gap, started, isHeader })
  }
  const [best = { place: placeOf(x), cost: 0, gap: 0 }, ...others] = found.sort(
    (a, b) => a.cost - b.cost || b.gap - a.gap,
  )
  const narrow = many < MANY * FEW_ROWS ? 0 : best.gap * NARROW
  const places = [best, ...others.filter(({ cost, gap }) => cost <= best.cost && gap >= narrow)].map(
    ({ place }) => place / PLACES,
  )
  const header = others.find(({ isHeader }) => isHeader)
  const behind = header ? sumOf(starts.slice(best.place, header.place + PLACES * EDGE + 1)) : 0
  return {
    from: best.place / PLACES - EDGE,
    ...(places.length > 1 ? { mayBeginAt: { first: Math.min(...places), last: Math.max(...places) } } : {}),
    ...(header && header.started > behind * MOST ? { left: header.place / PLACES } : {}),
  }
}

const sumOf = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((sum, each) => sum + (each ?? 0), 0)
