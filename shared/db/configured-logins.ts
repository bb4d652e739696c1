import { config } from '../platform/config.ts'
import { type Database, type DatabaseRole, openDatabase, openPooledDatabase } from './database.ts'
import type { LimitedRole } from './session.ts'

/** A database login from the settings, for connections that act as one role. */
export interface ConfiguredLogin {
  setting: string
  role: LimitedRole
  url: string
}

/** Returns the logins from the settings, except the login of the owner (`DATABASE_URL`). */
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
 * Opens a pool that acts as `role`. Uses the configured login of this role, otherwise the login of `DATABASE_URL`.
 *
 * If the configured login has rights beyond its role, the first query fails with an `OperatorError`.
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
