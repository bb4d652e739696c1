import type pg from 'pg'
import { OperatorError } from '../platform/operator-error.ts'

/** Who speaks to the database; the names are the roles of the first migration. */
export type Role = 'owner' | 'trademark_serve' | 'trademark_ingest'

/** A wait for an answer, in milliseconds, which ends well before a request's own deadline. */
export const STATEMENT_TIMEOUT_MS = 5_000

/** Requests are answered in time or not at all; a migration or a merge takes as long as it takes. */
export const isServing = (role: Role): boolean => role === 'trademark_serve'

/** What our statements rely on, whatever the database or its roles were set to. */
export const sessionSettings = (
  role: Role,
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

/** The same, and the role to act as, in the form that a connection takes along (libpq, `options`). */
export const startupOptions = (role: Role, statementTimeoutMs: number): string =>
  Object.entries({
    ...(role === 'owner' ? {} : { role }),
    ...sessionSettings(role, statementTimeoutMs),
  })
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')

/** A login behind a pooler that is not what requests have to be answered with; the message says how it is mended. */
export class UnfitLoginError extends OperatorError {
  override name = 'UnfitLoginError'
}

/**
 * A pooler takes no settings along: they have to be those of the login, which `npm run migrate` makes so.
 *
 * @throws UnfitLoginError naming what is not as it should be
 */
export async function refuseUnfitLogin(client: pg.ClientBase): Promise<void> {
  const wanted = sessionSettings('trademark_serve', STATEMENT_TIMEOUT_MS)
  const { rows } = await client.query<{ name: string }>(UNFIT, [Object.keys(wanted), Object.values(wanted)])
  if (rows.length > 0) {
    const names = rows.map(({ name }) => name).join(', ')
    throw new UnfitLoginError(
      `The login of DATABASE_POOL_URL is not fit for answering requests (${names}): run "npm run migrate" with both ` +
        'DATABASE_URL and DATABASE_POOL_URL set.',
    )
  }
}

/** Settings that differ; `role` where the login may do less than the role for requests, or more than it. */
const UNFIT = `
  select name
    from unnest($1::text[], $2::text[]) as wanted (name, value)
   where not exists (select from pg_settings as s
                      where s.name = wanted.name and starts_with(s.setting, wanted.value))
  union all
  select 'role'
   where not pg_has_role(current_user, 'trademark_serve', 'usage')
      or pg_has_role(current_user, 'trademark_ingest', 'usage')
      or exists (select from pg_class
                  where oid = to_regclass('public.api_key') and pg_has_role(current_user, relowner, 'usage'))`
