import { config } from '../platform/config.ts'
import { type Database, type DatabaseRole, openDatabase, openPooledDatabase } from './database.ts'
import type { LimitedRole } from './session.ts'

/** A configured database login that acts as one role and has no rights beyond it. */
export interface ConfiguredLogin {
  setting: string
  role: LimitedRole
  url: string
}

/** Returns the configured logins other than the owner's (`DATABASE_URL`). */
export function configuredLogins(): ConfiguredLogin[] {
  const { databaseServeUrl, databasePoolUrl, databaseIngestUrl } = config()
  const logins = [
    { setting: 'DATABASE_SERVE_URL', role: 'trademark_serve', url: databaseServeUrl },
    { setting: 'DATABASE_POOL_URL', role: 'trademark_serve', url: databasePoolUrl },
    { setting: 'DATABASE_INGEST_URL', role: 'trademark_ingest', url: databaseIngestUrl },
  ] as const
  return logins.flatMap(({ url, ...login }) => (url === undefined ? [] : [{ ...login, url }]))
}

/**
 * Opens a pool that acts as `role`, with the login configured for this role, otherwise with the login of `DATABASE_URL`. With
 * a configured login, the first query fails with an `OperatorError` if that login has rights beyond its role.
 */
export function openConfigured(role: DatabaseRole, name: string): Database {
  const login = configuredLogins().find((each) => each.role === role)
  if (login === undefined) {
    return openDatabase({ connectionString: config().databaseUrl ?? missing() }, role, name)
  }
  return login.setting === 'DATABASE_POOL_URL'
    ? openPooledDatabase(login.url, name)
    : openDatabase({ connectionString: login.url }, role, name, login.setting)
}

function missing(): never {
  throw new Error('DATABASE_URL is not set, and this process has not called setDatabases. Set DATABASE_URL.')
}
