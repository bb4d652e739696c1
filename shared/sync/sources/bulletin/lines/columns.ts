import type { Piece, TextLine } from '../../../formats/pdf/text-lines.ts'
import type { Header } from './header.ts'
import type { Role } from './roles.ts'

/**
 * A column of a table on a page: where it begins, in points, and what is in it. It ends where the next one
 * begins.
 */
export interface Column {
  from: number
  role: Role
}

/** Points in which the beginnings of one column may differ. */
const SAME_PLACE = 2
/** A beginning that fewer rows share is a gap within a name. */
const SHARE = 0.1
const FEW_ROWS = 5
/** Letters to either side of a column's beginning within which a space may be what sets it apart. */
const NEAR = 2.5

/** The columns of a table from its header and the first lines of its rows, or from these alone. */
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

/** Where pieces behind the first begin in many lines, from left to right. */
function commonPlaces(lines: readonly TextLine[]): number[] {
  const all = lines.flatMap(({ pieces }) => pieces.slice(1).map(({ x }) => x)).sort((a, b) => a - b)
  const fewest = lines.length < FEW_ROWS ? 1 : Math.max(2, lines.length * SHARE)
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

/** What most texts of a column look like, where no header says what they are. */
const LOOKS: readonly (readonly [Role, RegExp])[] = [
  ['resolution', /^(?:[A-Z]+\.?\s*)?\d{4}\s?\/\s?\d+$/],
  ['code', /^\d{3,4}$/],
  ['event', /^\d{3,4}\s*[-–.:]?\s+\p{L}/u],
]
const MOST = 0.6

function withRolesOf(lines: readonly TextLine[], columns: readonly Column[]): Column[] {
  const rows = lines.map((line) => cellsOf(line, columns))
  return columns.map((column, index) => {
    const texts = rows.map((cells) => cells[index] ?? '').filter((text) => text !== '')
    const [role] =
      LOOKS.find(([, look]) => texts.filter((text) => look.test(text)).length > texts.length * MOST) ?? []
    return index === 0 || role === undefined ? column : { ...column, role }
  })
}

/** A line's text in each column, as many as there are columns; empty where it has none. */
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

/** A text that goes on over the next column's beginning, as two texts, where a space stands about there. */
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
