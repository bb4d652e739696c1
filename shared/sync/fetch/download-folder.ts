import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../db/embedded/process.ts'

/** The prefix of folder names. It has the host name, because containers that share a temporary folder can have equal PIDs. */
const PREFIX = `trademark-sync-${hostname()}-`

/** Runs `work` with a temporary folder for downloads and removes the folder afterwards. */
export async function withDownloadFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  await removeStaleFolders()
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    // A failed removal must not lose the result of the run; a later process removes the folder.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

/** Removes the folders of processes that were killed. */
async function removeStaleFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (!Number.isNaN(pid) && !isAlive(pid)) {
      // Folders of other users cannot be removed.
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
    }
  }
}
