import type { Piece, TextLine } from '../../../formats/pdf/text-lines.ts'
import { type Role, roleOf } from './roles.ts'

/** A table's header. */
export interface Header {
  /** How many lines it takes. */
  lines: number
  /** From left to right; at least two, with the places of their texts. */
  cells: readonly { x: number; end: number; role: Role }[]
}

const MOST_LINES = 3
/** What a header of numbers begins with; looked at first, as most lines are none and a closer look costs more. */
const COULD_BE_OF_NUMBER = /^(?:N|Sol)[^\d]{0,40}$/i
const FEWEST_CELLS = 2
/** Of the way to where a header begins by its letters' mean width, what is surely not its own. */
const SURELY = 0.8

/**
 * Reads the header of a table that begins with the first of some lines; its cells may wrap. Undefined where
 * these lines are none: a header tells of the number, and all its words are known, or all but one.
 */
export function readHeader(lines: readonly TextLine[]): Header | undefined {
  if (!lines.some(({ pieces }) => pieces.some(({ text }) => COULD_BE_OF_NUMBER.test(text)))) {
    return undefined
  }
  let best: { header: Header; known: number } | undefined
  for (let count = 1; count <= Math.min(MOST_LINES, lines.length); count++) {
    const cells = stacked(lines.slice(0, count)).map(withRole)
    const known = cells.filter(({ role }) => role !== undefined).length
    const isHeader =
      known >= Math.max(FEWEST_CELLS, cells.length - 1) && cells.some(({ role }) => role === 'number')
    if (isHeader && known >= (best?.known ?? 0)) {
      best = {
        known,
        header: { lines: count, cells: cells.map((cell) => ({ ...cell, role: cell.role ?? 'other' })) },
      }
    }
  }
  return best?.header
}

const withRole = ({ x, end, text }: Piece) => ({ x, end, role: roleOf(text) })

/** Two headers that stand close together, as two. */
function apart(piece: Piece): Piece[] {
  const { x, end, text } = piece
  const at = [...text.matchAll(/ /g)].map(({ index }) => index)
  const space = roleOf(text)
    ? undefined
    : at.find((index) => roleOf(text.slice(0, index)) && roleOf(text.slice(index)))
  if (space === undefined) {
    return [piece]
  }
  const middle = x + ((end - x) * (space + 1)) / text.length
  const surely = x + (middle - x) * SURELY
  return [
    { x, end: surely, text: text.slice(0, space) },
    { x: middle, end, text: text.slice(space + 1) },
  ]
}

/** The texts of some lines, those below each other joined. */
function stacked(lines: readonly TextLine[]): Piece[] {
  const cells: Piece[] = []
  for (const { x, end, text } of lines.flatMap(({ pieces }) => pieces.flatMap(apart))) {
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
