import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { writeFresh } from './fresh-file.ts'
import { asBodyError, tooLargeError } from './request-errors.ts'
import type { Deadlines } from './timeouts.ts'

interface SavedBody {
  path: string
  bytes: number
  sha256: string
}

/**
 * Writes a response body into a new file in `folder`, and closes the connection. If writing fails, removes the file.
 *
 * @throws SyncError `too_large` or `cut_off`, the reason of an abort, or a file system error
 */
export async function saveBody(
  response: IncomingMessage,
  { folder, mostBytes }: { folder: string; mostBytes: number },
  deadlines: Deadlines,
): Promise<SavedBody> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of bodyOf(response, mostBytes)) {
      deadlines.dataReceived()
      bytes += chunk.length
      if (bytes > mostBytes) {
        throw tooLargeError(mostBytes)
      }
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    const path = await writeFresh(folder, counted(), deadlines.signal)
    return { path, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    throw deadlines.signal.aborted ? deadlines.signal.reason : error
  } finally {
    response.destroy()
  }
}

async function* bodyOf(response: IncomingMessage, mostBytes: number): AsyncGenerator<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > mostBytes) {
    throw tooLargeError(mostBytes)
  }
  try {
    yield* response
  } catch (error) {
    throw asBodyError(error)
  }
}
