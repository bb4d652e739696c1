import { readFile } from 'node:fs/promises'
import { download } from './download.ts'
import type { Downloaded, DownloadOrder } from './download-order.ts'
import { isListing, type Link, listFolder, readLinks } from './listing.ts'
import { isFolder } from './local-file.ts'
import type { Limits } from './timeouts.ts'

/**
 * What is at an address of the source: the links of a page or the files of a folder, or else one file.
 *
 * @throws SyncError when it cannot be had
 */
export async function lookUp(
  order: DownloadOrder,
  limits: Partial<Limits> = {},
): Promise<{ links: readonly Link[] } | { file: Downloaded | 'not modified' }> {
  if (order.url.startsWith('file:') && (await isFolder(order.url))) {
    return { links: await listFolder(order.url) }
  }
  const file = await download(order, limits)
  return file !== 'not modified' && (await isListing(file))
    ? { links: readLinks({ bytes: await readFile(file.path), contentType: file.contentType }, file.url) }
    : { file }
}
