import type { TextLine } from '../../../formats/pdf/text-lines.ts'
import { numberAtStart } from './numbers.ts'

/** The left edge of a column of a table, in points. */
export interface Edge {
  from: number
  /** The range of possible positions, if the edge is uncertain. A text within this range may belong to the previous column. */
  mayBeginAt?: Range
  /**
   * The position at which most texts of the column begin, if this position is to the right of the edge. A text that begins
   * farther to the left may include text of the previous column.
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

/** For each horizontal position (in half points): the number of texts that start there, and the number that cross it. */
interface Cover {
  starts: readonly number[]
  crossings: readonly number[]
  /** A position can be the left edge of a left-aligned column only if at least this number of texts start there. */
  many: number
}

/** The number of positions per point. */
const PLACES = 2
/** `Cover.many` as a share of the rows. */
const MANY = 0.4
/** The cost of each text that crosses a position (see `edgeBetween`). */
const CROSSING = 10

const placeOf = (x: number): number => Math.max(0, Math.round(x * PLACES))

/** Counts the texts that start at each position, and the texts that cross it. */
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

/**
 * A gap is taken for a space between words if it is narrower than this share of the gap before the best edge (see
 * `edgeBetween`). This limit does not apply to tables with fewer than `FEW_ROWS` rows.
 */
const NARROW = 0.5
/** A column is left-aligned if more than this share of the texts starts at the left edge of the header. */
const MOST = 0.8

/**
 * Returns the left edge of a column: the position with the lowest cost between the previous header and the column's header.
 *
 * - Each text that crosses a position adds `CROSSING` to the cost of the position.
 * - If at least `many` texts start at the left edge of the header, each of these texts subtracts 1 from the cost of the edge.
 * - Among positions with equal costs, the position after the widest gap is used.
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
