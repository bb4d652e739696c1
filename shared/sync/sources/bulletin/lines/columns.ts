import { splitPiece } from '../../../formats/pdf/split-piece.ts'
import type { Piece, TextLine } from '../../../formats/pdf/text-lines.ts'
import type { Header } from './header.ts'
import { numberAtStart } from './numbers.ts'
import type { Role } from './roles.ts'

/** A column of a table: its left edge, in points, and its role. It ends at the next column. */
export interface Column {
  from: number
  role: Role
}

/** Texts of a column may start this far to the left of the common place, or end this far behind it, in points. */
const EDGE = 1
const FROM_LEFT = Number.NEGATIVE_INFINITY

/** Returns the columns of a table with a header: each edge is in the gap between two headers that the rows share. */
export function columnsOf({ cells }: Header, lines: readonly TextLine[]): Column[] {
  const cover = coverOf(lines)
  return cells.map(({ x, role }, index) => {
    const before = cells[index - 1]
    return { role, from: before === undefined ? FROM_LEFT : edgeBetween(before.end, x, cover) }
  })
}

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

function coverOf(lines: readonly TextLine[]): Cover {
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

/** Returns the edge between two headers that the fewest texts cross, and there the left edge of the header, or the widest gap. */
function edgeBetween(end: number, x: number, { starts, crossings, many }: Cover): number {
  let best = { place: placeOf(x), cost: Number.POSITIVE_INFINITY, gap: 0 }
  for (let place = placeOf(end); place <= placeOf(x); place++) {
    const started = sumOf(starts.slice(place, place + PLACES * EDGE + 1))
    if (starts[place] === undefined && place !== placeOf(x)) {
      continue
    }
    const isHeader = Math.abs(place - placeOf(x)) <= PLACES * EDGE
    const support = isHeader && started >= many ? started : 0
    const cost = CROSSING * (crossings[place] ?? 0) - support
    const gap = place - crossings.findLastIndex((crossing, at) => at <= place && crossing > 0)
    if (cost < best.cost || (cost === best.cost && gap > best.gap)) {
      best = { place, cost, gap }
    }
  }
  return best.place / PLACES - EDGE
}

const sumOf = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((sum, each) => sum + (each ?? 0), 0)

/** The tolerance of the left edge of a column without a header, in points. */
const SAME_PLACE = 2
/** An edge in a smaller share of the rows is a gap within a name. */
const MIN_SHARE = 0.1
const FEW_ROWS = 5

/** Returns the columns of a table without a header, from the left edges and the texts that its rows share. */
export function columnsWithoutHeader(starts: readonly TextLine[]): Column[] {
  const bare = commonPlaces(starts).map((place): Column => ({ from: place - EDGE, role: 'other' }))
  return withRolesOf(starts, [{ from: FROM_LEFT, role: 'number' }, ...bare])
}

/** Returns the left edges that the second and later pieces of many lines share, from left to right. */
function commonPlaces(lines: readonly TextLine[]): number[] {
  const all = lines.flatMap(({ pieces }) => pieces.slice(1).map(({ x }) => x)).sort((a, b) => a - b)
  const fewest = lines.length < FEW_ROWS ? 1 : Math.max(2, lines.length * MIN_SHARE)
  const groups: number[][] = []
  for (const x of all) {
    const group = groups.at(-1)
    if (group && x - (group[0] as number) <= SAME_PLACE) {
      group.push(x)
    } else {
      groups.push([x])
    }
  }
  return groups.filter((group) => group.length >= fewest).map((group) => group[0] as number)
}

/** The pattern of most texts of a column by its role, for tables without a header. */
const LOOKS: readonly (readonly [Role, RegExp])[] = [
  ['resolution', /^(?:[A-Z]+\.?\s*)?\d{4}\s?\/\s?\d+$/],
  ['code', /^\d{3,4}$/],
  ['event', /^\d{3,4}\s*[-–.:]?\s+\p{L}/u],
]
const MIN_MATCHING = 0.6

function withRolesOf(lines: readonly TextLine[], columns: readonly Column[]): Column[] {
  const texts = lines.flatMap((line) => fragmentsOf(line, columns))
  return columns.map((column, index) => {
    const own = texts.filter((fragment) => fragment.column === index)
    const [role] =
      LOOKS.find(
        ([, look]) => own.filter(({ text }) => look.test(text)).length > own.length * MIN_MATCHING,
      ) ?? []
    return index === 0 || role === undefined ? column : { ...column, role }
  })
}

/** The text of a line in a column. */
export interface Fragment {
  line: TextLine
  column: number
  role: Role
  text: string
  x: number
  end: number
  /** The text crosses the edge of the column, and cannot be split. */
  crosses: boolean
}

/** Returns the texts of a line in its columns, from left to right. */
export function fragmentsOf(line: TextLine, columns: readonly Column[]): Fragment[] {
  const fragments: Fragment[] = []
  for (const { piece, column, crosses } of line.pieces.flatMap((each) => inColumns(each, columns))) {
    const last = fragments.at(-1)
    if (last?.column === column) {
      last.text += ` ${piece.text}`
      last.end = piece.end
      last.crosses ||= crosses
    } else {
      const { x, end, text } = piece
      fragments.push({ line, column, role: columns[column]?.role ?? 'other', text, x, end, crosses })
    }
  }
  return fragments
}

/** Splits a piece at the edges that it crosses. */
function inColumns(
  piece: Piece,
  columns: readonly Column[],
): { piece: Piece; column: number; crosses: boolean }[] {
  const column = Math.max(
    0,
    columns.findLastIndex(({ from }) => from <= piece.x + EDGE),
  )
  const next = columns[column + 1]
  if (next === undefined || piece.end <= next.from + EDGE + EDGE) {
    return [{ piece, column, crosses: false }]
  }
  const parts = splitPiece(piece, next.from + EDGE)
  return parts === undefined
    ? [{ piece, column, crosses: true }]
    : [
        { piece: parts[0], column, crosses: false },
        ...inColumns({ ...parts[1], x: Math.max(parts[1].x, next.from) }, columns),
      ]
}
