import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder for the DATA_DIR of one test. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'trademark-'))
  await chmod(path, 0o711) // if the tests run as root, PostgreSQL runs below it as another user
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
