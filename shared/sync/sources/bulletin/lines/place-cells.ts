import type { Fragment } from './columns.ts'

/** The part of a cell that is at the height of the application number. */
export const ALIGNMENTS = ['top', 'middle', 'bottom'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** The texts of a column on a page, from top to bottom. `rows` has the vertical positions of the application numbers. */
export interface PageColumn {
  texts: readonly Fragment[]
  rows: readonly number[]
}

export type Cell = readonly [Fragment, ...Fragment[]]

export interface PlacedColumn {
  cells: { cell: Cell; row: number | undefined }[]
  /** The number of texts that are in no row. */
  unplaced: number
}

// The following four constants are multiples of the font size.
/** The maximum vertical distance between two texts at the same height. */
const SAME_HEIGHT = 0.35
/**
 * The maximum vertical distance between a cell and its row, after the correction by the shift (see `placeCells`). Must
 * be less than a quarter of the line distance: one more line moves the middle of a cell by half a line distance, and only one
 * of the two middles may match the row.
 */
const EXACT_HEIGHT = 0.2
/** The maximum distance between two consecutive lines of a cell. */
const FAR = 2.2
/** The maximum deviation of a line distance in a cell from the usual line distance. */
const SLACK = 0.08

export const isAtHeight = ({ y, line }: Fragment, height: number, share = SAME_HEIGHT): boolean =>
  Math.abs(y - height) <= share * line.size

/** Returns whether two texts are so close that both may be lines of one cell. */
export const isClose = (above: Fragment, below: Fragment): boolean =>
  below.y - above.y <= FAR * below.line.size

/**
 * Groups the texts of a column into cells, and assigns the cells to rows. All cells may be higher or lower than their
 * application numbers by the same distance, the shift. Uses the shift that leaves the fewest texts without a row.
 *
 * @param canShift whether shifts larger than `SAME_HEIGHT` are allowed
 */
export function placeCells(
  pages: readonly PageColumn[],
  alignment: Alignment,
  canShift: boolean,
): PlacedColumn[] {
  const leading = leadingOf(pages)
  let best: { placed: PlacedColumn[]; unplaced: number } | undefined
  for (const shift of shiftsOf(pages, alignment)) {
    if (!canShift && Math.abs(shift) > SAME_HEIGHT * sizeOf(pages)) {
      continue
    }
    const placed = pages.map((page) => placePage(page, { alignment, shift, leading }))
    const unplaced = placed.reduce((sum, each) => sum + each.unplaced, 0)
    if (best === undefined || unplaced < best.unplaced) {
      best = { placed, unplaced }
    }
    if (unplaced === 0) {
      break
    }
  }
  return best?.placed ?? []
}

/** The smallest distances between lines or rows (this share of all) are outliers. The next distance is the usual one. */
const MIN_SHARE = 0.05

function leadingOf(pages: readonly PageColumn[]): number | undefined {
  const gaps = pages
    .flatMap(({ texts, rows }) => {
      const isAtRow = texts.map((text) => isAtHeight(text, nearest(rows, text.y) ?? Number.NaN))
      return texts.slice(1).flatMap((text, index) => {
        const above = texts[index] as Fragment
        return (isAtRow[index] && isAtRow[index + 1]) || !isClose(above, text) ? [] : [text.y - above.y]
      })
    })
    .sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length * MIN_SHARE)]
}

const MOST_SHIFTS = 4
/** A shift is common if more than this share of the texts has it. */
const MIN_SHIFTED = 0.1
/** A shift larger than `SAME_HEIGHT` is tried only if at least this share of the texts has it. */
const MIN_FAR_SHIFTED = 0.3
/** A shift larger than `SAME_HEIGHT` is tried only if at least this number of texts has it. */
const FEWEST_FAR_SHIFTED = 3
/** The maximum shift, as a share of the usual distance between rows. */
const MAX_SHIFT = 0.6

/**
 * Returns the shifts to try, in points, the smallest first. For `middle`, adds the mean of each pair of shifts: the mean of the
 * two lines of a cell is its middle.
 */
function shiftsOf(pages: readonly PageColumn[], alignment: Alignment): number[] {
  const all = pages.flatMap(({ texts, rows }) => texts.map(({ y }) => y - (nearest(rows, y) ?? Number.NaN)))
  const pitches = pages
    .flatMap(({ rows }) => rows.slice(1).map((y, index) => y - (rows[index] as number)))
    .sort((a, b) => a - b)
  const most = MAX_SHIFT * (pitches[Math.floor(pitches.length * MIN_SHARE)] ?? Number.POSITIVE_INFINITY)
  const near = SAME_HEIGHT * sizeOf(pages)
  const common = [...Map.groupBy(all, Math.round).values()]
    .filter(({ length }) => length > all.length * MIN_SHIFTED)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_SHIFTS)
    .map((group) => {
      const shift = group.sort((a, b) => a - b)[Math.floor(group.length / 2)] as number
      const isFrequent = group.length >= Math.max(FEWEST_FAR_SHIFTED, all.length * MIN_FAR_SHIFTED)
      return { shift, isFrequent }
    })
  const shifts = common.filter(({ shift, isFrequent }) => isFrequent || Math.abs(shift) <= near)
  const middles = common
    .flatMap((a, index) => common.slice(index + 1).map((b) => (a.shift + b.shift) / 2))
    .filter((shift) => alignment === 'middle' && Math.abs(shift) <= near)
  return [0, ...shifts.map(({ shift }) => shift), ...middles]
    .filter((shift) => Math.abs(shift) <= most)
    .sort((a, b) => Math.abs(a) - Math.abs(b))
}

