import { SyncError } from '../../sync-error.ts'

/** A text item that runs from left to right. Positions are in points from the upper left corner of the page. */
export interface PlacedText {
  text: string
  x: number
  /** The baseline. */
  y: number
  width: number
  size: number
  /** True for a text without ink, or in white without a dark background. */
  isHidden?: boolean
}

/** Adjacent text items of a line, without a wide gap between them. */
export interface Piece {
  x: number
  end: number
  /** The baseline of the first text item. */
  y: number
  text: string
  /** The text items in `text`, if there are several. `at` is the index in `text` at which the item starts. */
  parts?: readonly { at: number; x: number; end: number }[]
}

export interface TextLine {
  /** The number of the line, counted from 1 through all pages. */
  number: number
  page: number
  y: number
  size: number
  /** From left to right; at least one. */
  pieces: readonly Piece[]
  /** Set if a text item of the line is hidden. */
  isHidden?: true
  /** A defect of the line, in words that can end a message, such as `is crossed out`. */
  defect?: string
}

// The following four lengths are shares of the font size.
/** The maximum distance between the baselines of the text items in a line. */
const SAME_BASELINE = 0.3
/** A wider gap between two text items is a space. */
const SPACE = 0.12
/** A wider gap starts a new piece. */
const WIDE = 0.6
/** The maximum offset of a text that is drawn twice. */
const SAME_PLACE = 0.2

const MAX_CHARACTERS = 1_000

/**
 * Returns the lines of a page from top to bottom.
 *
 * @param after the number of the last line of the previous page
 * @throws SyncError `too_large` for a piece with more than MAX_CHARACTERS characters
 */
export function linesOf(texts: readonly PlacedText[], page: number, after: number): TextLine[] {
  const lines: { y: number; size: number; texts: PlacedText[] }[] = []
  for (const text of texts
    .filter(isVisible)
    .map(withoutFirstSpace)
    .sort((a, b) => a.y - b.y)) {
    const line = lines.at(-1)
    if (line && text.y - line.y <= SAME_BASELINE * Math.min(line.size, text.size)) {
      line.texts.push(text)
      line.size = Math.max(line.size, text.size)
    } else {
      lines.push({ y: text.y, size: text.size, texts: [text] })
    }
  }
  return lines.map((line, index) => ({
    number: after + index + 1,
    page,
    y: line.y,
    size: line.size,
    pieces: piecesOf(line.texts),
    ...(line.texts.some(({ isHidden }) => isHidden) && { isHidden: true as const }),
  }))
}

/** Returns false for text items of spaces alone, because PDF generators place them anywhere. */
const isVisible = ({ text, size }: PlacedText): boolean => size > 0 && text.trim() !== ''

const withoutFirstSpace = (placed: PlacedText): PlacedText => {
  const text = placed.text.trimStart()
  return text.length === placed.text.length
    ? placed
    : {
        ...placed,
        text,
        x: placed.x + placed.width * (1 - text.length / placed.text.length),
        width: (placed.width * text.length) / placed.text.length,
      }
}

function piecesOf(texts: readonly PlacedText[]): Piece[] {
  const pieces: (Piece & { last: PlacedText; parts: { at: number; x: number; end: number }[] })[] = []
  for (const text of texts.flatMap(withoutWideSpaces).sort((a, b) => a.x - b.x)) {
    const before = pieces.at(-1)
    const end = text.x + text.width
    if (before === undefined || text.x - before.end > WIDE * text.size) {
      const { x, y } = text
      pieces.push({ x, y, end, text: text.text, last: text, parts: [{ at: 0, x, end }] })
    } else if (!isDrawnTwice(before.last, text)) {
      const isApart = text.x - before.end > SPACE * text.size && !before.text.endsWith(' ')
      before.text += isApart ? ' ' : ''
      before.parts.push({ at: before.text.length, x: text.x, end })
      before.text += text.text
      before.end = Math.max(before.end, end)
      before.last = text
    }
  }
  if (pieces.some(({ text }) => text.length > MAX_CHARACTERS)) {
    throw new SyncError('too_large', `The PDF has a line with more than ${MAX_CHARACTERS} letters.`)
  }
  return pieces.map(({ x, y, end, text, parts }) => {
    const piece = { x, y, end, text: text.trimEnd() }
    return parts.length === 1 ? piece : { ...piece, parts }
  })
}

/** Returns whether the second text repeats the first text. Some PDF generators draw bold text twice. */
const isDrawnTwice = (first: PlacedText, second: PlacedText): boolean =>
  first.text === second.text && second.x - first.x < SAME_PLACE * second.size

const WIDE_SPACE = /\s{2,}/g

/** Splits a text item at wide spaces. Estimates the positions of the parts from the mean character width. */
function withoutWideSpaces(placed: PlacedText): PlacedText[] {
  const { text, x, width } = placed
  const each = width / text.length
  const parts: PlacedText[] = []
  let start = 0
  for (const { 0: spaces, index } of [...text.matchAll(WIDE_SPACE), { 0: '', index: text.length }]) {
    const part = text.slice(start, index)
    if (part.trim() !== '') {
      parts.push({ ...placed, text: part, x: x + start * each, width: part.length * each })
    }
    start = index + spaces.length
  }
  return parts
}

export const leftOf = ({ pieces }: TextLine): number => pieces[0]?.x ?? 0

export const textOfLine = ({ pieces }: Pick<TextLine, 'pieces'>): string =>
  pieces.map(({ text }) => text).join(' ')

const SOFT_HYPHEN = /\u00ad$/
/** Matches a final hyphen after a lowercase letter: in `mar-`, but not in `AB-`. */
const BROKEN_WORD = /(?<=\p{Ll})\u00ad?[-‐]$/u

/** Joins the lines of a text: `mar-` and `cas` become `marcas`. */
export const joinLines = (lines: readonly string[]): string =>
  lines
    .filter((line) => line !== '')
    .reduce((text, line) => {
      if (SOFT_HYPHEN.test(text)) {
        return text.slice(0, -1) + line
      }
      if (BROKEN_WORD.test(text) && /^\p{Ll}/u.test(line)) {
        return text.replace(BROKEN_WORD, '') + line
      }
      return text === '' || text.endsWith('/') ? text + line : `${text} ${line}`
    }, '')
