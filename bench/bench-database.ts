import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { config } from '../shared/config.ts'
import { type Connection, type Database, openDatabase } from '../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../shared/db/embedded/join.ts'
import { migrate } from '../shared/db/migrate.ts'
import { endStrangers, isUp, onServer, stopLeftOver } from './bench-server.ts'
import { once } from './once.ts'
import type { Run } from './part.ts'

/** A migrated database that is there for one run at most. */
export interface BenchDatabase {
  readonly connection: Connection
  readonly owner: Database
  /** How a command of ours is told of it: variables of its environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Whether its server goes down with the last process that uses it. */
  readonly embedded: boolean
  /** Whether an embedded server runs, or was killed before it could end well. */
  isUp(): boolean
  /** Gives up every connection of ours; of an embedded one, the next to leave takes it down. */
  leave(): Promise<void>
  /** Leaves, and nothing of it stays: not its disk space either. */
  remove(): Promise<void>
}

/** Makes one: on the server of `DATABASE_URL`, or else an embedded one with its own settings. */
export async function openBenchDatabase(run: Run): Promise<BenchDatabase> {
  const id = randomBytes(6).toString('hex')
  const dataDir = join(run.folder, `data-${id}`)
  const given = config().databaseUrl
  const database = given ? await createOnServer(run, given, id, dataDir) : await startEmbedded(run, dataDir)
  await migrate(database.owner)
  return database
}

/** Where there is nothing yet: an empty database, and what an embedded one leaves is gone at the end. */
export async function openEmptyPlace(run: Run): Promise<BenchDatabase['environment']> {
  const id = randomBytes(6).toString('hex')
  const dataDir = join(run.folder, `empty-${id}`)
  const given = config().databaseUrl
  if (given) {
    return (await createOnServer(run, given, id, dataDir)).environment
  }
  run.atEnd(async () => {
    await stopLeftOver(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })
  return { DATA_DIR: dataDir }
}

/** Lends a fresh database; its disk space is free again before the next one is made. */
export async function withBenchDatabase<Result>(
  run: Run,
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openBenchDatabase(run)
  const result = await work(database)
  await database.remove()
  return result
}

async function startEmbedded(run: Run, dataDir: string): Promise<BenchDatabase> {
  run.atEnd(() => stopLeftOver(dataDir))
  const membership = await joinEmbeddedPostgres({ dataDir, name: 'bench' })
  const owner = openDatabase(membership.connection, 'owner', 'bench')
  const leave = once(async () => {
    await owner.close()
    await membership.leave()
  })
  const remove = once(async () => {
    await endStrangers(owner).catch(() => {}) // we or the server may have left
    await leave()
    await stopLeftOver(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })
  run.atEnd(remove)
  const environment = { DATA_DIR: dataDir }
  return {
    connection: membership.connection,
    owner,
    environment,
    embedded: true,
    isUp: () => isUp(dataDir),
    leave,
    remove,
  }
}

async function createOnServer(
  run: Run,
  serverUrl: string,
  id: string,
  dataDir: string,
): Promise<BenchDatabase> {
  const name = `trademark_bench_${id}`
  await onServer(serverUrl, (client) => client.query(`create database ${name}`))
  const url = new URL(serverUrl)
  url.pathname = name
  const connection = { connectionString: url.href }
  const owner = openDatabase(connection, 'owner', 'bench')
  const environment = { DATA_DIR: dataDir, DATABASE_URL: url.href }
  const leave = once(() => owner.close())
  const remove = once(async () => {
    await leave()
    await onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
  })
  run.atEnd(remove)
  return { connection, owner, environment, embedded: false, isUp: () => false, leave, remove }
}
