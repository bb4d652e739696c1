import { config } from '../config.ts'
import { type Database, openDatabase, openPooledDatabase, type Role } from './database.ts'

let serving: Database | undefined
let ingesting: Database | undefined
let owned: Database | undefined

/**
 * The database that handlers answer from. A handler that runs alone (AWS Lambda) opens `DATABASE_POOL_URL`, or else
 * `DATABASE_URL`, at its first request and keeps the pool for the next ones; whoever hosts handlers says first which one
 * it is.
 */
export function servingDatabase(): Database {
  serving ??= openServing()
  return serving
}

/** The database that scheduled runs write the corpus of, in the same way. */
export function ingestDatabase(): Database {
  ingesting ??= openOwn('trademark_ingest', 'sync')
  return ingesting
}

/** The database as its owner sees it, for backups, migrations and keys, in the same way. */
export function ownerDatabase(): Database {
  owned ??= openOwn('owner', 'upkeep')
  return owned
}

/** Lets the handlers of this process answer from `database`; `undefined` forgets it. */
export function serveFrom(database: Database | undefined): void {
  serving = database
}

/** Lets the scheduled runs of this process write into `database`; `undefined` forgets it. */
export function ingestInto(database: Database | undefined): void {
  ingesting = database
}

/** Lets the upkeep of this process work on `database`; `undefined` forgets it. */
export function keepUp(database: Database | undefined): void {
  owned = database
}

function openServing(): Database {
  const { databasePoolUrl } = config()
  return databasePoolUrl === undefined
    ? openOwn('trademark_serve', 'serve')
    : openPooledDatabase(databasePoolUrl, 'serve')
}

const openOwn = (role: Role, name: string): Database =>
  openDatabase({ connectionString: config().databaseUrl ?? missing() }, role, name)

function missing(): never {
  throw new Error('DATABASE_URL is not set, and no host of this handler has opened a database')
}
