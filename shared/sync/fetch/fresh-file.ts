import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Returns a random name without digits, because digits in a file name could be read as the date of an edition. */
const freshName = (): string => randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

/**
 * Writes chunks into a new file in `folder` and returns its path. If writing fails, removes the file.
 *
 * @throws the error of the chunks or of the file system; an AbortError on abort
 */
export async function writeFresh(
  folder: string,
  chunks: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<string> {
  const path = join(folder, freshName())
  // Opened here, because the stream could otherwise create the file after the removal below.
  const file = await open(path, 'wx')
  try {
    await pipeline(chunks, file.createWriteStream(), signal === undefined ? {} : { signal })
    return path
  } catch (error) {
    await file.close().catch(() => {}) // the first error is thrown below
    await rm(path, { force: true })
    throw error
  }
}
