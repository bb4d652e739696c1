import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { SyncError } from '../../sync-error.ts'
import { FileReader } from '../zip/zip-directory.ts'
import { LIMITS } from './limits.ts'
import { asReadError, asZipError, damaged, notASheet, tooLarge } from './workbook-error.ts'

/** A file in the zip archive of a workbook. */
export interface ArchivePart {
  /** The path in the archive. */
  readonly name: string
  /** The inflated size that the archive states. */
  readonly size: number
  /** Yields the inflated bytes. Throws SyncError if the size or checksum is wrong. */
  bytes(): AsyncGenerator<Buffer, void>
}

export interface Archive {
  /** Returns the part at a path without a leading slash. Ignores the letter case. */
  part(path: string): ArchivePart | undefined
  close(): Promise<void>
}

/** Opens a zip archive and reads its directory. */
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

async function readDirectory(handle: FileHandle): Promise<Map<string, ArchivePart>> {
  const zip = await openZip(handle)
  if (zip.entryCount > LIMITS.zipEntries) {
    throw tooLarge(`it has ${zip.entryCount} parts, and at most ${LIMITS.zipEntries} are read`)
  }
  const parts = new Map<string, ArchivePart>()
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

async function openZip(handle: FileHandle): Promise<ZipFile> {
  const { size } = await handle.stat()
  await checkMagic(handle)
  const options = { autoClose: false, validateEntrySizes: true }
  try {
    return await yauzl.fromRandomAccessReaderPromise(new FileReader(handle), size, options)
  } catch (error) {
    throw asZipError(error, 'the directory at the end of the zip archive is missing or broken')
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry, void> {
  try {
    yield* zip.eachEntry()
  } catch (error) {
    throw asZipError(error, 'the directory of the zip archive is broken')
  }
}

/** Rejects a file that does not start like a zip archive. */
async function checkMagic(handle: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  const found = buffer.toString('latin1', 0, bytesRead)
  if (!'PK\u0003\u0004'.startsWith(found)) {
    throw new SyncError('not_a_sheet', 'The file is not a workbook: a workbook (.xlsx) is a zip archive')
  }
}

const CHUNK_BYTES = 32_768

const STORED = 0
const DEFLATED = 8

/** Yields the inflated bytes of an entry. Throws SyncError if the size or checksum is wrong. */
export async function* entryBytes(
  handle: FileHandle,
  zip: ZipFile,
  entry: Entry,
): AsyncGenerator<Buffer, void> {
  let size = 0
  let checksum = 0
  try {
    for await (const chunk of await inflated(handle, zip, entry)) {
      size += chunk.length
      if (size > entry.uncompressedSize) {
        throw damaged('a part is larger than the archive states')
      }
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw asReadError(error)
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) {
    throw damaged('a part does not have the size and checksum that the archive states')
  }
}

async function inflated(handle: FileHandle, zip: ZipFile, entry: Entry): Promise<AsyncGenerator<Buffer>> {
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw notASheet(`a part has an unknown compression method (${entry.compressionMethod})`)
  }
  const start = await dataStart(zip, entry)
  const raw = rawBytes(handle, start, entry.compressedSize)
  return entry.compressionMethod === STORED ? raw : inflate(raw)
}

async function dataStart(zip: ZipFile, entry: Entry): Promise<number> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    return fileDataStart
  } catch (error) {
    throw asZipError(error, 'a part is not at the position that the directory states')
  }
}

async function* rawBytes(handle: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const wanted = Math.min(CHUNK_BYTES, length - at)
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, start + at)
    if (bytesRead === 0) {
      throw damaged('it ends in the middle of a part')
    }
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function* inflate(raw: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES })
  pipeline(raw, inflater, () => {}) // the iteration below throws the errors of the pipeline
  try {
    yield* inflater
  } finally {
    inflater.destroy()
  }
}
