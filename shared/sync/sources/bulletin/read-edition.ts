import { open } from 'node:fs/promises'
import { readPdf } from '../../formats/pdf/open-pdf.ts'
import { type TextLine, textOfLine } from '../../formats/pdf/text-lines.ts'
import { SyncError } from '../../sync-error.ts'
import { foldWords } from '../../text/fold-words.ts'
import type { ReadEdition } from '../../values/bulletin-entry.ts'
import { quote } from '../../values/quote.ts'
import { statFile, unreadable } from '../../values/unreadable.ts'
import { gatherEntries } from './gather-entries.ts'
import { readHeader } from './lines/header.ts'
import { readLineEntries } from './lines/read-lines.ts'
import type { RawEntry } from './raw-entry.ts'
import { readTable } from './table/read-table.ts'

const MAX_BYTES = 100 * 1024 * 1024
const PDF = '%PDF-'
/** A PDF may start with a few other bytes. */
const HEAD_BYTES = 1_024

/**
 * Reads an edition of the daily status bulletin from a PDF with text or a table (CSV, TSV).
 *
 * @throws SyncError when the file cannot be used; the reason of the signal
 */
export async function readEdition(path: string, signal: AbortSignal): Promise<ReadEdition> {
  signal.throwIfAborted()
  const bytes = await bytesOfPdf(path)
  if (bytes === null) {
    return gatherEntries(await readTable(path, signal), 'rows')
  }
  const { entries, lines } = readLineEntries(await readPdf(bytes, signal))
  assertEntries(entries, lines)
  return gatherEntries(entries, 'lines')
}

/** Returns the bytes of a PDF; null for another file. */
async function bytesOfPdf(path: string): Promise<Uint8Array | null> {
  const { size } = await statFile(path)
  checkSize(size)
  try {
    const file = await open(path)
    try {
      const head = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      const isPdf = beginsAsPdf(head.buffer.subarray(0, head.bytesRead))
      return isPdf ? new Uint8Array(await file.readFile()) : null
    } finally {
      await file.close()
    }
  } catch (error) {
    throw unreadable(error)
  }
}

function checkSize(size: number): void {
  if (size === 0) {
    throw new SyncError('not_a_bulletin', 'The file is empty.')
  }
  if (size > MAX_BYTES) {
    throw new SyncError('too_large', `The file is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
  }
}

const beginsAsPdf = (head: Buffer): boolean => {
  const text = head.toString('latin1')
  return (
    text.startsWith(PDF) || (text.includes(PDF) && !/^[\s\xef\xbb\xbf]*</.test(text) && !text.includes('\t'))
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

const MOST_LINES = 3

const endsWithHeader = (lines: readonly TextLine[]): boolean =>
  [1, 2, MOST_LINES].some((count) => {
    const header = count <= lines.length ? readHeader(lines.slice(-count)) : undefined
    return header?.lines === count && header.cells[0]?.role === 'number'
  })
