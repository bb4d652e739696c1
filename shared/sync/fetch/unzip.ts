import { type FileHandle, open } from 'node:fs/promises'
import yauzl from 'yauzl'
import { entryBytes } from '../formats/xlsx/archive.ts'
import { openZip } from '../formats/zip/zip-directory.ts'
import { SyncError } from '../sync-error.ts'
import { safeName } from './file-name.ts'
import { writeFresh } from './fresh-file.ts'
import { tooLargeError } from './request-errors.ts'

export interface Unzipped {
  path: string
  /** The safe file name of the sheet. */
  name: string
}

const MOST_ENTRIES = 1_000

const SHEET = /\.(?:csv|tsv|txt|xlsx)$/i
/** Matches hidden files, notes and licenses. */
const NOT_A_SHEET = /^\.|^(?:readme|l[eé]eme|licen[cs]e|licencia)\b/i
const OF_MACOS = /(?:^|\/)__MACOSX\//
/** Matches the names of parts that every workbook (.xlsx) contains. */
const WORKBOOK_PART = /^(?:\[Content_Types\]\.xml$|xl\/)/

const notASheet = (what: string): SyncError => new SyncError('not_a_sheet', `The zip archive ${what}.`)

/**
 * Extracts the only sheet of a zip archive into a new file in `folder`. Returns undefined for a workbook (.xlsx) and for a file
 * that is not a zip archive.
 *
 * @throws SyncError `not_a_sheet` for no sheet or several sheets, `encrypted`, `cut_off`, `too_large`
 */
export async function unzipSingle(
  path: string,
  folder: string,
  mostBytes: number,
): Promise<Unzipped | undefined> {
  const handle = await open(path)
  try {
    if (!(await isZip(handle))) {
      return undefined
    }
    const zip = await openZip(handle)
    const entries = await readEntries(zip)
    if (entries.some(({ name }) => WORKBOOK_PART.test(name))) {
      return undefined
    }
    const { name, entry } = singleSheet(entries)
    checkEntry(entry, mostBytes)
    return { path: await unpack(entryBytes(handle, zip, entry), folder), name: safeName(name) ?? 'sheet' }
  } finally {
    await handle.close()
  }
}

/** The first bytes of an ordinary, an empty and a split zip archive. */
const SIGNATURES = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08']

async function isZip(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  return SIGNATURES.includes(buffer.toString('latin1', 0, bytesRead))
}

interface NamedEntry {
  name: string
  entry: yauzl.Entry
}

const encrypted = (cause?: unknown): SyncError =>
  new SyncError('encrypted', 'The sheet in the zip archive is encrypted.', { cause })

const damaged = (cause: unknown): SyncError =>
  new SyncError('cut_off', 'The zip archive is cut off or damaged.', { cause })

async function readEntries(zip: yauzl.ZipFile): Promise<NamedEntry[]> {
  if (zip.entryCount > MOST_ENTRIES) {
    throw new SyncError(
      'too_large',
      `The zip archive has more than ${MOST_ENTRIES.toLocaleString('en')} files.`,
    )
  }
  const entries: NamedEntry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
      const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
      entries.push({ name, entry })
    }
  } catch (error) {
    throw /encrypt/.test(String(error)) ? encrypted(error) : damaged(error) // the names themselves may be encrypted
  }
  return entries
}

function singleSheet(entries: readonly NamedEntry[]): NamedEntry {
  const sheets = entries.filter(({ name }) => {
    const last = name.slice(name.lastIndexOf('/') + 1)
    return SHEET.test(last) && !NOT_A_SHEET.test(last) && !OF_MACOS.test(name)
  })
  const [sheet, another] = sheets
  if (sheet === undefined) {
    throw notASheet('contains no sheet')
  }
  if (another !== undefined) {
    throw notASheet(`contains ${sheets.length} sheets; only one is allowed`)
  }
  return sheet
}

function checkEntry(entry: yauzl.Entry, mostBytes: number): void {
  if (entry.isEncrypted()) {
    throw encrypted()
  }
  if (entry.uncompressedSize > mostBytes) {
    throw tooLargeError(mostBytes) // the declared size is verified during extraction
  }
}

async function unpack(bytes: AsyncIterable<Buffer>, folder: string): Promise<string> {
  try {
    return await writeFresh(folder, bytes)
  } catch (error) {
    throw error instanceof SyncError ? asArchiveError(error) : error
  }
}

/** Converts an error of `entryBytes`, whose message is about a workbook, into an error about the zip archive. */
const asArchiveError = (error: SyncError): SyncError =>
  error.code === 'not_a_sheet' ? notASheet('uses an unknown compression method') : damaged(error)
