import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '../shared/db/database.ts'
import { type EmbeddedConnection, joinEmbeddedPostgres } from '../shared/db/embedded/join.ts'
import { migrate } from '../shared/db/migrate.ts'
import { describeDatabase } from './machine.ts'
import type { Run } from './run.ts'

/** A migrated database of one run, on an embedded server with its default settings. */
export interface BenchDatabase {
  readonly connection: EmbeddedConnection
  /** The same as a URL. */
  readonly url: string
  readonly owner: Database
  /** The environment variables by which a command of the product finds the database. */
  readonly environment: Readonly<Record<string, string>>
  /** Whether the server runs: the last process to leave stops it. */
  isUp(): boolean
  /** Closes our connections. */
  leave(): Promise<void>
  /** Leaves the database and deletes it. */
  remove(): Promise<void>
}

/** Creates a database; it is deleted when the run ends, at the latest. */
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
    await owner.query(END_OTHERS).catch(() => {}) // we or the server may have left
    await leave()
    if (isUp()) {
      // A killed process left it running: joining makes us the last to leave.
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

/** Ends statements of killed commands, which would keep the server from stopping. */
const END_OTHERS = {
  text: `select pg_terminate_backend(pid, 5000)
           from pg_stat_activity
          where datname = current_database() and usename = current_user and backend_type = 'client backend'
            and application_name not like 'trademark bench%'`,
  parameters: [],
}

/** A Unix socket has its folder in the query, where libpq and pg accept it. */
function urlOf({ user, password, host, port, database }: EmbeddedConnection): string {
  const login = `${encodeURIComponent(String(user))}:${encodeURIComponent(String(password))}`
  return `postgres://${login}@socket/${database}?host=${encodeURIComponent(String(host))}&port=${port}`
}

/** Returns a function that does the work at the first call only. */
export function once(work: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<unknown> | undefined
  return async () => {
    done ??= work()
    await done
  }
}
