import { type FileHandle, open } from 'node:fs/promises'
import yauzl from 'yauzl'
import { SyncError } from '../../sync-error.ts'
import { FileReader } from '../zip/file-reader.ts'
import { entryBytes } from './entry-bytes.ts'
import { LIMITS } from './limits.ts'
import { asReadError, asZipError, tooLarge } from './workbook-error.ts'

/** One file inside the workbook's zip archive. */
export interface Part {
  /** Its path in the archive, as the archive writes it. */
  readonly name: string
  /** Its bytes after inflating, as the archive states them; a part with another number of bytes fails. */
  readonly size: number
  /** Its inflated bytes, from the start. Throws SyncError where they are not those that were packed. */
  bytes(): AsyncGenerator<Buffer, void>
}

export interface Archive {
  /** Finds a part by its path, without the slash at its start and in any case, as the format asks for. */
  part(path: string): Part | undefined
  close(): Promise<void>
}

/** Opens a zip archive by its directory; nothing is inflated before a part is read. */
export async function openArchive(path: string): Promise<Archive> {
  const handle = await open(path).catch((error) => {
    throw asReadError(error)
  })
  try {
    const parts = await readDirectory(handle)
    return { part: (path) => parts.get(path.toLowerCase()), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw asReadError(error)
  }
}

async function readDirectory(handle: FileHandle): Promise<Map<string, Part>> {
  const zip = await openZip(handle)
  if (zip.entryCount > LIMITS.zipEntries) {
    throw tooLarge(`it has ${zip.entryCount} parts, and at most ${LIMITS.zipEntries} are read`)
  }
  const parts = new Map<string, Part>()
  let bytes = 0
  for await (const entry of entriesOf(zip)) {
    bytes += entry.uncompressedSize
    if (bytes > LIMITS.workbookBytes) {
      throw tooLarge(`it unpacks to more than ${LIMITS.workbookBytes} bytes`)
    }
    if (entry.isEncrypted()) {
      throw new SyncError('not_a_sheet', 'The workbook is encrypted: save it without a password')
    }
    const { fileName: name, uncompressedSize: size } = entry
    parts.set(name.toLowerCase(), { name, size, bytes: () => entryBytes(handle, zip, entry) })
  }
  return parts
}

async function openZip(handle: FileHandle): Promise<yauzl.ZipFile> {
  const { size } = await handle.stat()
  await checkMagic(handle)
  const options = { autoClose: false, validateEntrySizes: true }
  try {
    return await yauzl.fromRandomAccessReaderPromise(new FileReader(handle), size, options)
  } catch (error) {
    throw asZipError(error, 'the directory of its parts, at its end, is missing or broken')
  }
}

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry, void> {
  try {
    yield* zip.eachEntry()
  } catch (error) {
    throw asZipError(error, 'the directory of its parts is broken')
  }
}

/** Every zip archive with something in it starts with the header of its first part. */
async function checkMagic(handle: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  const found = buffer.toString('latin1', 0, bytesRead)
  if (!'PK\u0003\u0004'.startsWith(found)) {
    throw new SyncError('not_a_sheet', 'The file is not a workbook: a workbook (.xlsx) is a zip archive')
  }
}
