import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one test's DATA_DIR, and its removal. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'trademark-'))
  await chmod(path, 0o711) // as root, another user runs PostgreSQL below it
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
