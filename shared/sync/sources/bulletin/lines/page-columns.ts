import { splitPiece } from '../../../formats/pdf/split-piece.ts'
import { type Piece, type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { SyncError } from '../../../sync-error.ts'
import { quote } from '../../../values/quote.ts'
import { readHeading } from '../sections.ts'
import { startOf } from './read-blocks.ts'

/** Lines over the whole width of a page (`above`), and the columns below them. */
interface Band {
  above: TextLine[]
  columns: TextLine[][]
}

/**
 * Returns the lines of a document in each possible reading order. A page may have several columns of blocks. A block is
 * an entry with labels, such as `Evento:`.
 *
 * - The first order reads all columns of a page, then the next page.
 * - The second order reads the first column of all pages up to the next line over the whole width, then the second column of
 *   these pages. This order exists only if no column has a heading.
 *
 * @throws SyncError `layout_unknown` if the column of a text is uncertain
 */
export function readingOrders(lines: readonly TextLine[]): TextLine[][] {
  const edges = edgesOf(lines)
  if (edges.length < 2) {
    return [[...lines]]
  }
  const bands: Band[] = []
  const newBand = (): Band => ({ above: [], columns: edges.map(() => []) })
  const pages = Map.groupBy(lines, ({ page }) => page)
  const bottom = Math.max(...lines.map(({ y }) => y))
  for (const page of pages.values()) {
    const parts = page.map((line) => ({ line, pieces: partsOf(line, edges) }))
    for (const { line, pieces } of parts) {
      const isWide = pieces === undefined || isWideHeading(line, parts, bottom)
      const last = bands.at(-1)
      if (last === undefined || (isWide && last.columns.some(({ length }) => length > 0))) {
        bands.push(newBand())
      }
      const band = bands.at(-1) as Band
      if (isWide) {
        band.above.push(line)
      } else {
        for (const [index, own] of pieces.entries()) {
          band.columns[index]?.push(...(own.length === 0 ? [] : [{ ...line, pieces: own }]))
        }
      }
    }
  }
  const byColumn = bands.flatMap(({ above, columns }) => [...above, ...columns.flat()])
  const byPage = bands.flatMap(({ above, columns }) => [
    ...above,
    ...[...Map.groupBy(columns.flat(), ({ page }) => page).values()].flat(),
  ])
  const hasHeadings = bands.some(({ columns }) => columns.flat().some(isHeading))
  return (hasHeadings ? [byPage] : [byPage, byColumn]).map((order) =>
    order.map((line, index) => ({ ...line, number: index + 1 })),
  )
}

const isHeading = (line: TextLine): boolean => readHeading(textOfLine(line)) !== null

/** An x coordinate is the left edge of a column if at least this share of all blocks starts there. */
const MIN_SHARE = 0.15
/** The minimum width of a column, in points. */
const MIN_WIDTH = 100
/** The tolerance for an edge, in points. */
const EDGE = 3

function edgesOf(lines: readonly TextLine[]): number[] {
  const starts = lines.flatMap(({ pieces }) =>
    pieces.filter((_, index) => startOf({ pieces: pieces.slice(index) }) !== undefined).map(({ x }) => x),
  )
  const places = [...Map.groupBy(starts, Math.round).values()]
    .filter(({ length }) => length >= starts.length * MIN_SHARE)
    .map((same) => Math.min(...same))
    .sort((a, b) => a - b)
  return places.filter((x, index) => index === 0 || x - (places[index - 1] as number) >= MIN_WIDTH)
}

/**
 * Returns the pieces of a line in each column; undefined if the line is a single text over several columns.
 *
 * @throws SyncError `layout_unknown` if the line has several texts, and one of them extends over several columns
 */
function partsOf({ page, pieces }: TextLine, edges: readonly number[]): Piece[][] | undefined {
  const columnOf = (x: number) => edges.findLastIndex((edge, index) => index === 0 || edge <= x + EDGE)
  const all = pieces.flatMap((piece) => splitAt(piece, edges))
  const wide = all.find(({ x, end }) => columnOf(x) !== columnOf(end - EDGE - EDGE))
  if (wide !== undefined && all.length > 1) {
    throw new SyncError('layout_unknown', `Page ${page} has ${quote(wide.text)} in two columns of entries.`)
  }
  return wide
    ? undefined
    : edges.map((edge, index) =>
        all.filter(({ x }) => columnOf(x) === index).map((piece) => moved(piece, edge - (edges[0] ?? edge))),
      )
}

/**
 * Moves a piece to the horizontal position of the first column. This aligns the two parts of a block that continues in the
 * next column.
 */
const moved = ({ y, text, ...piece }: Piece, by: number): Piece => ({
  ...{ y, text, x: piece.x - by, end: piece.end - by },
  ...(piece.parts && { parts: piece.parts.map(({ at, x, end }) => ({ at, x: x - by, end: end - by })) }),
})

/** Splits a piece at column edges. If the gap between two columns is as narrow as a space, one piece has texts of both. */
function splitAt(piece: Piece, edges: readonly number[]): Piece[] {
  const edge = edges.find(
    (place) => place > piece.x + EDGE && piece.parts?.some(({ x }) => Math.abs(x - place) <= EDGE),
  )
  const parts = edge === undefined ? undefined : splitPiece(piece, edge)
  return parts === undefined ? [piece] : [parts[0], ...splitAt(parts[1], edges)]
}

/** The minimum distance of a wide heading from lines in the second or a later column, as a multiple of the font size. */
const BESIDE = 1.5

/** Returns whether a line is a heading over the whole width. @throws SyncError `layout_unknown` if this is uncertain */
function isWideHeading(
  line: TextLine,
  parts: readonly { line: TextLine; pieces: Piece[][] | undefined }[],
  bottom: number,
): boolean {
  if (line.pieces.length > 1 || !isHeading(line)) {
    return false
  }
  const others = parts.filter(({ pieces }) => pieces?.slice(1).some(({ length }) => length > 0))
  const own = parts.filter(({ pieces }) => (pieces?.[0]?.length ?? 0) > 0)
  if (others.some((other) => Math.abs(other.line.y - line.y) <= BESIDE * line.size)) {
    return false
  }
  const isLast = others.length > 0 && others.every((other) => other.line.y < line.y)
  if (isLast && own.some((each) => each.line.y > bottom - BESIDE * line.size)) {
    const text = quote(textOfLine(line))
    throw new SyncError(
      'layout_unknown',
      `Page ${line.page} has the heading ${text}, which may belong to one column of entries or to all columns.`,
    )
  }
  return true
}
