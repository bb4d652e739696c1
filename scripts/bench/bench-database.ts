import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { config } from '../../shared/config.ts'
import { type Connection, type Database, openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../../shared/db/embedded/join.ts'
import { migrate } from '../../shared/db/migrate.ts'
import { MeasuringError, type Run } from './part.ts'

/** A migrated database that is there for one run. */
export interface BenchDatabase {
  readonly connection: Connection
  readonly owner: Database
  /** How the service is told of it: variables of its environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Whether its server goes down with the last process that uses it. */
  readonly embedded: boolean
  /** Whether an embedded server runs, or was killed before it could end well. */
  isUp(): boolean
  /** Gives up every connection of ours; of an embedded one, the next to leave takes it down. */
  leave(): Promise<void>
}

/** Makes one: on the server of `DATABASE_URL`, or else an embedded one with its own settings. */
export async function openBenchDatabase(run: Run): Promise<BenchDatabase> {
  const dataDir = join(run.folder, 'data')
  const given = config().databaseUrl
  const database = given ? await createOnServer(run, given, dataDir) : await startEmbedded(run, dataDir)
  run.atEnd(database.leave)
  await migrate(database.owner)
  return database
}

async function startEmbedded(run: Run, dataDir: string): Promise<BenchDatabase> {
  run.atEnd(() => stopLeftOver(dataDir))
  const membership = await joinEmbeddedPostgres({ dataDir, name: 'bench' })
  const owner = openDatabase(membership.connection, 'owner', 'bench')
  return {
    connection: membership.connection,
    owner,
    environment: { DATA_DIR: dataDir },
    embedded: true,
    isUp: () => isUp(dataDir),
    leave: once(async () => {
      await owner.close()
      await membership.leave()
    }),
  }
}

/** A service that was killed leaves its server behind: joining and leaving it is what ends it. */
async function stopLeftOver(dataDir: string): Promise<void> {
  if (isUp(dataDir)) {
    const membership = await joinEmbeddedPostgres({ dataDir, name: 'bench' })
    await membership.leave()
  }
}

const isUp = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))

async function createOnServer(run: Run, serverUrl: string, dataDir: string): Promise<BenchDatabase> {
  const name = `trademark_bench_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name}`)
  run.atEnd(() => onServer(serverUrl, `drop database ${name} with (force)`))
  const url = new URL(serverUrl)
  url.pathname = name
  const connection = { connectionString: url.href }
  const owner = openDatabase(connection, 'owner', 'bench')
  const environment = { DATA_DIR: dataDir, DATABASE_URL: url.href }
  const leave = once(() => owner.close())
  return { connection, owner, environment, embedded: false, isUp: () => false, leave }
}

async function onServer(connectionString: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await client.query(command)
  } catch (error) {
    throw new MeasuringError(`The database of DATABASE_URL cannot be used: ${(error as Error).message}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
