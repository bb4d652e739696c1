import type { PdfText } from '../../formats/pdf/parse-pdf.ts'
import { type TextLine, textOfLine } from '../../formats/pdf/text-lines.ts'
import { SyncError } from '../../sync-error.ts'
import { quote } from '../../values/quote.ts'
import { startsEntry } from './lines/alone.ts'
import { EVENT_OR_RESOLUTION } from './lines/notes.ts'
import { leadingNumber } from './lines/numbers.ts'
import type { Part } from './lines/parts.ts'
import { blockStart } from './lines/read-blocks.ts'
import type { RawEntry } from './raw-entry.ts'
import { readHeading } from './sections.ts'

/**
 * Rejects a document if its text may differ from the visible pages. See the row "Text of the bulletin that no reader
 * sees" in docs/decisions.md#synchronization.
 *
 * @throws SyncError `layout_unknown`
 */
export function assertShown({ pages, unread, pictures }: PdfText): void {
  assertVisible(unread)
  pages.forEach(assertVisibleLines)
  assertHeadings(pages.flat())
  assertPictures(pages, pictures)
}

function assertVisible(unread: PdfText['unread']): void {
  const found = unread.find(({ text, isTurned }) =>
    isTurned ? /^\S+\s+\p{L}/u.test(text) && startsAsEntry(text) : startsAsEntry(text),
  )
  if (found !== undefined) {
    const how = found.isTurned
      ? 'in another direction than the page'
      : 'without ink, in white or smaller than a point'
    throw new SyncError(
      'layout_unknown',
      `Page ${found.page} has ${quote(found.text)} ${how}. This text starts like an entry.`,
    )
  }
}

/** The maximum distance between two lines that may be in the same row, as a multiple of the font size. */
const CLOSE = 2.6

/** Rejects a page with a hidden heading, or with hidden text among its entries. */
function assertVisibleLines(lines: readonly TextLine[]): void {
  const hidden = lines.filter(({ isHidden }) => isHidden)
  const rows = hidden.length === 0 ? [] : lines.filter(startsEntry)
  const found = hidden.find((line) => readHeading(textOfLine(line)) !== null || isAmong(line, rows, lines))
  if (found !== undefined) {
    const text = quote(textOfLine(found))
    throw new SyncError(
      'layout_unknown',
      `Page ${found.page} has text without ink, or in white, among its entries: ${text}.`,
    )
  }
}

/** Returns whether a line is close above the first entry, between entries, or below the last entry after small gaps only. */
function isAmong(line: TextLine, rows: readonly TextLine[], lines: readonly TextLine[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) {
    return false
  }
  const below = lines.filter(({ y }) => y >= last.y && y <= line.y)
  const follows = below.every(
    ({ y, size }, index) => index === 0 || y - (below[index - 1]?.y ?? y) <= CLOSE * size,
  )
  return first.y - line.y <= CLOSE * line.size && (line.y <= last.y || follows)
}

const startsAsEntry = (text: string): boolean => {
  const trimmed = text.trim()
  return (
    leadingNumber(trimmed) !== undefined ||
    blockStart(trimmed) !== undefined ||
    trimmed.search(EVENT_OR_RESOLUTION) === 0
  )
}

/** Rejects a crossed-out or covered heading, because the section of the entries below it is unknown. */
function assertHeadings(lines: readonly TextLine[]): void {
  const found = lines.find((line) => line.defect !== undefined && readHeading(textOfLine(line)) !== null)
  if (found !== undefined) {
    throw new SyncError(
      'layout_unknown',
      `Page ${found.page} has the heading ${quote(textOfLine(found))}, which ${found.defect}.`,
    )
  }
}

/** Rejects a picture or form field below the first entry. A narrow picture below the last entry is allowed. */
function assertPictures(pages: readonly (readonly TextLine[])[], pictures: PdfText['pictures']): void {
  const rows = pictures.length === 0 ? [] : pages.flat().filter(startsEntry)
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) {
    return
  }
  const isBelow = (box: PdfText['pictures'][number], { page, y }: TextLine): boolean =>
    box.page > page || (box.page === page && box.bottom > y)
  const pieces = rows.flatMap((row) => row.pieces)
  const left = pieces.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY)
  const width = pieces.reduce((most, { end }) => Math.max(most, end - left), 0)
  const found = pictures.find(
    (box) => isBelow(box, first) && (!isBelow(box, last) || (box.right - box.left) * 2 > width),
  )
  if (found !== undefined) {
    throw new SyncError(
      'layout_unknown',
      `Page ${found.page} has a picture, drawn letters or a field of a form among its entries. The service cannot read text in such objects.`,
    )
  }
}

/** Returns the entries. Sets `broken` in entries with crossed-out or covered text. */
export function withoutDefects(entries: readonly RawEntry[], parts: readonly Part[]): readonly RawEntry[] {
  const reasons = new Map<RawEntry, string>()
  for (const line of parts.flatMap(({ lines }) => lines)) {
    if (line.defect !== undefined) {
      const reason = `The text ${quote(textOfLine(line))} ${line.defect}.`
      for (const entry of entriesAt(line, entries)) reasons.set(entry, reason)
    }
  }
  return entries.map((entry) => {
    const broken = entry.broken ?? reasons.get(entry) ?? null
    return { ...entry, broken }
  })
}

/** Returns the entry that starts in a line, or else the nearest entry above and the nearest entry below the line. */
function entriesAt({ number }: TextLine, entries: readonly RawEntry[]): RawEntry[] {
  const own = entries.find(({ rowNumber }) => rowNumber === number)
  const above = entries.findLast(({ rowNumber }) => rowNumber < number)
  const below = entries.find(({ rowNumber }) => rowNumber > number)
  return (own ? [own] : [above, below]).filter((entry) => entry !== undefined)
}
