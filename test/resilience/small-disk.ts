import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A file system in memory for one test. */
export interface SmallDisk {
  readonly path: string
  /** Fills the free space, down to the last block. */
  fill(): Promise<void>
  /** Frees that space. */
  empty(): Promise<void>
  /** Makes it read-only once no process has a file open for writing; calls `evict` repeatedly until then. */
  makeReadOnly(evict: () => void): Promise<void>
  makeWritable(): void
  remove(): void
}

const CHUNK = Buffer.alloc(2 ** 20)

/** Returns why a small disk cannot be mounted here, for the title of a skipped test; undefined if it can. */
export function whyNoDisk(): string | undefined {
  try {
    mountDisk(1).remove()
    return undefined
  } catch {
    return 'this process may not mount a file system'
  }
}

/** Mounts an empty disk of `megabytes` MB, which any user may traverse. @throws if this process may not mount */
export function mountDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'trademark-disk-'))
  const mount = (...args: string[]): unknown => execFileSync('mount', args, { stdio: 'pipe' })
  try {
    mount('-t', 'tmpfs', '-o', `mode=711,size=${megabytes}m`, 'tmpfs', path)
  } catch (error) {
    rmdirSync(path)
    throw error
  }
  chmodSync(path, 0o711)
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: async () => {
      const file = await open(ballast, 'a')
      await writeUntilFull(file).finally(() => file.close())
    },
    empty: () => rm(ballast, { force: true }),
    makeReadOnly: async (evict) => {
      for (;;) {
        evict()
        try {
          mount('-o', 'remount,ro', path)
          return
        } catch {
          await wait(1)
        }
      }
    },
    makeWritable: () => void mount('-o', 'remount,rw', path),
    remove: () => {
      execFileSync('umount', ['-l', path])
      rmdirSync(path)
    },
  }
}

/** Writes ever smaller pieces, so that no free space remains. */
async function writeUntilFull(file: FileHandle): Promise<void> {
  for (let size = CHUNK.length; size > 0; size >>= 1) {
    try {
      for (;;) {
        await file.write(CHUNK, 0, size)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') {
        throw error
      }
    }
  }
}
