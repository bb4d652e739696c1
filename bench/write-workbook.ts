import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { SheetMark } from './corpus/sheet-mark.ts'
import type { ClassLayout } from './corpus/sheet-rows.ts'
import { PARTS, SHARED_STRINGS, WORKSHEET } from './workbook-parts.ts'
import { sharedStringsXml, worksheetXml } from './workbook-xml.ts'

export interface WorkbookOptions {
  /** Default `joined`. */
  readonly classes?: ClassLayout
  /** Ends the writing where it is. */
  readonly signal?: AbortSignal
}

/**
 * Writes the office's sheet of `marks` as a workbook at `path`: shared strings, date cells, numbers as numbers.
 *
 * The rows are never held, the different texts in them are: some hundred bytes a row.
 *
 * @throws RangeError for more rows than a worksheet can have, and the reason of `signal`; what had been written is
 *   removed then
 */
export async function writeWorkbook(
  path: string,
  marks: Iterable<SheetMark>,
  { classes = 'joined', signal }: WorkbookOptions = {},
): Promise<void> {
  // Each text and its place in the list of shared ones, in the order of their first use.
  const places = new Map<string, number>()
  const zip = openZip()
  for (const [name, xml] of PARTS) zip.addText(name, [xml])
  zip.addText(WORKSHEET, worksheetXml(marks, classes, places))
  zip.addText(SHARED_STRINGS, sharedStringsXml(places))
  try {
    await pipeline(zip.close(), createWriteStream(path), signal ? { signal } : {})
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** An archive whose files are made one after the other, each when the one before is written. */
function openZip() {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const fail = (error: Error): void => void output.destroy(error)
  zip.on('error', fail)
  return {
    addText(name: string, chunks: Iterable<string>): void {
      zip.addReadStreamLazy(name, (take) => take(null, Readable.from(chunks).on('error', fail)))
    },
    close(): PassThrough {
      zip.end()
      return output
    },
  }
}
