import type pg from 'pg'
import { OperatorError } from '../platform/operator-error.ts'
import { runStatement } from './run-statement.ts'
import { sqlFile } from './sql-file.ts'

const LOGIN_DIFFERENCES = sqlFile(import.meta.url, 'login-differences.sql', 'planned')

export type DatabaseRole = 'owner' | 'trademark_serve' | 'trademark_ingest'

/** The roles with fewer rights than the owner. */
export type LimitedRole = Exclude<DatabaseRole, 'owner'>

/** The timeout of statements for requests. It is well below the deadline of a request. */
export const STATEMENT_TIMEOUT_MS = 5_000

/** Returns whether a role answers requests. */
export const isServing = (role: DatabaseRole): boolean => role === 'trademark_serve'

/** Returns the session settings that our statements need. */
export const sessionSettings = (role: DatabaseRole, statementTimeoutMs: number): Record<string, string> => ({
  statement_timeout: String(isServing(role) ? statementTimeoutMs : 0),
  default_transaction_read_only: 'off',
  idle_in_transaction_session_timeout: '30000',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  jit: 'off',
})

/** Returns the role and the session settings as startup options (libpq, `options`). */
export const startupOptions = (role: DatabaseRole, statementTimeoutMs: number): string =>
  Object.entries({
    ...(role === 'owner' ? {} : { role }),
    ...sessionSettings(role, statementTimeoutMs),
  })
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')

class LoginError extends OperatorError {
  override name = 'LoginError'
}

/**
 * Checks that the login in the environment variable `setting` has only the rights of `role`. Otherwise, an SQL
 * injection could use the other rights of the login after `reset role`.
 *
 * A login behind a pooler must also have the session settings in `settings`.
 *
 * @throws LoginError that names the differences
 */
export async function assertLogin(
  client: pg.ClientBase,
  {
    setting,
    role,
    settings = {},
  }: { setting: string; role: DatabaseRole; settings?: Record<string, string> },
): Promise<void> {
  const rows = await runStatement<{ name: string }>(client, LOGIN_DIFFERENCES, {
    role,
    names: Object.keys(settings),
    values: Object.values(settings),
  })
  if (rows.length > 0) {
    const names = rows.map(({ name }) => name).join(', ')
    throw new LoginError(
      `The login of ${setting} is not suitable for ${role} (${names}): let an administrator of the server run ` +
        'docs/operate/roles.sql or, if the login of DATABASE_URL may create roles, run "npm run migrate".',
    )
  }
}
