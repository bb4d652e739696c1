import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { asBodyError, tooLarge } from './failures.ts'
import type { Patience } from './patience.ts'

export interface KeptBody {
  path: string
  bytes: number
  sha256: string
}

/** Letters alone: digits in a file's name could be taken for the day of an edition. */
export const freshPath = (folder: string): string =>
  join(
    folder,
    randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit))),
  )

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
  const path = freshPath(folder)
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
    await pipeline(counted, createWriteStream(path, { flags: 'wx' }), { signal: patience.signal })
  } catch (error) {
    await rm(path, { force: true })
    throw patience.signal.aborted ? patience.signal.reason : error
  } finally {
    response.destroy()
  }
  return { path, bytes, sha256: hash.digest('hex') }
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
