import { type Config, config } from '../platform/config.ts'
import { log } from '../platform/logger.ts'
import { type Database, openDatabase, openPooledDatabase, type Role } from './database.ts'
import { openReplica, type Replica, type Standing } from './replica/replica.ts'

let serving: Database | undefined
let ingesting: Database | undefined
let owned: Database | undefined
let reading: { replica: Replica | undefined } | undefined

/**
 * The database that handlers answer from. A handler that runs alone (AWS Lambda) opens `DATABASE_POOL_URL`, or else
 * `DATABASE_URL`, at its first request and keeps the pool for the next ones; whoever hosts handlers says first which one
 * it is.
 */
export function servingDatabase(): Database {
  serving ??= openServing()
  return serving
}

/** Where reads of the corpus may go besides, in the same way: undefined where `DATABASE_READ_URL` is not set. */
export function servingReplica(): Replica | undefined {
  reading ??= { replica: replicaOf(servingDatabase(), config()) }
  return reading.replica
}

/** Opens the replica of the settings, if they name one; whoever opens it closes it. */
export const replicaOf = (
  primary: Database,
  { databaseReadUrl }: Pick<Config, 'databaseReadUrl'>,
): Replica | undefined =>
  databaseReadUrl === undefined
    ? undefined
    : openReplica({ primary, connection: { connectionString: databaseReadUrl }, onChange: tellReplica })

/** One line each time that it changes. */
function tellReplica({ leftOut, lagMs, cause }: Standing): void {
  const facts = lagMs === undefined ? {} : { lagSeconds: lagMs / 1_000 }
  if (leftOut === undefined) {
    log().info('replica in use', facts)
  } else {
    log().warn('replica left out', { reason: leftOut, ...facts, ...(cause ? { error: cause as Error } : {}) })
  }
}

/** The database that scheduled runs write the corpus of, in the same way. */
export function ingestDatabase(): Database {
  ingesting ??= openOwn('trademark_ingest', 'sync')
  return ingesting
}

/** The database as its owner sees it, for backups, migrations and keys, in the same way. */
export function ownerDatabase(): Database {
  owned ??= openOwn('owner', 'admin')
  return owned
}

/** Lets the handlers of this process answer from `database`; `undefined` forgets it. */
export function serveFrom(database: Database | undefined): void {
  serving = database
}

/** Lets the handlers of this process read the corpus from `replica`, too; `undefined` forgets it. */
export function readFrom(replica: Replica | undefined): void {
  reading = replica && { replica }
}

/** Lets the scheduled runs of this process write into `database`; `undefined` forgets it. */
export function ingestInto(database: Database | undefined): void {
  ingesting = database
}

/** Lets the admin jobs of this process work on `database`; `undefined` forgets it. */
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
