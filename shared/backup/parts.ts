import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { decrypted, encrypted } from './encryption.ts'
import type { Part } from './manifest.ts'
import { emptyMeasure, type Measure, measured } from './measured.ts'
import type { Target } from './target.ts'

/** What a part came to, as COPY told it and as it is stored. */
export interface WrittenPart {
  content: Measure
  stored: Measure
}

/** Compresses, encrypts and keeps what COPY tells, as it comes. */
export async function writePart(
  target: Target,
  name: string,
  rows: AsyncIterable<Uint8Array>,
  recipient: string,
): Promise<WrittenPart> {
  const content = emptyMeasure()
  const stored = emptyMeasure()
  const compressed = createZstdCompress()
  const compressing = pipeline(Readable.from(measured(rows, content), { objectMode: false }), compressed)
  compressing.catch(() => {}) // told below: it may fail before anybody waits for it
  try {
    await target.write(name, measured(await encrypted(compressed, recipient), stored))
    await compressing
  } catch (error) {
    compressed.destroy()
    await compressing.catch(() => {}) // so that nothing reads on
    throw error
  }
  return { content, stored }
}

/** A part as its manifest says it is, and where. */
export interface StoredPart {
  target: Target
  backup: string
  part: Part
}

const fileOf = ({ backup, part }: StoredPart): string => `${backup}/${part.file}`

/** Reads the file of a part through, without opening it. @throws BackupError unless it is what was written */
export async function checkPart(stored: StoredPart): Promise<void> {
  for await (const _ of asStored(stored)) {
    // read to its end, where the digest is compared
  }
}

/** The file of a part: at its end it was the one that was written, or this throws. */
async function* asStored(stored: StoredPart): AsyncGenerator<Uint8Array> {
  const { part, target } = stored
  const altered = (): BackupError =>
    new BackupError(`${fileOf(stored)} is not the file that was written: it was altered, cut or swapped.`)
  const measure = emptyMeasure()
  yield* measured(await target.read(fileOf(stored)), measure, part.bytes, altered)
  if (measure.sha256 !== part.sha256) {
    throw altered()
  }
}

/**
 * The rows of a part, decrypted and as COPY told them: at their end, they are those that were exported, or this throws.
 *
 * @throws BackupError: another key, or a file that was altered, cut or swapped
 */
export async function* readPart(stored: StoredPart, identity: string): AsyncGenerator<Uint8Array> {
  const { part } = stored
  const measure = emptyMeasure()
  const altered = (): BackupError =>
    new BackupError(`${fileOf(stored)} does not hold the ${part.rows} rows that were exported.`)
  const expanded = createZstdDecompress()
  let expanding: Promise<void> | undefined
  try {
    const opened = await decrypted(Readable.from(asStored(stored), { objectMode: false }), identity)
    expanding = pipeline(Readable.from(opened, { objectMode: false }), expanded)
    expanding.catch(() => {}) // told by the stream itself
    yield* measured(expanded, measure, part.contentBytes, altered)
    await expanding
  } catch (error) {
    throw error instanceof BackupError && error.message.startsWith('it was')
      ? new BackupError(`${fileOf(stored)} cannot be opened: ${error.message}.`, { cause: error })
      : asBackupError(error, fileOf(stored))
  } finally {
    expanded.destroy()
    await expanding?.catch(() => {})
  }
  if (measure.sha256 !== part.contentSha256 || measure.lines !== part.rows) {
    throw altered()
  }
}

const asBackupError = (error: unknown, file: string): BackupError =>
  error instanceof BackupError
    ? error
    : new BackupError(`${file} cannot be read: it was altered or cut.`, { cause: error })
