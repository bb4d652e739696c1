import { config } from '../platform/config.ts'
import { type Database, type DatabaseRole, openDatabase, openPooledDatabase } from './database.ts'
import type { LimitedRole } from './session.ts'

/** A login of the settings that acts as one role and has no rights beyond it. */
export interface ConfiguredLogin {
  setting: string
  role: LimitedRole
  url: string
}

/** Returns the logins of the settings, besides the owner's in `DATABASE_URL`: at most one for each role. */
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
 * Opens a pool that acts as `role`, with the login that the settings have for this role, or else with the login of
 * `DATABASE_URL`. The first query connects, and fails with an `OperatorError` if the login has rights beyond its role.
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
  throw new Error('DATABASE_URL is not set, and no host of this handler has opened a database')
}
