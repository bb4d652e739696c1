import type { Piece, TextLine } from '../../../formats/pdf/text-lines.ts'
import { type Role, roleOf } from './roles.ts'

/** The header of a table. */
export interface Header {
  /** The number of its lines. */
  lines: number
  /** At least two cells with the positions of their texts, from left to right. */
  cells: readonly { x: number; end: number; role: Role; isKnown: boolean }[]
}

const MAX_LINES = 3
/** A cheap test for the header of the number, because most lines are not headers. */
const MAY_BE_NUMBER = /^(?:N|Sol)[^\d]{0,40}$/i
const MIN_CELLS = 2
/** The position of a split is estimated from the mean character width; this share of it is certain. */
const CERTAIN_SHARE = 0.8

/**
 * Reads the header of a table at the first of some lines; its cells may wrap. A header contains the number, and at most one
 * unknown cell; undefined for other lines.
 */
export function readHeader(lines: readonly TextLine[]): Header | undefined {
  if (!lines.some(({ pieces }) => pieces.some(({ text }) => MAY_BE_NUMBER.test(text)))) {
    return undefined
  }
  let best: { header: Header; known: number; unknown: number } | undefined
  for (let count = 1; count <= Math.min(MAX_LINES, lines.length); count++) {
    const cells = stacked(lines.slice(0, count)).map(withRole)
    const known = cells.filter(({ role }) => role !== undefined).length
    const isHeader =
      known >= Math.max(MIN_CELLS, cells.length - 1) && cells.some(({ role }) => role === 'number')
    const unknown = cells.length - known
    if (isHeader && (best === undefined || (unknown <= best.unknown && known >= best.known))) {
      best = {
        known,
        unknown,
        header: { lines: count, cells: cells.map(asKnown) },
      }
    }
  }
  return best?.header
}

const withRole = ({ x, end, text }: Piece) => ({ x, end, role: roleOf(text) })

const asKnown = ({ x, end, role }: { x: number; end: number; role: Role | undefined }) => ({
  x,
  end,
  role: role ?? ('other' as const),
  isKnown: role !== undefined,
})

/** Splits a text that consists of two headers. */
function splitHeaders(piece: Piece): Piece[] {
  const { x, end, text } = piece
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
    { x, end: certain, text: text.slice(0, space) },
    { x: middle, end, text: text.slice(space + 1) },
  ]
}

/** Joins the texts of some lines that are below each other. */
function stacked(lines: readonly TextLine[]): Piece[] {
  const cells: Piece[] = []
  for (const { x, end, text } of lines.flatMap(({ pieces }) => pieces.flatMap(splitHeaders))) {
    const above = cells.find((cell) => x < cell.end && end > cell.x)
    if (above) {
      above.x = Math.min(above.x, x)
      above.end = Math.max(above.end, end)
      above.text += ` ${text}`
    } else {
      cells.push({ x, end, text })
    }
  }
  return cells.sort((a, b) => a.x - b.x)
}
