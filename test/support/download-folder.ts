import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { download, type Means } from '../../shared/sync/fetch/download.ts'
import type { Downloaded, DownloadOrder } from '../../shared/sync/fetch/download-order.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface DownloadFolder {
  path: string
  /** What lies in it. */
  names(): Promise<string[]>
  /** Downloads into it; the address is the configured one, unless `order` says otherwise. */
  fetch(
    url: string,
    order?: Partial<DownloadOrder>,
    means?: Partial<Means>,
  ): Promise<Downloaded | 'not modified'>
  remove(): Promise<void>
}

/** An empty folder to download into. */
export async function downloadFolder(): Promise<DownloadFolder> {
  const { path, remove } = await temporaryFolder()
  const folder = join(path, 'downloads')
  await mkdir(folder)
  const usual = { folder, mostBytes: 1_000_000, signal: new AbortController().signal }
  return {
    path: folder,
    names: () => readdir(folder),
    fetch: (url, order = {}, means = {}) => download({ url, configuredUrl: url, ...usual, ...order }, means),
    remove,
  }
}
