import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readUnchanged } from '../../fetch/unchanged-file.ts'
import { type ProcessLimits, readInProcess } from '../../limited-process.ts'
import { SyncError } from '../../sync-error.ts'
import type { ReadEdition } from '../../values/bulletin-entry.ts'
import { statFile, unreadable } from '../../values/unreadable.ts'
import { gatherEntries } from './gather-entries.ts'
import { readTable } from './table/read-table.ts'

const MAX_BYTES = 100 * 1024 * 1024
const PDF = '%PDF-'
/** The number of bytes at the start of a file that are searched for the header of a PDF. */
const HEAD_BYTES = 1_024

const PDF_PROGRAM = fileURLToPath(new URL('pdf-process.ts', import.meta.url))
/** The limits of the process that reads a PDF. An edition has only a few hundred entries, so these limits suffice. */
const PDF_LIMITS: ProcessLimits = { megabytes: 512, seconds: 60 }

/**
 * Reads an edition of the daily status bulletin: a PDF with text, or a table (CSV, TSV).
 *
 * @throws SyncError if the file cannot be used
 * @throws the reason of `signal` if the signal is aborted
 */
export async function readEdition(
  path: string,
  signal: AbortSignal,
  pdfLimits: ProcessLimits = PDF_LIMITS,
): Promise<ReadEdition> {
  signal.throwIfAborted()
  const isPdfFile = await isPdf(path)
  return readUnchanged(path, async () =>
    isPdfFile
      ? readInProcess(PDF_PROGRAM, path, signal, pdfLimits)
      : gatherEntries(await readTable(path, signal), 'rows'),
  )
}

async function isPdf(path: string): Promise<boolean> {
  const { size } = await statFile(path)
  checkSize(size)
  try {
    const file = await open(path)
    try {
      const head = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      return beginsAsPdf(head.buffer.subarray(0, head.bytesRead))
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
