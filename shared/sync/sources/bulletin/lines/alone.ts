import type { Piece, TextLine } from '../../../formats/pdf/text-lines.ts'
import { isNote } from './notes.ts'
import { numberAtStart } from './numbers.ts'
import { startOf } from './read-blocks.ts'

/** Returns whether a line has the number of an entry at its start. */
export const startsEntry = (line: TextLine): boolean =>
  startOf(line) !== undefined || numberAtStart(line) !== undefined

/** The tolerance of the place of a text in a column, in points. */
const SAME_PLACE = 1.5
/** Share of the size of the entries. */
const LARGER = 1.05

/**
 * Returns the lines of one text that is larger than the entries, or in line with none of their columns, at its left, its right
 * or in its middle: it is in a cell by chance.
 */
export function outOfColumns(lines: readonly TextLine[]): TextLine[] {
  const starts = lines.filter(startsEntry)
  const largest = Math.max(...starts.map(({ size }) => size))
  const columns = lines
    .filter((line) => startsEntry(line) || line.pieces.length > 1 || !isNote(line))
    .flatMap(({ pieces }) => pieces)
  const sides = SIDES.map((side) => new Set(columns.map((piece) => Math.floor(side(piece) / SAME_PLACE))))
  const isInColumn = (piece: Piece): boolean =>
    SIDES.some((side, index) =>
      [-1, 0, 1].some((by) => sides[index]?.has(Math.floor(side(piece) / SAME_PLACE) + by)),
    )
  return lines.filter((line) => {
    const [piece, second] = line.pieces
    const isOut = piece && !second && (line.size > largest * LARGER || !isInColumn(piece))
    return isOut === true && !startsEntry(line)
  })
}

const SIDES: readonly ((piece: Piece) => number)[] = [
  ({ x }) => x,
  ({ end }) => end,
  ({ x, end }) => (x + end) / 2,
]

/** Returns the middle of the entries; NaN where there are none. */
export function middleOf(lines: readonly TextLine[]): number {
  const pieces = lines.filter(startsEntry).flatMap((line) => line.pieces)
  return (Math.min(...pieces.map(({ x }) => x)) + Math.max(...pieces.map(({ end }) => end))) / 2
}

/** Returns whether a line is one text in the middle of the entries, over the left side of a text in the line above or below. */
export function isOverColumns(
  { pieces, size }: TextLine,
  middle: number,
  beside: readonly (TextLine | undefined)[],
): boolean {
  const [piece] = pieces
  return (
    piece !== undefined &&
    pieces.length === 1 &&
    Math.abs((piece.x + piece.end) / 2 - middle) <= size &&
    beside.some((line) => line?.pieces.some(({ x }) => x > piece.x + size && x < piece.end - size))
  )
}
