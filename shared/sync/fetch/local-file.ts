import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SyncError } from '../sync-error.ts'
import { refused } from './allowed-address.ts'
import type { Downloaded, DownloadOrder } from './download-order.ts'
import { tooLarge } from './failures.ts'

const CHUNK_BYTES = 1024 * 1024

export const unreadable = (cause?: unknown): SyncError =>
  new SyncError('file_unreadable', 'The file or folder of the source cannot be read.', { cause })

/** The path that a file: URL names on this machine. @throws SyncError `file_unreadable` */
export function pathOf(url: string | URL): string {
  try {
    return fileURLToPath(url)
  } catch (cause) {
    throw unreadable(cause) // of another host, or with an encoded slash
  }
}

/** Whether a file: URL names a folder, whose files `listFolder` tells. */
export async function isFolder(fileUrl: string): Promise<boolean> {
  return (await stat(pathOf(fileUrl)).catch(() => undefined))?.isDirectory() ?? false
}

/**
 * A file of this machine in the place of a download: it stays where it is, and is read once for its hash. Its size
 * and the moment of its last change are its validators.
 *
 * @throws SyncError `not_published` where there is none, `file_unreadable`, `too_large` or `redirect_refused`
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
  return { path, name: basename(path), contentType: null, bytes, sha256, validators, url: url.href }
}

/** Only the configured file, or what is in the configured folder. */
function refuseOutside(path: string, configured: string): void {
  if (relative(configured, path).split(/[/\\]/)[0] === '..') {
    throw refused('a file outside its folder')
  }
}

async function statFile(path: string) {
  const found = await stat(path, { bigint: true }).catch((cause) => {
    throw cause.code === 'ENOENT' || cause.code === 'ENOTDIR'
      ? new SyncError('not_published', 'The source has no such file.', { cause })
      : unreadable(cause)
  })
  if (!found.isFile()) {
    throw unreadable() // a folder, or something that may never end
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
      throw tooLarge(mostBytes)
    }
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES })
  } catch (cause) {
    throw unreadable(cause)
  }
}
