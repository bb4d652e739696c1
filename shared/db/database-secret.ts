import type { Database } from './database.ts'
import { sqlFile } from './sql-file.ts'

const READ_SECRET = sqlFile(import.meta.url, 'read-secret.sql', 'planned')

const secrets = new WeakMap<Database, Promise<Buffer>>()

/**
 * Returns the random secret of a database, which all processes share and no client knows.
 *
 * A process reads the secret once and caches it. After a failed read, the next call reads again.
 */
export function databaseSecret(database: Database): Promise<Buffer> {
  const known = secrets.get(database)
  if (known) {
    return known
  }
  const reading = readSecret(database)
  secrets.set(database, reading)
  reading.catch(() => secrets.delete(database))
  return reading
}

async function readSecret(database: Database): Promise<Buffer> {
  const [row] = await database.aside.query<{ secret: Buffer }>(READ_SECRET)
  if (row === undefined) {
    throw new Error('table database_secret is empty')
  }
  return row.secret
}
