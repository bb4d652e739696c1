import { type PdfText, parsePdf } from '../../formats/pdf/parse-pdf.ts'
import { type TextLine, textOfLine } from '../../formats/pdf/text-lines.ts'
import { SyncError } from '../../sync-error.ts'
import { foldWords } from '../../text/fold-words.ts'
import type { ReadEdition } from '../../values/bulletin-entry.ts'
import { quote } from '../../values/quote.ts'
import { assertShown, withoutDefects } from './assert-shown.ts'
import { withoutClosingPages } from './closing-page.ts'
import { gatherEntries } from './gather-entries.ts'
import { startsEntry } from './lines/alone.ts'
import { readHeader } from './lines/header.ts'
import type { Part } from './lines/parts.ts'
import { readLineEntries } from './lines/read-lines.ts'
import { printedDays } from './printed-days.ts'
import type { RawEntry } from './raw-entry.ts'
import { assertTotals } from './stated-totals.ts'

/**
 * Reads an edition from a PDF with text. Call this function in a process with limits: a malicious PDF can use any amount of
 * memory and time.
 *
 * @throws SyncError when the file cannot be used
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadEdition> {
  const text = await parsePdf(bytes)
  assertShown(text)
  assertValid(text)
  const read = readLineEntries(withoutClosingPages(text.pages))
  const { parts } = read
  const entries = withoutDefects(read.entries, parts)
  assertEntries(
    entries,
    parts.flatMap(({ lines }) => lines),
  )
  parts.forEach((part) => {
    assertSection(part, entries)
  })
  assertTotals(
    parts.flatMap(({ lines }) => lines),
    entries,
  )
  return { ...gatherEntries(entries, 'lines'), printed: printedDays(text.pages) }
}

/** Matches folded words (see `foldWords`) that make a document invalid, such as `sin validez`. */
const WITHOUT_VALIDITY =
  /\b(?:documento de prueba|sin valide[zs]|no (?:tiene validez|valido|usar|utilizar|publicar))\b/

/** Matches folded words of a stamp, such as `anulado`. */
const STAMP =
  /\b(?:anulad[oa]s?|invalid[oa]s?|borrador|pruebas?|sin efecto|suspendid[oa]s?|reemplazad[oa]s?)\b/
/** A line withdraws or corrects entries if it begins with `NOTICE` and contains `WITHDRAWAL`. */
const NOTICE =
  /^(?:notas?|avisos?|fe de erratas|rectificacion|importante|atencion|se (?:excluye|informa|hace presente|comunica|deja|rectifica)|por error|las? (?:resolucion|solicitud|entrada|anotacion|notificacion))/
const WITHDRAWAL =
  /\b(?:excluy\w+|excluid[oa]s?|por error|sin efecto|no considerar|debe decir|donde dice|rectific\w+|anulad[oa]s?)\b/

/** Throws SyncError `layout_unknown` if a text states that the document or some entries are invalid. */
function assertValid({ pages, unread }: PdfText): void {
  const stamp = unread.find(({ text, isTurned }) => isTurned && STAMP.test(foldWords(text)))
  if (stamp !== undefined) {
    throw new SyncError(
      'layout_unknown',
      `Page ${stamp.page} has ${quote(stamp.text)} across it, so its entries may be invalid.`,
    )
  }
  for (const line of pages.flat()) {
    const folded = foldWords(textOfLine(line))
    if (!startsEntry(line) && NOTICE.test(folded) && WITHDRAWAL.test(folded)) {
      const words = quote(textOfLine(line))
      throw new SyncError(
        'layout_unknown',
        `Page ${line.page} has the notice ${words}: load the edition without the withdrawn entries.`,
      )
    }
    if (!startsEntry(line) && WITHOUT_VALIDITY.test(foldWords(textOfLine(line)))) {
      const words = quote(textOfLine(line))
      throw new SyncError(
        'layout_unknown',
        `Page ${line.page} says ${words}: the document is not an edition of the office.`,
      )
    }
  }
}

const NO = '(?:no (?:hay|existen?|se (?:registran|presentan|informan)|registra|contiene)|sin)'
const WHAT = [
  ...['anotacion', 'actuacion', 'entrada', 'evento', 'informacion', 'marca', 'movimiento'],
  ...['notificacion', 'novedad', 'publicacion', 'registro', 'resolucion', 'solicitud'],
].join('|')
/** Matches the beginning of a folded line such as `no hay solicitudes`. */
const NOTHING_HAPPENED = new RegExp(String.raw`^${NO} (?:\p{L}+ ){0,2}(?:${WHAT})(?:e?s)?(?!\p{L})`, 'u')

/**
 * Rejects a document without entries.
 *
 * @throws SyncError `no_rows` if the document states that it has no entries, or ends with the header of a table
 * @throws SyncError `layout_unknown` for any other document without entries
 */
function assertEntries(entries: readonly RawEntry[], lines: readonly TextLine[]): void {
  if (entries.length > 0) {
    return
  }
  if (lines.some((line) => NOTHING_HAPPENED.test(foldWords(textOfLine(line))))) {
    throw new SyncError('no_rows', 'The bulletin says that it has no entries.')
  }
  if (endsWithHeader(lines)) {
    throw new SyncError('no_rows', 'The table has headers, but no rows below them.')
  }
  const text = quote(lines[0] === undefined ? '' : textOfLine(lines[0]))
  const why = `None of its ${lines.length} lines starts like an entry. The first line is ${text}.`
  throw new SyncError('layout_unknown', why)
}

/**
 * Rejects a section that has text but no entries.
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
    const first = quote(textOfLine(line))
    throw new SyncError(
      'layout_unknown',
      `The section ${section.code} has no line that starts like an entry. The first line is ${first}.`,
    )
  }
}

/** The maximum number of lines of a table header. */
const MOST_LINES = 3

const endsWithHeader = (lines: readonly TextLine[]): boolean =>
  [1, 2, MOST_LINES].some((count) => {
    const header = count <= lines.length ? readHeader(lines.slice(-count)) : undefined
    return header?.lines === count && header.cells[0]?.role === 'number'
  })
