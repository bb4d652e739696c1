import { type FileHandle, open } from 'node:fs/promises'
import { SyncError } from '../../sync-error.ts'
import type { Sheet } from '../sheet.ts'
import { type Encoding, findEncoding } from './encoding.ts'
import { rejectOtherFormats } from './not-a-sheet.ts'
import { parseRecords } from './records.ts'
import { detectDialect } from './separator.ts'
import { decodeCp850 } from './single-byte.ts'

const CHUNK_BYTES = 128 * 1024

/**
 * Opens a delimited text file. The number of a row is the line on which the row begins. Supports:
 * - the separators `;`, `,`, `|` and tab
 * - quotes as in RFC 4180, or with backslashes: `"a \"b\""`
 * - UTF-8, UTF-16 with a byte order mark, Windows-1252, code page 850 and Mac Roman
 *
 * @param isComplete whether the file is known to be complete (see parseRecords)
 * @throws SyncError `file_unreadable`, `not_a_sheet`, `cut_off`; while rows are read, also `too_large`
 */
export async function openDelimited(path: string, isComplete?: boolean): Promise<Sheet> {
  const file = await openFile(path)
  try {
    return await sheetOf(file, isComplete)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path)
    if ((await file.stat()).isFile()) {
      return file
    }
    await file.close()
  } catch (cause) {
    throw unreadable(cause)
  }
  throw unreadable()
}

async function sheetOf(file: FileHandle, isComplete?: boolean): Promise<Sheet> {
  const { size } = await file.stat()
  const beginning = Buffer.from((await chunkAt(file, 0)) ?? [])
  rejectOtherFormats(beginning)
  const encoding = await findEncoding(() => chunksOf(file))
  const dialect = detectDialect(decoderOf(encoding)(beginning))
  let read = 0
  const counted = chunksOf(file, (bytes) => {
    read += bytes
  })
  return {
    rows: parseRecords(asUtf8(counted, encoding), dialect, isComplete),
    epoch: 1900,
    progress: () => (size === 0 ? 1 : Math.min(1, read / size)),
    close: () => file.close(),
  }
}

async function* chunksOf(
  file: FileHandle,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let position = 0
  for (let chunk = await chunkAt(file, 0); chunk !== null; chunk = await chunkAt(file, position)) {
    position += chunk.length
    onRead(chunk.length)
    yield chunk
  }
}

async function chunkAt(file: FileHandle, position: number): Promise<Uint8Array | null> {
  try {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(CHUNK_BYTES), position })
    return bytesRead === 0 ? null : buffer.subarray(0, bytesRead)
  } catch (cause) {
    throw unreadable(cause)
  }
}

const unreadable = (cause?: unknown): SyncError =>
  new SyncError('file_unreadable', 'The file cannot be read.', { cause })

async function* asUtf8(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') {
    yield* chunks
    return
  }
  const decode = decoderOf(encoding)
  for await (const chunk of chunks) {
    yield Buffer.from(decode(chunk))
  }
  yield Buffer.from(decode())
}

/** Returns a function that decodes the next bytes. A call without bytes ends the text. */
function decoderOf(encoding: Encoding): (bytes?: Uint8Array) => string {
  if (encoding === 'cp850') {
    return (bytes = new Uint8Array()) => decodeCp850(bytes)
  }
  const decoder = new TextDecoder(encoding)
  return (bytes) => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }))
}
