import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A file system of a test's own, in memory. */
export interface SmallDisk {
  readonly path: string
  /** Takes all the room that is left, down to the last block. */
  fill(): Promise<void>
  /** Gives that room back. */
  empty(): Promise<void>
  /** Makes it read-only once no process has a file open for writing; calls `evict` until then. */
  makeReadOnly(evict: () => void): Promise<void>
  makeWritable(): void
  remove(): void
}

const CHUNK = Buffer.alloc(2 ** 20)

/** Why no small disk can be had here, in words for a skipped test; undefined where it can. */
export function whyNoDisk(): string | undefined {
  try {
    mountDisk(1).remove()
    return undefined
  } catch {
    return 'this process may not mount a file system'
  }
}

/** Mounts an empty disk of so many megabytes, which any user may pass through. @throws where that is not allowed */
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

/** In ever smaller pieces, so that nothing is left over. */
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
