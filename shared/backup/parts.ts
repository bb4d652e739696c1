import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { decrypted, encrypted } from './encryption.ts'
import type { Part } from './manifest.ts'
import { emptyMeasure, measureStream, type StreamMeasure } from './measure-stream.ts'
import type { Target } from './target.ts'

interface WrittenPart {
  content: StreamMeasure
  stored: StreamMeasure
}

export async function writePart(
  target: Target,
  name: string,
  rows: AsyncIterable<Uint8Array>,
  recipient: string,
): Promise<WrittenPart> {
  const content = emptyMeasure()
  const stored = emptyMeasure()
  const compressed = createZstdCompress()
  const compressing = pipeline(Readable.from(measureStream(rows, content), { objectMode: false }), compressed)
  compressing.catch(() => {}) // prevents an unhandled rejection before the `await` below
  try {
    await target.write(name, measureStream(await encrypted(compressed, recipient), stored))
    await compressing
  } catch (error) {
    compressed.destroy()
    await compressing.catch(() => {}) // waits until the rows are no longer read
    throw error
  }
  return { content, stored }
}

/** The file of one table at a target. */
interface StoredPart {
  target: Target
  backup: string
  part: Part
}

const fileOf = ({ backup, part }: StoredPart): string => `${backup}/${part.file}`

/** Checks a stored file without decryption. @throws BackupError if the digest differs */
export async function checkPart(stored: StoredPart): Promise<void> {
  for await (const _ of readStored(stored)) {
    // the digest is compared at the end
  }
}

async function* readStored(stored: StoredPart): AsyncGenerator<Uint8Array> {
  const { part, target } = stored
  const altered = (): BackupError =>
    new BackupError(`${fileOf(stored)} is not the file that was written: it was altered, cut or swapped.`)
  const measure = emptyMeasure()
  yield* measureStream(await target.read(fileOf(stored)), measure, part.bytes, altered)
  if (measure.sha256 !== part.sha256) {
    throw altered()
  }
}

/**
 * Yields the decrypted output of COPY. Throws at the end if rows are missing.
 *
 * The manifest has no digest of the decrypted content. With such a digest, a person who can read the target but has no
 * key could check whether a guess of the content is right.
 *
 * @throws BackupError for a wrong key or an altered file
 */
export async function* readPart(stored: StoredPart, identity: string): AsyncGenerator<Uint8Array> {
  const { part } = stored
  const measure = emptyMeasure()
  const altered = (): BackupError =>
    new BackupError(`${fileOf(stored)} does not hold the ${part.rows} rows that were exported.`)
  const expanded = createZstdDecompress()
  let expanding: Promise<void> | undefined
  try {
    const opened = await decrypted(Readable.from(readStored(stored), { objectMode: false }), identity)
    expanding = pipeline(Readable.from(opened, { objectMode: false }), expanded)
    expanding.catch(() => {}) // prevents an unhandled rejection: the `yield*` below throws the same error
    yield* measureStream(expanded, measure, part.contentBytes, altered)
    await expanding
  } catch (error) {
    // For a wrong key, the message of `decrypted` has no file name: `it was encrypted for another key`.
    throw error instanceof BackupError && error.message.startsWith('it was')
      ? new BackupError(`${fileOf(stored)} cannot be opened: ${error.message}.`, { cause: error })
      : asBackupError(error, fileOf(stored))
  } finally {
    expanded.destroy()
    await expanding?.catch(() => {})
  }
  if (measure.bytes !== part.contentBytes || measure.lines !== part.rows) {
    throw altered()
  }
}

const asBackupError = (error: unknown, file: string): BackupError =>
  error instanceof BackupError
    ? error
    : new BackupError(`${file} cannot be read: it was altered or cut.`, { cause: error })
