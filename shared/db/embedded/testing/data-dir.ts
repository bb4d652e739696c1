import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedConnection, type JoinOptions, joinEmbeddedPostgres, type Membership } from '../join.ts'
import { eventually, processesWith } from './processes.ts'
import { QUICK } from './settings.ts'

const folders: string[] = []

/** A new folder that any user can pass through, removed by `removeFolders`. */
export function newFolder(): string {
  // Blanks, commas and quotes are all special in one of the places that the path goes through.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tm, "test" '))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

/** A DATA_DIR that does not exist yet. */
export const newDataDir = (): string => join(newFolder(), 'data')

/** Ends what still runs on the folders of the test and removes them. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) {
    for (const { pid } of processesWith(`-D ${folder}`)) process.kill(pid, 'SIGKILL')
    await eventually(() => processesWith(`-D ${folder}`).length === 0)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Joins from within the test's own process. */
export const joinHere = (dataDir: string, options: Partial<JoinOptions> = {}): Promise<Membership> =>
  joinEmbeddedPostgres({ dataDir, name: 'test', settings: QUICK, ...options })

/** The message of the error that keeps one from joining, which has to be of the operator's kind. */
export async function refusalToJoin(dataDir: string, options: Partial<JoinOptions> = {}): Promise<string> {
  try {
    await (await joinHere(dataDir, options)).leave()
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'EmbeddedPostgresError') return message
    throw error
  }
  throw new Error('it joined')
}

/** Rows of one statement on a connection of its own. */
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

/** What postmaster.pid says, alive or not. */
export const postmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

/** A server that has ended in good order takes its postmaster.pid away. */
export const isStopped = (dataDir: string): boolean =>
  !existsSync(join(dataDir, 'postgres', 'postmaster.pid')) &&
  processesWith(` -D ${join(dataDir, 'postgres')} `).length === 0
