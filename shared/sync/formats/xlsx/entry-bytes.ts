import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { asReadError, asZipError, damaged, notASheet } from './workbook-error.ts'

/** As many rows as one chunk has are handed on at once. */
const CHUNK_BYTES = 32_768

const STORED = 0
const DEFLATED = 8

/**
 * The inflated bytes of one entry. Fails as soon as there are more of them than the directory states, and at
 * their end unless their number and their checksum are right.
 */
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
        throw damaged('a part of it is larger than it states')
      }
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw asReadError(error)
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) {
    throw damaged('a part of it does not have the size and checksum that it states')
  }
}

async function inflated(handle: FileHandle, zip: ZipFile, entry: Entry): Promise<AsyncGenerator<Buffer>> {
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw notASheet(`it is packed with a method that is not known (${entry.compressionMethod})`)
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
    throw asZipError(error, 'a part of it is not where the directory says')
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
  pipeline(raw, inflater, () => {}) // what fails is thrown by the iteration below
  try {
    yield* inflater
  } finally {
    inflater.destroy()
  }
}
