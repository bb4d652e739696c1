import type { Box, Shape } from './shapes.ts'
import type { Piece, TextLine } from './text-lines.ts'

// A drawn line crosses out letters if it is LOWEST to HIGHEST above the baseline. Both are shares of the font size.
const LOWEST = 0.12
const HIGHEST = 0.45
/** The maximum thickness of a drawn line, in points. */
const THIN = 2.5
/** Drawn lines cover at least this share of the width of a crossed-out text. */
const COVERED = 0.6
/** The maximum number of drawn lines that cross out a text. More lines, one above the other, are a gradient. */
const MOST_LINES = 3

/** Returns the lines. Sets `defect` in lines that are crossed out or covered by an annotation of the PDF. */
export function withDefects(
  lines: readonly TextLine[],
  shapes: readonly Shape[],
  notes: readonly Box[],
): TextLine[] {
  const strokes = shapes.filter(
    ({ top, bottom, left, right, isDark }) => isDark && bottom - top <= THIN && right - left > THIN,
  )
  return lines.map((line) => {
    const struck = line.pieces.find((piece) => isStruck(piece, line, strokes))
    const noted = notes.some((note) => overlaps(note, line))
    const defect = struck ? 'is crossed out' : noted ? 'is below an annotation of the PDF' : undefined
    return defect === undefined ? line : { ...line, defect }
  })
}

function isStruck({ x, end, y, parts = [] }: Piece, { size }: TextLine, strokes: readonly Shape[]): boolean {
  const across = strokes.filter(({ top, bottom }) => {
    const height = (y - (top + bottom) / 2) / size
    return height >= LOWEST && height <= HIGHEST
  })
  if (new Set(across.map(({ top }) => Math.round(top * 5))).size > MOST_LINES) {
    return false
  }
  return [...parts, { x, end }].some((part) => {
    const covered = across.reduce(
      (sum, { left, right }) => sum + Math.max(0, Math.min(right, part.end) - Math.max(left, part.x)),
      0,
    )
    return covered >= Math.max(COVERED * (part.end - part.x), size / 2)
  })
}

/** Returns whether a box covers a part of a line. */
export const overlaps = ({ left, right, top, bottom }: Box, { y, size, pieces }: TextLine): boolean =>
  top < y && bottom > y - size / 2 && pieces.some(({ x, end }) => left < end && right > x)

/** The minimum height of a picture with text, in points. Smaller pictures are symbols. */
const LEAST_HEIGHT = 4
/** The minimum width of a picture with text, in points. */
const LEAST_WIDTH = 10
/** The maximum height and width of a letter, in points. */
const LARGEST_LETTER = 30
/** The maximum number of points of a rectangle: four corners, and the first corner again. A letter has more points. */
const RECTANGLE = 5
/** The minimum number of letter-like shapes in a row of text. Fewer shapes are symbols. */
const FEWEST_LETTERS = 4

/** Returns the pictures and the rows of letter-like shapes that may contain unread text. */
export function unreadShapes(lines: readonly TextLine[], shapes: readonly Shape[]): Box[] {
  const pictures = shapes.filter(
    ({ kind, top, bottom, left, right }) =>
      kind === 'picture' && bottom - top >= LEAST_HEIGHT && right - left >= LEAST_WIDTH,
  )
  const unread = pictures.filter((box) => !lines.some(({ y, size }) => isBetween(y - size / 3, box)))
  const letters = shapes.filter(isLikeLetter).filter((box) => !lines.some((line) => overlaps(box, line)))
  const rows = Map.groupBy(letters, ({ bottom }) => Math.round(bottom / LEAST_HEIGHT))
  return [...unread, ...[...rows.values()].filter(({ length }) => length >= FEWEST_LETTERS).map(boundsOf)]
}

const isBetween = (y: number, { top, bottom }: Box): boolean => top <= y && y <= bottom

const isLikeLetter = ({ kind, isDark, points, left, right, top, bottom }: Shape): boolean =>
  kind === 'fill' &&
  isDark &&
  points > RECTANGLE &&
  bottom - top <= LARGEST_LETTER &&
  bottom - top >= 1 &&
  right - left <= LARGEST_LETTER

const boundsOf = (boxes: readonly Box[]): Box =>
  boxes.reduce((all, { left, right, top, bottom }) => ({
    left: Math.min(all.left, left),
    right: Math.max(all.right, right),
    top: Math.min(all.top, top),
    bottom: Math.max(all.bottom, bottom),
  }))

/** A box with the number of its page, from 1. */
export type PageBox = Box & { page: number }

/** A logo is at the same position on at least this share of the pages. */
const LOGO_SHARE = 2 / 3
/** The maximum distance between the edges of two boxes at the same position, in points. */
const SAME_PLACE = 3

/** Returns the boxes that are not logos. */
export function withoutLogos(boxes: readonly PageBox[], pages: number): PageBox[] {
  const fewest = Math.max(2, Math.ceil(pages * LOGO_SHARE))
  const isSame = (a: PageBox, b: PageBox): boolean =>
    (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(a[side] - b[side]) <= SAME_PLACE)
  return boxes.filter(
    (box) => new Set(boxes.filter((other) => isSame(box, other)).map(({ page }) => page)).size < fewest,
  )
}
