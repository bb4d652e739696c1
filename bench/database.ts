import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '../shared/db/database.ts'
import { type EmbeddedConnection, joinEmbeddedPostgres } from '../shared/db/embedded/join.ts'
import { migrate } from '../shared/db/migrate.ts'
import type { Run } from './run.ts'

/** A database with the schema of the service, for one run, on an embedded server with its default settings. */
export interface BenchDatabase {
  readonly connection: EmbeddedConnection
  readonly owner: Database
  /** The environment variables by which a command of the service finds the database. */
  readonly environment: Readonly<Record<string, string>>
  /** Deletes the database, so that its disk space is free for the next. */
  remove(): Promise<void>
}

/** Creates a database, which is deleted at the end of the run if it was not removed before. */
export async function openBenchDatabase(run: Run): Promise<BenchDatabase> {
  run.step('creating a database')
  const dataDir = join(run.folder, `data-${randomBytes(6).toString('hex')}`)
  const { connection, leave } = await joinEmbeddedPostgres({ dataDir, name: 'bench' })
  const owner = openDatabase(connection, 'owner', 'bench')
  let isRemoved = false
  const remove = async (): Promise<void> => {
    if (isRemoved) return
    isRemoved = true
    await owner.close()
    await leave()
    await rm(dataDir, { recursive: true, force: true })
  }
  run.atEnd(remove)
  await migrate(owner)
  const [row] = await owner.query<{ settings: string }>(SETTINGS)
  run.conditions.postgresql = row?.settings ?? ''
  return { connection, owner, environment: { DATA_DIR: dataDir }, remove }
}

/** The version of the database, and the settings on which the cost of a request depends. */
const SETTINGS = {
  text: `select string_agg(name || ' ' || current_setting(name), ', ') as settings
           from unnest(array['server_version', 'fsync', 'synchronous_commit', 'shared_buffers', 'work_mem',
                        'max_wal_size', 'max_connections']) as name`,
  parameters: [],
}
