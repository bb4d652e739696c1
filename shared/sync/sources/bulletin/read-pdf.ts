import { type PdfText, parsePdf } from '../../formats/pdf/parse-pdf.ts'
import { type TextLine, textOfLine } from '../../formats/pdf/text-lines.ts'
import { SyncError } from '../../sync-error.ts'
import { foldWords } from '../../text/fold-words.ts'
import type { ReadEdition } from '../../values/bulletin-entry.ts'
import { quote } from '../../values/quote.ts'
import { gatherEntries } from './gather-entries.ts'
import { startsEntry } from './lines/alone.ts'
import { readHeader } from './lines/header.ts'
import { EVENT_OR_RESOLUTION } from './lines/notes.ts'
import { leadingNumber } from './lines/numbers.ts'
import type { Part } from './lines/parts.ts'
import { blockStart } from './lines/read-blocks.ts'
import { readLineEntries } from './lines/read-lines.ts'
import type { RawEntry } from './raw-entry.ts'
import { readHeading } from './sections.ts'

/**
 * Reads an edition from a PDF with text. A hostile PDF can take any amount of memory and time here: `readEdition` calls this
 * function in a process with limits.
 *
 * @throws SyncError when the file cannot be used
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadEdition> {
  const { pages, unread } = await parsePdf(bytes)
  assertVisible(unread)
  pages.forEach(assertVisibleRows)
  const { entries, parts } = readLineEntries(pages)
  assertEntries(
    entries,
    parts.flatMap(({ lines }) => lines),
  )
  parts.forEach((part) => {
    assertSection(part, entries)
  })
  return gatherEntries(entries, 'lines')
}

/**
 * Rejects a document with entries that no reader sees.
 *
 * @throws SyncError `layout_unknown`
 */
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
      `Page ${found.page} has ${quote(found.text)} ${how}, which starts like an entry.`,
    )
  }
}

/** Share of the font size: lines that are so close may be in the same row. */
const CLOSE = 2.6

/**
 * Rejects a page with hidden text among its entries, except in headers and headings: these may be white on a dark ground.
 *
 * @throws SyncError `layout_unknown`
 */
function assertVisibleRows(lines: readonly TextLine[]): void {
  const hidden = lines.filter(({ isHidden }) => isHidden)
  if (hidden.length === 0) {
    return
  }
  const headers = new Set(
    lines.flatMap((_, index) => {
      const head = lines.slice(index, index + MOST_LINES)
      return head.slice(0, readHeader(head)?.lines ?? 0)
    }),
  )
  const rows = lines.filter(startsEntry)
  const found = hidden.find(
    (line) => !headers.has(line) && readHeading(textOfLine(line)) === null && isAmong(line, rows, lines),
  )
  if (found !== undefined) {
    const text = quote(textOfLine(found))
    throw new SyncError(
      'layout_unknown',
      `Page ${found.page} has text without ink, or in white, among its entries: ${text}.`,
    )
  }
}

/** Returns whether a line is between the first and the last entry of a page, or so close to lines of an entry that it may belong to it. */
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

/** Returns whether a text starts with what an entry has: its number, its event or its resolution. */
const startsAsEntry = (text: string): boolean => {
  const trimmed = text.trim()
  return (
    leadingNumber(trimmed) !== undefined ||
    blockStart(trimmed) !== undefined ||
    trimmed.search(EVENT_OR_RESOLUTION) === 0
  )
}

const NO = '(?:no (?:hay|existen?|se (?:registran|presentan|informan)|registra|contiene)|sin)'
const WHAT = [
  ...['anotaciones', 'actuaciones', 'entradas', 'eventos', 'informacion', 'marcas', 'movimientos'],
  ...['notificaciones', 'novedades', 'publicaciones', 'registros', 'resoluciones', 'solicitudes'],
].join('|')
/** Folded words of a bulletin without entries. */
const NOTHING_HAPPENED = new RegExp(String.raw`^${NO} (?:\p{L}+ ){0,2}(?:${WHAT})(?!\p{L})`, 'u')

/**
 * Rejects a document without entries.
 *
 * @throws SyncError `no_rows` where it contains words for that or ends with the header of a table, else `layout_unknown`
 */
function assertEntries(entries: readonly RawEntry[], lines: readonly TextLine[]): void {
  if (entries.length > 0) {
    return
  }
  if (lines.some((line) => NOTHING_HAPPENED.test(foldWords(textOfLine(line))))) {
    throw new SyncError('no_rows', 'The bulletin says that it has no entries.')
  }
  if (endsWithHeader(lines)) {
    throw new SyncError('no_rows', 'There are headers, and no rows below them.')
  }
  const text = quote(lines[0] === undefined ? '' : textOfLine(lines[0]))
  const why = `None of its ${lines.length} lines starts like an entry, not even ${text}.`
  throw new SyncError('layout_unknown', why)
}

/**
 * Rejects a document with a section that has text and no entries.
 *
 * @throws SyncError `layout_unknown`
 */
function assertSection({ lines, section }: Part, entries: readonly RawEntry[]): void {
  const numbers = new Set(lines.map(({ number }) => number))
  const [line] = lines.slice(readHeader(lines.slice(0, MOST_LINES))?.lines ?? 0)
  if (
    section !== null &&
    line !== undefined &&
    !entries.some(({ rowNumber }) => numbers.has(rowNumber)) &&
    !lines.some((each) => NOTHING_HAPPENED.test(foldWords(textOfLine(each))))
  ) {
    const what = `no line that starts like an entry, not even ${quote(textOfLine(line))}`
    throw new SyncError('layout_unknown', `The section ${section.code} has ${what}.`)
  }
}

const MOST_LINES = 3

const endsWithHeader = (lines: readonly TextLine[]): boolean =>
  [1, 2, MOST_LINES].some((count) => {
    const header = count <= lines.length ? readHeader(lines.slice(-count)) : undefined
    return header?.lines === count && header.cells[0]?.role === 'number'
  })
