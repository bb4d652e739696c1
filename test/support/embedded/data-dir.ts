import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  type EmbeddedConnection,
  type JoinOptions,
  joinEmbeddedPostgres,
  type Membership,
} from '../../../shared/db/embedded/join.ts'
import { eventually, processesWith } from './processes.ts'
import { QUICK } from './settings.ts'

const folders: string[] = []
const memberships: Membership[] = []
let ready: string | undefined

/** Creates a folder for one test that any user can traverse. */
export function newFolder(): string {
  const folder = makeFolder()
  folders.push(folder)
  return folder
}

function makeFolder(): string {
  // Spaces, commas and quotes are each special to one of the programs that receive the path.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tm, "test" '))
  chmodSync(folder, 0o711)
  return folder
}

/** Returns the path of a DATA_DIR for one test, which does not exist yet. */
export const newDataDir = (): string => join(newFolder(), 'data')

/** Returns a DATA_DIR with a cluster and no server, shared by the tests of a file: creating one takes a second. */
export async function readyDataDir(): Promise<string> {
  if (ready === undefined) {
    ready = join(makeFolder(), 'data')
    await (await joinHere(ready)).leave()
  }
  return ready
}

/** Ends the servers of the folders of a test, also of a failed one, and removes the folders; call it after each test. */
export async function removeFolders(): Promise<void> {
  await Promise.all(memberships.splice(0).map((membership) => membership.leave()))
  if (ready !== undefined) await killServers(ready)
  for (const folder of folders.splice(0)) {
    await killServers(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes the shared DATA_DIR; call it after all tests of a file. */
export function removeReadyDataDir(): void {
  if (ready !== undefined) rmSync(join(ready, '..'), { recursive: true, force: true })
}

async function killServers(folder: string): Promise<void> {
  for (const { pid } of processesWith(`-D ${folder}`)) process.kill(pid, 'SIGKILL')
  await eventually(() => processesWith(`-D ${folder}`).length === 0)
}

/** Joins the server in the process of the test. */
export async function joinHere(dataDir: string, options: Partial<JoinOptions> = {}): Promise<Membership> {
  const membership = await joinEmbeddedPostgres({ dataDir, name: 'test', settings: QUICK, ...options })
  memberships.push(membership)
  return membership
}

/** Returns the message of the `EmbeddedPostgresError` that joining throws. */
export async function refusalToJoin(dataDir: string, options: Partial<JoinOptions> = {}): Promise<string> {
  try {
    await (await joinHere(dataDir, options)).leave()
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'EmbeddedPostgresError') return message
    throw error
  }
  throw new Error('joining did not fail')
}

/** Returns the rows of one statement on a connection of its own. */
export async function query(connection: EmbeddedConnection, sql: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Returns the pid in postmaster.pid, running or not. */
export const postmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

/** Returns a function that reads the server's log from now on. */
export function logFromNow(dataDir: string): () => string {
  const read = (): string => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  const { length } = read()
  return () => read().slice(length)
}

/** Returns whether the server has shut down: no process, and no postmaster.pid. */
export const isStopped = (dataDir: string): boolean =>
  !existsSync(join(dataDir, 'postgres', 'postmaster.pid')) &&
  processesWith(` -D ${join(dataDir, 'postgres')} `).length === 0
