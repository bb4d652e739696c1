import type { TextLine } from '../../../formats/pdf/text-lines.ts'
import { numberAtStart } from './numbers.ts'

/** The left edge of a column of a table, in points. */
export interface Edge {
  from: number
  /** It may also be at these places: texts between the first and the last one may belong to the column before. */
  mayBeginAt?: Range
  /**
   * Most of its texts begin here, right of its edge: a text that begins earlier may contain the end of a text of the column
   * before.
   */
  left?: number
}

export interface Range {
  first: number
  last: number
}

/** Texts of a column may start this far to the left of the common place, or end this far to the right of it, in points. */
export const EDGE = 1
/** The rows of fewer lines do not show which gaps are between columns. */
export const FEW_ROWS = 5

/** A page as places of half a point: how many texts start at each, and how many cross it. */
interface Cover {
  starts: readonly number[]
  crossings: readonly number[]
  /** The number of texts that start at the left edge of a column that is aligned there. */
  many: number
}

const PLACES = 2
/** The share of the rows whose texts start at the left edge of such a column. */
const MANY = 0.4
/** A text that crosses an edge counts as much as this many texts that start there. */
const CROSSING = 10

const placeOf = (x: number): number => Math.max(0, Math.round(x * PLACES))

/** Counts at each position the texts that start there and the texts that cross it. */
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

/** A gap of less than this share of the widest one is between words, if the table has enough rows to show it. */
const NARROW = 0.5
/** The share of the texts of a column with one left edge that start there. */
const MOST = 0.8

/**
 * Returns the edge between two headers that the fewest texts cross, and there the left edge of the header, or the widest gap;
 * in the last case also the other gaps that may be the edge, and the left edge of the header if most texts start there.
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
