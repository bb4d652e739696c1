import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../db/embedded/process.ts'

/** Processes are counted apart in containers that share a temporary folder. */
const PREFIX = `trademark-sync-${hostname()}-`

/** Lends `work` a folder of its own for what it downloads, and takes it away again. */
export async function withDownloadFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  await sweep()
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what processes have left behind that were killed. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (!Number.isNaN(pid) && !isAlive(pid)) {
      // Somebody else's, who has to sweep for himself, is left.
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
    }
  }
}
