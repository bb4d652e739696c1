import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findKeys, findKeysIn } from './search-log.ts'
import type { TestServer } from './start-postgres.ts'
import { onServer, templateName } from './test-database.ts'

/**
 * Runs once after all tests. Removes the template database, and the server and its folder if the tests started it.
 * Searches the logs of the tests, of all processes that they started, and of that server for keys.
 *
 * @throws an error if a log contains a key, whether or not the tests passed
 */
export async function stopPostgres(): Promise<void> {
  await onServer(`drop database if exists ${templateName()} with (force)`)
  // Set by start-postgres.ts.
  const {
    TEST_LOG_FOLDER: LOG = '',
    NODE_COMPILE_CACHE: COMPILED = '',
    TEST_PREPARED_DATA: DATA = '',
  } = process.env
  const { testServer } = globalThis as { testServer?: TestServer }
  const found = testServer ? await findKeysIn(join(testServer.dataDir, 'postgres.log')) : []
  if (testServer) {
    await testServer.membership.leave()
    await rm(testServer.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  await refuseKeys([...found, ...(await findKeys(LOG))])
  await rm(LOG, { recursive: true, force: true, maxRetries: 5 })
  await rm(DATA, { recursive: true, force: true })
  await rm(COMPILED, { recursive: true, force: true, maxRetries: 5 })
}

/** Throws if keys were found, which keeps the folder of the logs for inspection. These keys are no longer valid. */
async function refuseKeys(found: readonly string[]): Promise<void> {
  if (found.length > 0) {
    throw new Error(`Keys in the log of the tests, ${found.length} times:\n${found.slice(0, 20).join('\n')}`)
  }
}
