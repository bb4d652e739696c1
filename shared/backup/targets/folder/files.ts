import type { Dirent } from 'node:fs'
import { lstat, readdir, rm, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredFile } from '../../target.ts'
import { backupOf, isFileName, LONGEST_PARTIAL_MS } from '../file-name.ts'
import { errnoOf } from './folder-failure.ts'

/** Lists the backup files under `root`; ignores other files. */
export async function listFolderFiles(root: string): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for (const backup of await entries(root)) {
    if (backup.isDirectory() && isFileName(`${backup.name}/x`)) {
      found.push(...(await filesOf(root, backup.name)))
    }
  }
  return found
}

async function filesOf(root: string, backup: string): Promise<StoredFile[]> {
  const all = await entries(join(root, backup))
  const files = all.filter((entry) => entry.isFile() && isFileName(`${backup}/${entry.name}`))
  const stored = files.map(async ({ name }) => {
    const status = await lstat(join(root, backup, name)).catch(unless('ENOENT'))
    return status ? [{ name: `${backup}/${name}`, bytes: status.size }] : [] // no status: removed in the meantime
  })
  return (await Promise.all(stored)).flat()
}

const entries = async (folder: string): Promise<Dirent[]> =>
  (await readdir(folder, { withFileTypes: true }).catch(unless('ENOENT'))) ?? []

/** Removes files, and the folders that become empty. */
export async function removeFolderFiles(root: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await unlink(join(root, name)).catch(unless('ENOENT'))
  }
  for (const backup of new Set(names.map(backupOf))) {
    await rmdir(join(root, backup)).catch(unless('ENOENT', 'ENOTEMPTY', 'EEXIST'))
  }
}

/** Removes old incomplete files, so that they do not fill the disk. */
export async function removeLeftovers(partials: string): Promise<void> {
  for (const name of await readdir(partials)) {
    const path = join(partials, name)
    const status = await lstat(path).catch(() => undefined)
    if (status && Date.now() - status.mtimeMs > LONGEST_PARTIAL_MS) {
      await rm(path, { force: true }).catch(() => {})
    }
  }
}

const unless =
  (...codes: string[]) =>
  (error: unknown): undefined => {
    if (!codes.includes(errnoOf(error))) {
      throw error
    }
  }
