import { type FileHandle, open } from 'node:fs/promises'
import yauzl from 'yauzl'
import { entryBytes } from '../formats/xlsx/entry-bytes.ts'
import { openZip } from '../formats/zip/zip-directory.ts'
import { SyncError } from '../sync-error.ts'
import { tooLarge } from './failures.ts'
import { safeName } from './file-name.ts'
import { writeFresh } from './fresh-file.ts'

export interface Unzipped {
  path: string
  /** The sheet's own name in the archive, made safe. */
  name: string
}

/** An archive of one sheet has few entries. */
const MOST_ENTRIES = 1_000

/** What an entry's name says of it; whoever packs a folder packs more than its sheet. */
const SHEET = /\.(?:csv|tsv|txt|xlsx)$/i
const BESIDE = /^\.|^(?:readme|l[eé]eme|licen[cs]e|licencia)\b/i
const OF_MACOS = /(?:^|\/)__MACOSX\//
/** Every workbook has parts of these names. */
const WORKBOOK_PART = /^(?:\[Content_Types\]\.xml$|xl\/)/

const notASheet = (what: string): SyncError => new SyncError('not_a_sheet', `The zip archive ${what}.`)

/**
 * Takes the single sheet out of a zip archive, into a fresh file of `folder`. Undefined for a file that is no zip
 * archive, and for a workbook, which is one inside.
 *
 * @param mostBytes that the sheet may have, unpacked
 * @throws SyncError `not_a_sheet` where there is none or more than one, `encrypted`, `cut_off`, `too_large`
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
    refuseBeforehand(entry, mostBytes)
    return { path: await unpack(entryBytes(handle, zip, entry), folder), name: safeName(name) ?? 'sheet' }
  } finally {
    await handle.close()
  }
}

/** The header of a first entry, of an archive without any, or of one that was split. */
const STARTS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08']

async function isZip(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  return STARTS.includes(buffer.toString('latin1', 0, bytesRead))
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
    throw /encrypt/.test(String(error)) ? encrypted(error) : damaged(error) // the names themselves may be
  }
  return entries
}

function singleSheet(entries: readonly NamedEntry[]): NamedEntry {
  const sheets = entries.filter(({ name }) => {
    const last = name.slice(name.lastIndexOf('/') + 1)
    return SHEET.test(last) && !BESIDE.test(last) && !OF_MACOS.test(name)
  })
  const [sheet, another] = sheets
  if (sheet === undefined) {
    throw notASheet('holds no sheet')
  }
  if (another !== undefined) {
    throw notASheet(`holds ${sheets.length} sheets, and it cannot be told which one is meant`)
  }
  return sheet
}

function refuseBeforehand(entry: yauzl.Entry, mostBytes: number): void {
  if (entry.isEncrypted()) {
    throw encrypted()
  }
  if (entry.uncompressedSize > mostBytes) {
    throw tooLarge(mostBytes) // that there are no more bytes than this is checked while they are unpacked
  }
}

async function unpack(bytes: AsyncIterable<Buffer>, folder: string): Promise<string> {
  try {
    return await writeFresh(folder, bytes)
  } catch (error) {
    throw error instanceof SyncError ? inOwnWords(error) : error
  }
}

/** What reads the parts of a workbook speaks of a workbook. */
const inOwnWords = (error: SyncError): SyncError =>
  error.code === 'not_a_sheet' ? notASheet('is packed in a way that is not known') : damaged(error)
