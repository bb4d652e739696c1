import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SyncError } from '../sync-error.ts'
import { redirectRefused } from './allowed-address.ts'
import type { Downloaded, DownloadOrder } from './download-order.ts'
import { tooLargeError } from './request-errors.ts'

const CHUNK_BYTES = 1024 * 1024

/** Returns the SyncError for a local file or folder that cannot be read. */
export const sourceUnreadable = (cause?: unknown): SyncError =>
  new SyncError('file_unreadable', 'The file or folder of the source cannot be read.', { cause })

/** Returns the local path of a file: URL. @throws SyncError `file_unreadable` */
export function pathOf(url: string | URL): string {
  try {
    return fileURLToPath(url)
  } catch (cause) {
    throw sourceUnreadable(cause) // the URL names another host or contains an encoded slash
  }
}

/** Returns whether a file: URL names a folder. */
export async function isFolder(fileUrl: string): Promise<boolean> {
  return (await stat(pathOf(fileUrl)).catch(() => undefined))?.isDirectory() ?? false
}

/**
 * Returns a local file as if it were downloaded. The file stays in place, and is read once to compute the hash. The validators
 * are the size and the modification time of the file.
 *
 * @throws SyncError `not_published` for a missing file, `file_unreadable`, `too_large` or `redirect_refused`
 */
export async function readLocalFile(url: URL, order: DownloadOrder): Promise<Downloaded | 'not modified'> {
  const path = pathOf(url)
  refuseOutside(path, pathOf(order.configuredUrl))
  const { size, mtimeNs, mtime } = await statFile(path)
  const etag = `"${size}-${mtimeNs}"`
  if (order.validators?.etag === etag) {
    return 'not modified'
  }
  const { bytes, sha256 } = await hashFile(path, order)
  const validators = { etag, lastModified: mtime.toUTCString() }
  const name = basename(path)
  return { path, name, contentType: null, bytes, isComplete: false, sha256, validators, url: url.href }
}

/** Refuses a path that is neither the configured path nor inside the configured folder. */
function refuseOutside(path: string, configured: string): void {
  if (relative(configured, path).split(/[/\\]/)[0] === '..') {
    throw redirectRefused('a file outside its folder')
  }
}

async function statFile(path: string) {
  const found = await stat(path, { bigint: true }).catch((cause) => {
    throw cause.code === 'ENOENT' || cause.code === 'ENOTDIR'
      ? new SyncError('not_published', 'The source has no such file.', { cause })
      : sourceUnreadable(cause)
  })
  if (!found.isFile()) {
    throw sourceUnreadable() // for example a folder, or a pipe that may never end
  }
  return found
}

async function hashFile(
  path: string,
  { mostBytes, signal }: DownloadOrder,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunksOf(path)) {
    signal.throwIfAborted()
    bytes += chunk.length
    if (bytes > mostBytes) {
      throw tooLargeError(mostBytes)
    }
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES })
  } catch (cause) {
    throw sourceUnreadable(cause)
  }
}
