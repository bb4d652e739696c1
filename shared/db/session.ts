import type pg from 'pg'
import { OperatorError } from '../platform/operator-error.ts'
import { runStatement } from './run-statement.ts'
import { sqlFile } from './sql-file.ts'

const LOGIN_DIFFERENCES = sqlFile(import.meta.url, 'login-differences.sql', 'planned')

/** The rights of a connection; the names are the roles of the first migration. */
export type DatabaseRole = 'owner' | 'trademark_serve' | 'trademark_ingest'

/** Statement timeout in milliseconds, well below the deadline of a request. */
export const STATEMENT_TIMEOUT_MS = 5_000

/** Returns whether a role answers requests, which have a statement timeout; migrations and runs have none. */
export const isServing = (role: DatabaseRole): boolean => role === 'trademark_serve'

/** Returns the settings that our statements rely on, whatever the settings of the database or its roles are. */
export const sessionSettings = (
  role: DatabaseRole,
  statementTimeoutMs: number,
): Readonly<Record<string, string>> => ({
  statement_timeout: String(isServing(role) ? statementTimeoutMs : 0),
  default_transaction_read_only: 'off',
  idle_in_transaction_session_timeout: '30000',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  jit: 'off',
})

/** Returns the same settings and the role to act as, as startup options of a connection (libpq, `options`). */
export const startupOptions = (role: DatabaseRole, statementTimeoutMs: number): string =>
  Object.entries({
    ...(role === 'owner' ? {} : { role }),
    ...sessionSettings(role, statementTimeoutMs),
  })
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')

/** The login behind a pooler has other settings or rights than it must have; the message says how to correct it. */
class ServingLoginError extends OperatorError {
  override name = 'ServingLoginError'
}

/**
 * Checks the settings and rights of a login behind a pooler: a pooler passes no settings on, so the login must have them.
 *
 * @throws ServingLoginError naming the settings that differ
 */
export async function assertServingLogin(client: pg.ClientBase): Promise<void> {
  const settings = sessionSettings('trademark_serve', STATEMENT_TIMEOUT_MS)
  const rows = await runStatement<{ name: string }>(client, LOGIN_DIFFERENCES, {
    names: Object.keys(settings),
    values: Object.values(settings),
  })
  if (rows.length > 0) {
    const names = rows.map(({ name }) => name).join(', ')
    throw new ServingLoginError(
      `The login of DATABASE_POOL_URL is not fit for answering requests (${names}): run "npm run migrate" with both ` +
        'DATABASE_URL and DATABASE_POOL_URL set.',
    )
  }
}
