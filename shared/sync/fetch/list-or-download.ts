import { readFile } from 'node:fs/promises'
import { download } from './download.ts'
import type { Downloaded, DownloadOrder } from './download-order.ts'
import { isListing, type Link, listFolder, readLinks } from './listing.ts'
import { isFolder } from './local-file.ts'
import type { Timeouts } from './timeouts.ts'

/**
 * Reads an address of the source. Returns the links of an HTML page, the files of a folder, or else the downloaded file.
 *
 * @throws SyncError
 */
export async function listOrDownload(
  order: DownloadOrder,
  timeouts: Partial<Timeouts> = {},
): Promise<{ links: readonly Link[] } | { file: Downloaded | 'not modified' }> {
  if (order.url.startsWith('file:') && (await isFolder(order.url))) {
    return { links: await listFolder(order.url) }
  }
  const file = await download(order, timeouts)
  return file !== 'not modified' && (await isListing(file))
    ? { links: readLinks({ bytes: await readFile(file.path), contentType: file.contentType }, file.url) }
    : { file }
}
