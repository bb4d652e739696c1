import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '../shared/db/database.ts'
import { type EmbeddedConnection, joinEmbeddedPostgres } from '../shared/db/embedded/join.ts'
import { migrate } from '../shared/db/migrate.ts'
import { describeDatabase } from './machine.ts'
import type { Run } from './run.ts'

/** A database with the schema of the service, for one run, on an embedded server with its default settings. */
export interface BenchDatabase {
  readonly connection: EmbeddedConnection
  /** The connection as a URL. */
  readonly url: string
  readonly owner: Database
  /** The environment variables by which a command of the service finds the database. */
  readonly environment: Readonly<Record<string, string>>
  /** Returns whether the server runs; the last process that leaves the server stops it. */
  isUp(): boolean
  /** Closes the connections of this process, and leaves the server. */
  leave(): Promise<void>
  /** Leaves the database and deletes it. */
  remove(): Promise<void>
}

/** Creates a database, which is deleted at the end of the run if it was not removed before. */
export async function openBenchDatabase(run: Run): Promise<BenchDatabase> {
  run.step('creating a database')
  const dataDir = join(run.folder, `data-${randomBytes(6).toString('hex')}`)
  const isUp = (): boolean => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
  const { connection, leave: leaveServer } = await joinEmbeddedPostgres({ dataDir, name: 'bench' })
  const owner = openDatabase(connection, 'owner', 'bench')
  const leave = once(async () => {
    await owner.close()
    await leaveServer()
  })
  const remove = once(async () => {
    await owner.query(END_OTHERS).catch(() => {}) // `owner` may be closed, or the server may have ended
    await leave()
    if (isUp()) {
      // A killed process did not stop the server. Join the server and leave it again: the last process that leaves stops it.
      await (await joinEmbeddedPostgres({ dataDir, name: 'bench' })).leave()
    }
    await rm(dataDir, { recursive: true, force: true })
  })
  run.atEnd(remove)
  await migrate(owner)
  run.note({ postgresql: await describeDatabase(owner) })
  return {
    connection,
    url: urlOf(connection),
    owner,
    environment: { DATA_DIR: dataDir },
    isUp,
    leave,
    remove,
  }
}

/** Runs a function with a new database and deletes the database afterwards, so that its disk space is free for the next. */
export async function withBenchDatabase<Result>(
  run: Run,
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openBenchDatabase(run)
  const result = await work(database)
  await database.remove()
  return result
}

/** Ends the connections of killed commands, whose statements would keep the server from stopping. */
const END_OTHERS = {
  text: `select pg_terminate_backend(pid, 5000)
           from pg_stat_activity
          where datname = current_database() and usename = current_user and backend_type = 'client backend'
            and application_name not like 'trademark bench%'`,
  parameters: [],
}

/** Returns the URL of a connection. The folder of the Unix socket is in the query, where libpq and pg accept it. */
function urlOf({ user, password, host, port, database }: EmbeddedConnection): string {
  const login = `${encodeURIComponent(String(user))}:${encodeURIComponent(String(password))}`
  return `postgres://${login}@socket/${database}?host=${encodeURIComponent(String(host))}&port=${port}`
}

/** Returns a function that does the work only at its first call. */
export function once(work: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<unknown> | undefined
  return async () => {
    done ??= work()
    await done
  }
}
