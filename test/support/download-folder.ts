import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type DownloadOptions, download } from '../../shared/sync/fetch/download.ts'
import type { Downloaded, DownloadOrder } from '../../shared/sync/fetch/download-order.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface DownloadFolder {
  path: string
  /** The names of its files. */
  names(): Promise<string[]>
  /** Downloads into it; `url` is also the configured address unless `order` has another one. */
  fetch(
    url: string,
    order?: Partial<DownloadOrder>,
    options?: Partial<DownloadOptions>,
  ): Promise<Downloaded | 'not modified'>
  remove(): Promise<void>
}

/** Creates an empty folder to download into. */
export async function downloadFolder(): Promise<DownloadFolder> {
  const { path, remove } = await temporaryFolder()
  const folder = join(path, 'downloads')
  await mkdir(folder)
  const defaults = { folder, mostBytes: 1_000_000, signal: new AbortController().signal }
  return {
    path: folder,
    names: () => readdir(folder),
    fetch: (url, order = {}, options = {}) =>
      download({ url, configuredUrl: url, ...defaults, ...order }, options),
    remove,
  }
}
