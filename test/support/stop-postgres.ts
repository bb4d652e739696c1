import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findKeys, findKeysIn } from './search-log.ts'
import type { TestServer } from './start-postgres.ts'
import { onServer, templateName } from './test-database.ts'

/**
 * Runs once after all tests: nothing of theirs stays on the server, an own server goes with its folder, and what was
 * logged by the tests, by every process that they started, and by that server is searched for keys.
 *
 * @throws where there is one, whether or not the tests have passed
 */
export default async function stopPostgres(): Promise<void> {
  await onServer(`drop database if exists ${templateName()} with (force)`)
  const { testServer } = globalThis as { testServer?: TestServer }
  const found = testServer ? await findKeysIn(join(testServer.dataDir, 'postgres.log')) : []
  if (testServer) {
    await testServer.membership.leave()
    await rm(testServer.dataDir, { recursive: true, force: true })
  }
  await refuseKeys([...found, ...(await findKeys(LOG))])
  await rm(LOG, { recursive: true, force: true })
  await rm(COMPILED, { recursive: true, force: true })
}

// Both are set by start-postgres.ts.
const { TEST_LOG_FOLDER: LOG = '', NODE_COMPILE_CACHE: COMPILED = '' } = process.env

/** The folder stays where something was found, to be looked at: these keys open nothing any more. */
async function refuseKeys(found: readonly string[]): Promise<void> {
  if (found.length > 0) {
    throw new Error(`Keys in the log of the tests, ${found.length} times:\n${found.slice(0, 20).join('\n')}`)
  }
}
