import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder with `mode` unless the folder exists. Creates missing parents with mode 0755. Does not use the option
 * `recursive` of `mkdir`, which never returns for a path below /proc.
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
