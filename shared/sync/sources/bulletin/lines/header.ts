import type { Piece, TextLine } from '../../../formats/pdf/text-lines.ts'
import { type Role, roleOf } from './roles.ts'

export interface Header {
  lines: number
  /** The cells from left to right; at least two. */
  cells: readonly { x: number; end: number; role: Role; isKnown: boolean }[]
  /** True if the line below the header also consists of known headers. Each entry then probably has two lines. */
  hasMore: boolean
}

interface Cell {
  x: number
  end: number
  /** Undefined if the text of the cell is unknown. */
  role: Role | undefined
  /** The index of the last line of the cell. */
  last: number
}

const MAX_LINES = 3
/** A fast test for the header of the application number. */
const MAY_BE_NUMBER = /^(?:N|Sol|Reg|Exp)[^\d]{0,40}$/i
const MIN_CELLS = 2
/** If one text contains two headers, the width of the first header is an estimate. Only this share of the estimate is used. */
const CERTAIN_SHARE = 0.8

/**
 * Reads the table header that begins at the first line. Returns undefined if there is none.
 *
 * Also returns the header of a table of other numbers, such as registration numbers. The caller rejects the table.
 */
export function readHeader(lines: readonly TextLine[]): Header | undefined {
  if (!lines.some(({ pieces }) => pieces.some(({ text }) => MAY_BE_NUMBER.test(text)))) {
    return undefined
  }
  let best: { header: Header; known: number; unknown: number } | undefined
  for (let count = 1; count <= Math.min(MAX_LINES, lines.length); count++) {
    const cells = withoutGroups(stacked(lines.slice(0, count)).map(withRole))
    const known = cells.filter(({ role }) => role !== undefined).length
    const unknown = cells.length - known
    const isHeader = cells.some(({ role }) => role === 'number')
      ? known >= MIN_CELLS && (unknown <= 1 || (unknown < known && isComplete(cells)))
      : isOfOtherNumbers(cells) && (lines[0]?.pieces.length ?? 0) >= MIN_CELLS
    if (isHeader && (best === undefined || (unknown <= best.unknown && known >= best.known))) {
      best = {
        known,
        unknown,
        header: { lines: count, cells: cells.map(asKnown), hasMore: isOfHeaders(lines[count]) },
      }
    }
  }
  return best?.header
}

const isOfOtherNumbers = (cells: readonly Cell[]): boolean =>
  cells.slice(1).every(({ role }) => role !== undefined) &&
  (cells[0]?.role === 'registration' || (cells[0]?.role === undefined && isComplete(cells)))

/** Returns whether a header has cells for the event and for the resolution. */
export const isComplete = (cells: readonly { role: Role | undefined }[]): boolean =>
  cells.some(({ role }) => role === 'event' || role === 'code') &&
  cells.some(({ role }) => role === 'resolution')

const isOfHeaders = (line: TextLine | undefined): boolean =>
  line !== undefined &&
  line.pieces.length > 1 &&
  line.pieces.flatMap(splitHeaders).every(({ text }) => roleOf(text) !== undefined)

const withRole = ({ x, end, text, own, last }: Stack): Cell => ({
  x,
  end,
  role: roleOf(text) ?? (own === undefined ? undefined : roleOf(own)),
  last,
})

const asKnown = ({ x, end, role }: Cell) => ({
  x,
  end,
  role: role ?? ('other' as const),
  isKnown: role !== undefined,
})

function splitHeaders(piece: Piece): Piece[] {
  const { x, y, end, text } = piece
  const at = [...text.matchAll(/ /g)].map(({ index }) => index)
  const space = roleOf(text)
    ? undefined
    : at.find((index) => roleOf(text.slice(0, index)) && roleOf(text.slice(index)))
  if (space === undefined) {
    return [piece]
  }
  const middle = x + ((end - x) * (space + 1)) / text.length
  const certain = x + (middle - x) * CERTAIN_SHARE
  return [
    { x, y, end: certain, text: text.slice(0, space) },
    { x: middle, y, end, text: text.slice(space + 1) },
  ]
}

/** The joined texts of one column of the header. */
interface Stack extends Piece {
  /** The lowest text alone. Set only if the text above belongs to several columns. */
  own?: string
  last: number
}

/** Joins texts that are below each other. A text above several texts belongs to each of them. */
function stacked(lines: readonly TextLine[]): Stack[] {
  let stacks: Stack[] = []
  for (const [last, { pieces }] of lines.entries()) {
    const added = pieces.flatMap(splitHeaders)
    const above = stacks.map((stack) => added.filter(({ x, end }) => x < stack.end && end > stack.x))
    const free = new Set(added)
    stacks = stacks.flatMap((stack, index): Stack[] => {
      const below = (above[index] ?? []).filter((piece) => free.delete(piece))
      return below.length === 0 ? [stack] : below.map((piece) => joined(stack, piece, last, below.length > 1))
    })
    stacks.push(...[...free].map((piece) => ({ ...piece, last })))
  }
  return stacks.sort((a, b) => a.x - b.x)
}

function joined(above: Stack, piece: Piece, last: number, isShared: boolean): Stack {
  const text = `${above.text} ${piece.text}`
  return isShared
    ? { ...piece, text, own: piece.text, last }
    : { ...piece, text, x: Math.min(above.x, piece.x), end: Math.max(above.end, piece.end), last }
}

/** Removes event headers above other event headers: an upper event header names a group of columns. */
function withoutGroups(cells: readonly Cell[]): Cell[] {
  const events = cells.filter(({ role }) => role === 'event' || role === 'code')
  const lowest = Math.max(...events.map(({ last }) => last))
  return events.length > 1
    ? cells.filter((cell) => !events.includes(cell) || cell.last === lowest)
    : [...cells]
}
