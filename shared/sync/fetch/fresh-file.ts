import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Letters alone: digits in a file's name could be taken for the day of an edition. */
const freshName = (): string => randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

/**
 * Writes chunks into a fresh file of `folder`, and tells its path. Whatever stops it takes the file along.
 *
 * @throws what the chunks threw, or writing the file; an abort as an AbortError
 */
export async function writeFresh(
  folder: string,
  chunks: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<string> {
  const path = join(folder, freshName())
  // Opened before anything can fail: a stream that opens it by itself may do so after it was removed.
  const file = await open(path, 'wx')
  try {
    await pipeline(chunks, file.createWriteStream(), signal === undefined ? {} : { signal })
    return path
  } catch (error) {
    await file.close().catch(() => {}) // what matters has been thrown
    await rm(path, { force: true })
    throw error
  }
}
