import { rm } from 'node:fs/promises'
import type { TestServer } from './start-postgres.ts'
import { onServer, templateName } from './test-database.ts'

/** Runs once after all tests: nothing of theirs stays on the server, and an own server goes with its folder. */
export default async function stopPostgres(): Promise<void> {
  await onServer(`drop database if exists ${templateName()} with (force)`)
  const { testServer } = globalThis as { testServer?: TestServer }
  if (testServer) {
    await testServer.membership.leave()
    await rm(testServer.dataDir, { recursive: true, force: true })
  }
}
