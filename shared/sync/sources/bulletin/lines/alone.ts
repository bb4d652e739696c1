import type { Piece, TextLine } from '../../../formats/pdf/text-lines.ts'
import { readHeading } from '../sections.ts'
import { isNote } from './notes.ts'
import { numberAtStart } from './numbers.ts'
import { startOf } from './read-blocks.ts'

/** Returns whether a line begins with an application number, with or without a label such as `Solicitud N°`. */
export const startsEntry = (line: TextLine): boolean =>
  startOf(line) !== undefined || numberAtStart(line) !== undefined

/** The tolerance for the position of a text in a column, in points. */
const SAME_PLACE = 1.5
/** A text is larger than the entries if its font exceeds the largest font of the entries by this factor. */
const LARGER = 1.05

/**
 * Returns the lines that have a single text and may be outside the table. Such a text is larger than the entries, or is not
 * aligned with any text of the table.
 */
export function outOfColumns(lines: readonly TextLine[]): TextLine[] {
  const starts = lines.filter(startsEntry)
  const largest = starts.reduce((most, { size }) => Math.max(most, size), Number.NEGATIVE_INFINITY)
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

const centreOf = ({ x, end }: Piece): number => (x + end) / 2

const SIDES: readonly ((piece: Piece) => number)[] = [({ x }) => x, ({ end }) => end, centreOf]

/** The horizontal position at which headings are centred. */
export interface Middle {
  x: number
  /** True if headings of different widths are centred at this position, and no column is centred there. */
  isCertain: boolean
}

/** A column is centred at a position if at least this share of the entries has a text centred there. */
const CENTRED_SHARE = 0.1

/** Returns the common centre of headings of different widths. Without such headings, returns the centre of the entries. */
export function middleOf(lines: readonly TextLine[]): Middle {
  const starts = lines.filter(startsEntry)
  const pieces = starts.flatMap((line) => line.pieces)
  const headings = lines.flatMap((line) => {
    const [piece, second] = line.pieces
    return piece && !second && readHeading(piece.text) !== null ? [piece] : []
  })
  const isNear = (a: Piece, b: Piece): boolean => Math.abs(centreOf(a) - centreOf(b)) <= SAME_PLACE
  const left = pieces.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY)
  const right = pieces.reduce((most, { end }) => Math.max(most, end), 0)
  const centred = headings.filter(({ x }) => x > left)
  const shared = centred.find(
    (one) =>
      centred.some((other) => isNear(one, other) && Math.abs(one.x - other.x) > 2 * SAME_PLACE) &&
      pieces.filter((piece) => isNear(one, piece)).length < starts.length * CENTRED_SHARE,
  )
  return shared === undefined
    ? { x: (left + right) / 2, isCertain: false }
    : { x: centreOf(shared), isCertain: true }
}

/**
 * Returns whether a line is a single text that is centred at `middle`. If `middle` is uncertain, the text must also extend over
 * the start of a text in `beside`.
 *
 * @param beside the lines above and below
 */
export function isOverColumns(
  { pieces, size }: TextLine,
  middle: Middle,
  beside: readonly (TextLine | undefined)[],
): boolean {
  const [piece] = pieces
  return (
    piece !== undefined &&
    pieces.length === 1 &&
    Math.abs(centreOf(piece) - middle.x) <= (middle.isCertain ? SAME_PLACE : size) &&
    (middle.isCertain ||
      beside.some((line) => line?.pieces.some(({ x }) => x > piece.x + size && x < piece.end - size)))
  )
}
