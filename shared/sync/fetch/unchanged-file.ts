import { SyncError } from '../sync-error.ts'
import { statFile, unreadable } from '../values/unreadable.ts'
import { hashFile } from './hash-file.ts'

/**
 * Reads a local file, and fails if the file changed meanwhile. The result could otherwise mix two versions of the file.
 *
 * @throws SyncError `file_changed`, even if `read` failed
 */
export async function readUnchanged<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  const before = await stateOf(path)
  const result = await read().catch(async (error) => {
    await rejectChange(path, before, error)
    throw error
  })
  await rejectChange(path, before)
  return result
}

/**
 * Yields the results of reading a local file. After the last result, fails if the file changed meanwhile.
 *
 * @throws SyncError `file_changed`, even if `results` failed
 */
export async function* whileUnchanged<Result>(
  path: string,
  results: AsyncIterable<Result>,
): AsyncGenerator<Result> {
  const before = await stateOf(path)
  try {
    yield* results
  } catch (error) {
    await rejectChange(path, before, error)
    throw error
  }
  await rejectChange(path, before)
}

/** Returns the state of a file as one text: inode, size, modification time and hash. */
async function stateOf(path: string): Promise<string> {
  const { ino, size, mtimeMs } = await statFile(path)
  const sha256 = await hashFile(path).catch((cause) => {
    throw unreadable(cause)
  })
  return [ino, size, mtimeMs, sha256].join()
}

async function rejectChange(path: string, before: string, cause?: unknown): Promise<void> {
  const after = await stateOf(path).catch(() => 'removed')
  if (after !== before) {
    const message = 'The file changed while it was read. Wait until it is complete, then run again.'
    throw new SyncError('file_changed', message, { cause })
  }
}
