import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { config } from '../../shared/config.ts'
import { type Database, openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../../shared/db/embedded/join.ts'
import { MigrationError, migrate } from '../../shared/db/migrate.ts'
import type { BenchDatabase } from '../bench-database.ts'
import { endStrangers, isUp, onServer, stopLeftOver } from '../bench-server.ts'
import { once } from '../once.ts'
import type { Run } from '../part.ts'

/** A migrated database that stays between two runs, until it is removed. */
export interface KeptDatabase extends BenchDatabase {
  /** The version of what was done in it under that name; undefined where it was not done to its end. */
  done(name: string): Promise<string | undefined>
  setDone(name: string, version: string): Promise<void>
}

/**
 * Opens the database of that name, or makes it: on the server of `DATABASE_URL`, or else an embedded one. It is left
 * when the run ends.
 */
export async function openKeptDatabase(run: Run, folder: string, name: string): Promise<KeptDatabase> {
  const opened = await open(folder, name)
  run.atEnd(opened.leave)
  run.signal.addEventListener('abort', () => opened.owner.query(CANCEL).catch(() => {}), { once: true })
  await endStrangers(opened.owner) // what has outlived a run that was killed
  try {
    await migrate(opened.owner)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    await opened.remove() // of another version of this software
    return openKeptDatabase(run, folder, name)
  }
  await opened.owner.query(CREATE_MARKERS)
  return {
    ...opened,
    done: async (name) => (await opened.owner.query<{ version: string }>(FIND_MARKER, { name }))[0]?.version,
    setDone: async (name, version) => void (await opened.owner.query(SET_MARKER, { name, version })),
  }
}

/** Removes the database of that name, where there is one. */
export async function removeKeptDatabase(folder: string, name: string): Promise<void> {
  const server = config().databaseUrl
  if (server !== undefined) {
    await onServer(server, (client) =>
      client.query(`drop database if exists ${databaseName(folder, name)} with (force)`),
    )
  } else if (existsSync(join(folder, name))) {
    await (await open(folder, name)).remove()
  }
}

const open = (folder: string, name: string): Promise<BenchDatabase> => {
  const server = config().databaseUrl
  return server === undefined ? openEmbedded(join(folder, name)) : openOnServer(server, folder, name)
}

async function openEmbedded(dataDir: string): Promise<BenchDatabase> {
  // Whoever was killed may have left the server running: it is taken over.
  const { connection, leave } = await joinEmbeddedPostgres({ dataDir, name: 'bench', exclusive: true })
  const owner = openDatabase(connection, 'owner', 'bench')
  const close = once(async () => {
    await leaveWith(owner)
    await leave()
  })
  return {
    connection,
    owner,
    environment: { DATA_DIR: dataDir },
    embedded: true,
    isUp: () => isUp(dataDir),
    leave: close,
    remove: once(async () => {
      await close()
      await stopLeftOver(dataDir) // somebody else was in it a moment ago
      await rm(dataDir, { recursive: true, force: true })
    }),
  }
}

async function openOnServer(server: string, folder: string, name: string): Promise<BenchDatabase> {
  const database = databaseName(folder, name)
  await onServer(server, async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [database])
    if (rows.length === 0) await client.query(`create database ${database}`)
  })
  const url = new URL(server)
  url.pathname = database
  const connection = { connectionString: url.href }
  const owner = openDatabase(connection, 'owner', 'bench')
  const leave = once(() => leaveWith(owner))
  return {
    connection,
    owner,
    environment: { DATABASE_URL: url.href },
    embedded: false,
    isUp: () => false,
    leave,
    remove: once(async () => {
      await leave()
      await onServer(server, (client) => client.query(`drop database if exists ${database} with (force)`))
    }),
  }
}

async function leaveWith(owner: Database): Promise<void> {
  await endStrangers(owner).catch(() => {}) // the server may have left us
  await owner.close()
}

/** Its own for each folder, as an embedded one is. */
const databaseName = (folder: string, name: string): string => {
  const place = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 8)
  return `trademark_bench_${name.replaceAll('-', '_')}_${place}`
}

/** An index may take minutes, which nobody waits for who has pressed Ctrl-C. */
const CANCEL = {
  text: `select pg_cancel_backend(pid)
           from pg_stat_activity
          where datname = current_database() and usename = current_user and state = 'active'
            and pid <> pg_backend_pid() and application_name like 'trademark bench%'`,
  parameters: [],
}
const CREATE_MARKERS = {
  text: 'create table if not exists bench_done (name text primary key, version text not null)',
  parameters: [],
}
const FIND_MARKER = { text: 'select version from bench_done where name = $1', parameters: ['name'] }
const SET_MARKER = {
  text: `insert into bench_done values ($1, $2) on conflict (name) do update set version = excluded.version`,
  parameters: ['name', 'version'],
}
