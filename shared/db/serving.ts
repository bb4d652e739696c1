import { type Config, config } from '../platform/config.ts'
import { log } from '../platform/logger.ts'
import { openConfigured } from './configured-logins.ts'
import type { Database } from './database.ts'
import { openReplica, type Replica, type ReplicaStatus } from './replica/replica.ts'

/** The databases that the handlers of this process use. */
interface Databases {
  /** Used for requests. */
  serving?: Database | undefined
  /** A replica of `serving` for reads of the corpus. */
  replica?: Replica | undefined
  /** Used for scheduled runs. */
  ingesting?: Database | undefined
  /** Has the rights of the owner of the schema. */
  owner?: Database | undefined
}

const databases: Databases = {}

/** Sets databases of the handlers. The value `undefined` removes a database. */
export function setDatabases(changes: Databases): void {
  Object.assign(databases, changes)
}

/**
 * Returns the database for requests.
 *
 * Without `setDatabases`, as on AWS Lambda, the first call opens the configured database.
 */
export function servingDatabase(): Database {
  databases.serving ??= openConfigured('trademark_serve', 'serve')
  return databases.serving
}

/** Returns the replica for reads of the corpus; undefined without `DATABASE_READ_URL`. */
export function servingReplica(): Replica | undefined {
  databases.replica ??= replicaOf(servingDatabase(), config())
  return databases.replica
}

/** Returns the database to which scheduled runs write. */
export function ingestDatabase(): Database {
  databases.ingesting ??= openConfigured('trademark_ingest', 'sync')
  return databases.ingesting
}

/** Returns the database with the rights of the owner. */
export function ownerDatabase(): Database {
  databases.owner ??= openConfigured('owner', 'admin')
  return databases.owner
}

/** Opens the replica of `DATABASE_READ_URL`, if set. The caller closes the replica. */
export const replicaOf = (
  primary: Database,
  { databaseReadUrl }: Pick<Config, 'databaseReadUrl'>,
): Replica | undefined =>
  databaseReadUrl === undefined
    ? undefined
    : openReplica({ primary, connection: { connectionString: databaseReadUrl }, onChange: logReplica })

function logReplica({ leftOut, lagMs, cause }: ReplicaStatus): void {
  const facts = lagMs === undefined ? {} : { lagSeconds: lagMs / 1_000 }
  if (leftOut === undefined) {
    log().info('replica in use', facts)
  } else {
    log().warn('replica left out', { reason: leftOut, ...facts, ...(cause ? { error: cause as Error } : {}) })
  }
}
