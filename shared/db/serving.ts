import { openConfigured } from './configured-logins.ts'
import type { Database } from './database.ts'

/** The databases that the handlers of this process use. */
interface Databases {
  /** Used for requests. */
  serving?: Database | undefined
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