const sizeOf = (pages: readonly PageColumn[]): number => pages[0]?.texts[0]?.line.size ?? 0

interface Placing {
  alignment: Alignment
  shift: number
  /** The usual distance between two lines of a cell; undefined if all cells have one line. */
  leading: number | undefined
}

/** Returns the index of the row whose number, moved by the shift, is at `height` (default: the height of the text). */
type RowAt = (text: Fragment, height?: number) => number | undefined

/** Consecutive texts of a cell. `end` is the index after the last text. */
interface Group {
  end: number
  row: number | undefined
}

function placePage({ texts, rows }: PageColumn, { alignment, shift, leading }: Placing): PlacedColumn {
  const rowAt: RowAt = (text, height = text.y) => {
    const index = indexOfNearest(rows, height - shift)
    const place = (rows[index ?? 0] ?? Number.NaN) + shift
    const isThere = isAtHeight({ ...text, y: height }, place, EXACT_HEIGHT)
    return isThere ? index : undefined
  }
  const cells: PlacedColumn['cells'] = []
  const taken = new Set<number>()
  let unplaced = 0
  for (const chain of chainsOf(texts, leading)) {
    let start = 0
    for (const { end, row } of GROUPS[alignment](chain, rowAt)) {
      const cell = chain.slice(start, end) as unknown as Cell
      const isFree = row !== undefined && !taken.has(row)
      unplaced += isFree ? 0 : cell.length
      cells.push({ cell, row: isFree ? row : undefined })
      if (row !== undefined) {
        taken.add(row)
      }
      start = end
    }
  }
  return { cells, unplaced }
}

/** Splits texts into chains, in which the distance between consecutive texts is `leading`. */
function chainsOf(texts: readonly Fragment[], leading: number | undefined): Fragment[][] {
  const chains: Fragment[][] = []
  for (const text of texts) {
    const above = chains.at(-1)?.at(-1)
    const gap = above === undefined ? 0 : text.y - above.y
    if (above && leading !== undefined && Math.abs(gap - leading) <= SLACK * text.line.size) {
      chains.at(-1)?.push(text)
    } else {
      chains.push([text])
    }
  }
  return chains
}

const GROUPS: Readonly<Record<Alignment, (chain: readonly Fragment[], rowAt: RowAt) => Group[]>> = {
  top(chain, rowAt) {
    const starts = chain.flatMap((text, at) => {
      const row = rowAt(text)
      return row === undefined && at > 0 ? [] : [{ at, row }]
    })
    return starts.map(({ row }, index) => ({ row, end: starts[index + 1]?.at ?? chain.length }))
  },
  middle: centredGroups,
  bottom(chain, rowAt) {
    return chain.flatMap((text, at) => {
      const row = rowAt(text)
      return row === undefined && at + 1 < chain.length ? [] : [{ row, end: at + 1 }]
    })
  },
}

const MOST_CELL_LINES = 80

/**
 * Splits a chain into cells whose middles are at the height of rows. Exceptions: the last cell may continue on the next page,
 * and the first texts may be the end of a cell of the previous page.
 */
function centredGroups(chain: readonly Fragment[], rowAt: RowAt): Group[] {
  const cut = chain.findLastIndex((text) => rowAt(text) !== undefined)
  return (
    groupsTo(chain.length, 0, chain, rowAt) ??
    (cut > 0 ? groupsTo(cut, 0, chain, rowAt) : undefined) ??
    groupsTo(chain.length, chain.length, chain, rowAt) ?? [{ end: chain.length, row: undefined }]
  )
}

/**
 * Splits the texts before the index `last` into cells; undefined if this is impossible. At most `skipped` texts at the start
 * may be in no row. The texts from `last` on are in no row.
 */
function groupsTo(
  last: number,
  skipped: number,
  chain: readonly Fragment[],
  rowAt: RowAt,
): Group[] | undefined {
  const groups: (Group | undefined)[] = []
  for (let start = last - 1; start >= 0; start--) {
    for (let end = start + 1; end <= Math.min(last, start + MOST_CELL_LINES); end++) {
      const [first, lowest] = [chain[start] as Fragment, chain[end - 1] as Fragment]
      const row = end === last || groups[end] ? rowAt(first, (first.y + lowest.y) / 2) : undefined
      if (row !== undefined) {
        groups[start] = { end, row }
        break
      }
    }
  }
  const begin = groups.findIndex((group, at) => group !== undefined && at <= skipped)
  if (begin < 0) {
    return undefined
  }
  const found: Group[] = begin > 0 ? [{ end: begin, row: undefined }] : []
  for (let at = begin; at < last; at = groups[at]?.end ?? last) {
    found.push(groups[at] as Group)
  }
  return last < chain.length ? [...found, { end: chain.length, row: undefined }] : found
}

function indexOfNearest(sorted: readonly number[], value: number): number | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  const [below, above] = [sorted[low - 1], sorted[low]]
  if (above === undefined) return below === undefined ? undefined : low - 1
  return below !== undefined && value - below < above - value ? low - 1 : low
}

function nearest(sorted: readonly number[], value: number): number | undefined {
  const index = indexOfNearest(sorted, value)
  return index === undefined ? undefined : sorted[index]
}
