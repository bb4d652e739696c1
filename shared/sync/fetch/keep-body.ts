import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { asBodyError, tooLarge } from './failures.ts'
import { writeFresh } from './fresh-file.ts'
import type { Patience } from './timeouts.ts'

export interface KeptBody {
  path: string
  bytes: number
  sha256: string
}

/**
 * Writes an answer's body into a fresh file of `folder`. Whatever stops it takes the file and the connection along.
 *
 * @throws SyncError `too_large` or `cut_off`, the reason of an abort, or what writing the file threw
 */
export async function keepBody(
  response: IncomingMessage,
  { folder, mostBytes }: { folder: string; mostBytes: number },
  patience: Patience,
): Promise<KeptBody> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of bodyOf(response, mostBytes)) {
      patience.heard()
      bytes += chunk.length
      if (bytes > mostBytes) {
        throw tooLarge(mostBytes)
      }
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    const path = await writeFresh(folder, counted(), patience.signal)
    return { path, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    throw patience.signal.aborted ? patience.signal.reason : error
  } finally {
    response.destroy()
  }
}

async function* bodyOf(response: IncomingMessage, mostBytes: number): AsyncGenerator<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > mostBytes) {
    throw tooLarge(mostBytes)
  }
  try {
    yield* response
  } catch (error) {
    throw asBodyError(error)
  }
}
