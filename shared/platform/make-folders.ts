import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder where there is none, with `mode`, and those above it, as others may enter them. Not by `recursive`, which
 * never returns below /proc, and calls a read-only place a missing one.
 */
export async function makeFolders(path: string, mode: number, withParents = true): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || !withParents) throw error
    await makeFolders(dirname(path), 0o755)
    await makeFolders(path, mode, false)
  }
}
