import type { Piece, TextLine } from '../../../formats/pdf/text-lines.ts'
import type { Header } from './header.ts'
import type { Role } from './roles.ts'

/** A column of a table on a page: its left edge, in points, and its role. It ends at the next column. */
export interface Column {
  from: number
  role: Role
}

/** The tolerance of the left edge of a column, in points. */
const SAME_PLACE = 2
/** An edge in a smaller share of the rows is a gap within a name. */
const MIN_SHARE = 0.1
const FEW_ROWS = 5
/** The distance from the edge of a column, in characters, within which a space can separate two cells. */
const NEAR = 2.5

/** Returns the columns of a table, from its header and the first lines of its rows, or only from these lines. */
export function columnsOf(starts: readonly TextLine[], header: Header | undefined): Column[] {
  const places = commonPlaces(starts)
  if (header === undefined) {
    const bare = places.map((from): Column => ({ from, role: 'other' }))
    return withRolesOf(starts, [{ from: Number.NEGATIVE_INFINITY, role: 'number' }, ...bare])
  }
  return header.cells.map(({ x, role }, index) => {
    const before = header.cells[index - 1]
    const [place = x] = before ? places.filter((each) => each > before.end && each < x) : []
    return { from: before ? place : Number.NEGATIVE_INFINITY, role }
  })
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
  const rows = lines.map((line) => cellsOf(line, columns))
  return columns.map((column, index) => {
    const texts = rows.map((cells) => cells[index] ?? '').filter((text) => text !== '')
    const [role] =
      LOOKS.find(
        ([, look]) => texts.filter((text) => look.test(text)).length > texts.length * MIN_MATCHING,
      ) ?? []
    return index === 0 || role === undefined ? column : { ...column, role }
  })
}

/** Returns the text of a line in each column; empty where it has none. */
export function cellsOf({ pieces }: Pick<TextLine, 'pieces'>, columns: readonly Column[]): string[] {
  const cells = columns.map(() => '')
  for (const { x, text } of pieces.flatMap((piece) => splitAtColumns(piece, columns))) {
    const index = Math.max(
      0,
      columns.findLastIndex(({ from }) => from <= x + SAME_PLACE),
    )
    cells[index] = cells[index] ? `${cells[index]} ${text}` : text
  }
  return cells
}

/** Splits a text that crosses the edge of the next column, at a space near the edge. */
function splitAtColumns(piece: Piece, columns: readonly Column[]): Piece[] {
  const { x, end, text } = piece
  const each = (end - x) / text.length
  const next = columns.find(({ from }) => from > x + SAME_PLACE && from < end - each)
  const space = next === undefined ? -1 : spaceNear(text, (next.from - x) / each)
  if (next === undefined || space < 0) {
    return [piece]
  }
  const rest = { x: next.from, end, text: text.slice(space + 1).trim() }
  return [{ x, end: next.from, text: text.slice(0, space).trim() }, ...splitAtColumns(rest, columns)]
}

function spaceNear(text: string, at: number): number {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const near = spaces.filter((index) => Math.abs(index + 1 - at) <= NEAR)
  return near.sort((a, b) => Math.abs(a + 1 - at) - Math.abs(b + 1 - at))[0] ?? -1
}
