import { open } from 'node:fs/promises'
import { readPdf } from '../../formats/pdf/open-pdf.ts'
import { SyncError } from '../../sync-error.ts'
import type { ReadEdition } from '../../values/bulletin-entry.ts'
import { statFile, unreadable } from '../../values/unreadable.ts'
import { gatherEntries } from './gather-entries.ts'
import { readLines } from './lines/read-lines.ts'
import { refuseWithoutEntries } from './no-entries.ts'
import { readTable } from './table/read-table.ts'

const MAX_BYTES = 100 * 1024 * 1024
const PDF = '%PDF-'
/** A PDF may have a little in front of it. */
const LOOKED_AT = 1_024

/**
 * Reads an edition of the daily status bulletin, from a PDF with text or from a table (CSV, TSV) of the same
 * entries.
 *
 * @throws SyncError when the file is no good as a whole, with a sentence that says why; the signal's reason
 */
export async function readEdition(path: string, signal: AbortSignal): Promise<ReadEdition> {
  signal.throwIfAborted()
  const bytes = await bytesOfPdf(path)
  if (bytes === null) {
    return gatherEntries(await readTable(path, signal), 'rows')
  }
  const { entries, lines } = readLines(await readPdf(bytes, signal))
  refuseWithoutEntries(entries, lines)
  return gatherEntries(entries, 'lines')
}

/** All of a file that begins as a PDF does; null for any other. */
async function bytesOfPdf(path: string): Promise<Uint8Array | null> {
  const { size } = await statFile(path)
  refuseOdd(size)
  try {
    const file = await open(path)
    try {
      const head = await file.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0)
      const isPdf = beginsAsPdf(head.buffer.subarray(0, head.bytesRead))
      return isPdf ? new Uint8Array(await file.readFile()) : null
    } finally {
      await file.close()
    }
  } catch (error) {
    throw unreadable(error)
  }
}

function refuseOdd(size: number): void {
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
