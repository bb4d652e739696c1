import { config } from '../platform/config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { configuredLogins, openConfigured } from './configured-logins.ts'
import { type Database, type DatabaseRole, openDatabase } from './database.ts'
import { joinEmbeddedPostgres } from './embedded/join.ts'
import { createEmbeddedLogins, EMBEDDED_LOGINS } from './logins.ts'
import { migrate } from './migrate.ts'
import type { LimitedRole } from './session.ts'
import { sqlFile } from './sql-file.ts'

const MISSING_ROLES = sqlFile(import.meta.url, 'missing-roles.sql', 'planned')

export interface ConnectedDatabase {
  /** Opens a pool that acts as `role`. The caller closes the pool. */
  open(role: DatabaseRole): Database
  /** Stops an embedded server if no other process uses the server. */
  leave(): Promise<void>
}

interface ConnectOptions {
  /** The name of the process, such as `start` or `keys`. */
  name: string
  /** Whether to refuse a second process with this `name` on an embedded database. */
  exclusive?: boolean
  log?: (line: string) => void
}

class UnreachableDatabaseError extends OperatorError {
  override name = 'UnreachableDatabaseError'
}

/**
 * Connects to the configured database and migrates it. Starts the embedded server if needed.
 *
 * @throws UnreachableDatabaseError, EmbeddedPostgresError or MigrationError
 */
export async function connectDatabase(options: ConnectOptions): Promise<ConnectedDatabase> {
  const { open, leave, prepareLogins } = await findServer(options)
  const owner = open('owner')
  try {
    await migrate(owner)
    await prepareLogins(owner)
  } catch (error) {
    await owner.close()
    await leave()
    throw toOperatorError(error)
  }
  await owner.close()
  return { open, leave }
}

/** Connects for a restore. Does not migrate the database, because the restore creates the schema of the backup. */
export async function connectUnmigrated(options: ConnectOptions): Promise<ConnectedDatabase> {
  const { open, leave } = await findServer(options)
  return { open, leave }
}

/** Runs `work` with a pool that acts as `role`. */
export async function asRole<Result>(
  connected: ConnectedDatabase,
  role: DatabaseRole,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = connected.open(role)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const LIMITED_ROLES = Object.keys(EMBEDDED_LOGINS) as LimitedRole[]

const SETTINGS: Readonly<Record<LimitedRole, string>> = {
  trademark_serve: 'DATABASE_SERVE_URL',
  trademark_ingest: 'DATABASE_INGEST_URL',
}

/**
 * Checks that the owner may act as each role for which no login is configured.
 *
 * @throws UnreachableDatabaseError that names the missing setting
 */
export async function assertRoles(owner: Database): Promise<void> {
  const covered = configuredLogins().map(({ role }) => role)
  const roles = LIMITED_ROLES.filter((role) => !covered.includes(role))
  const [missing] = await owner.query<{ role: LimitedRole; login: string }>(MISSING_ROLES, { roles })
  if (missing) {
    const { role, login } = missing
    throw new UnreachableDatabaseError(
      `The role ${login} may not act as ${role}: set ${SETTINGS[role]} to a login that is a member of ${role}. ` +
        'docs/operate/roles.sql creates such a login.',
    )
  }
}

interface FoundServer extends ConnectedDatabase {
  /** Creates or checks the logins after the migration. */
  prepareLogins(owner: Database): Promise<void>
}

async function findServer(options: ConnectOptions): Promise<FoundServer> {
  const { databaseUrl, dataDir, postgresBin } = config()
  if (databaseUrl !== undefined) {
    return {
      open: (role) => openConfigured(role, options.name),
      leave: async () => {},
      prepareLogins: assertRoles,
    }
  }
  const [login] = configuredLogins()
  if (login !== undefined) {
    throw new OperatorError(
      `${login.setting} is set without DATABASE_URL: set DATABASE_URL to the same database, with the login that owns it.`,
    )
  }
  const { connection, leave } = await joinEmbeddedPostgres({ dataDir, binFolder: postgresBin, ...options })
  return {
    open: (role) =>
      openDatabase(
        { ...connection, ...(role === 'owner' ? {} : { user: EMBEDDED_LOGINS[role] }) },
        role,
        options.name,
      ),
    leave,
    prepareLogins: (owner) => createEmbeddedLogins(owner, connection),
  }
}

/**
 * Errors that the operator can resolve: all codes of Node (E…), and codes of PostgreSQL:
 * - 08 connection, 28 login, 53 resources, 57P0 shutdown, 58030 disk
 * - 3D000 missing database, 42501 missing right, 55P03 lock timeout
 */
const FIXABLE = /^(E[A-Z]+|08...|28...|3D000|57P0.|53...|58030|42501|55P03)$/

const REASONS: Readonly<Record<string, string>> = {
  '53100': 'its disk is full',
  '58030': 'its disk cannot be read or written',
}

const RIGHTS_NEEDED =
  'docs/operate/settings.md lists the rights of each login, and docs/operate/roles.sql grants these rights'

/**
 * Returns an `UnreachableDatabaseError` for an error that the operator can fix. Returns every other error unchanged.
 *
 * @param role the role of the failed connection; the message names the setting with the login of this role
 */
export function toOperatorError(error: unknown, role: DatabaseRole = 'owner'): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (error instanceof OperatorError || (!FIXABLE.test(code) && !/timeout|terminated/i.test(message))) {
    return error
  }
  const setting = configuredLogins().find((login) => login.role === role)?.setting ?? 'DATABASE_URL'
  const which = config().databaseUrl === undefined ? 'The embedded database' : `The database of ${setting}`
  const remedy = code === '42501' ? `; ${RIGHTS_NEEDED}` : ''
  return new UnreachableDatabaseError(
    `${which} cannot be used: ${REASONS[code] ?? reason(error)}${remedy}.`,
    { cause: error },
  )
}

/** Joins the messages of an `AggregateError`, which has no message of its own. */
const reason = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map((part: Error) => part.message).join(', ')
    : (error as Error).message
