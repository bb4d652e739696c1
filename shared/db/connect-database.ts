import { config } from '../platform/config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import {
  type Connection,
  type Database,
  type DatabaseRole,
  openDatabase,
  openPooledDatabase,
} from './database.ts'
import { joinEmbeddedPostgres } from './embedded/join.ts'
import { migrate } from './migrate.ts'
import { isServing } from './session.ts'
import { sqlFile } from './sql-file.ts'

const MISSING_ROLES = sqlFile(import.meta.url, 'missing-roles.sql', 'planned')

/** A running database, which other processes may use too. */
export interface ConnectedDatabase {
  /** Opens a pool that acts as `role`; the caller closes it. */
  open(role: DatabaseRole): Database
  /** Ends the use of the database; the last process to leave stops an embedded one. */
  leave(): Promise<void>
}

interface ConnectOptions {
  /** The name of the command, such as `start` or `keys`. */
  name: string
  /** Refuse a second process of that name on one embedded database. */
  exclusive?: boolean
  log?: (line: string) => void
}

/** The database of the settings cannot be used; the message is a sentence for the operator. */
class UnreachableDatabaseError extends OperatorError {
  override name = 'UnreachableDatabaseError'
}

/**
 * Connects to the database of the settings, `DATABASE_URL` or the embedded one under `DATA_DIR`, and migrates it. Starts
 * the embedded one if it does not run.
 *
 * @throws UnreachableDatabaseError, EmbeddedPostgresError or MigrationError, each with a sentence
 */
export async function connectDatabase(options: ConnectOptions): Promise<ConnectedDatabase> {
  const connected = await connectUnmigrated(options)
  const { open, leave } = connected
  const owner = open('owner')
  try {
    await migrate(owner)
    await assertRoles(owner)
  } catch (error) {
    await owner.close()
    await leave()
    throw toOperatorError(error)
  }
  await owner.close()
  return connected
}

/** Connects to the same database without migrating it: for a restore, which creates the schema of the backup. */
export async function connectUnmigrated(options: ConnectOptions): Promise<ConnectedDatabase> {
  const { connection, leave } = await findServer(options)
  const { databasePoolUrl } = config()
  const open = (role: DatabaseRole): Database =>
    databasePoolUrl !== undefined && isServing(role)
      ? openPooledDatabase(databasePoolUrl, options.name)
      : openDatabase(connection, role, options.name)
  return { open, leave }
}

/** Runs `work` with a pool that acts as `role`, and closes the pool. */
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

/**
 * Checks that this login may act as the roles of the service. Roles of a server belong to all its databases: those that the
 * owner of another database created have to be granted first.
 *
 * @throws UnreachableDatabaseError with the statement that grants them
 */
export async function assertRoles(owner: Database): Promise<void> {
  const [missing] = await owner.query<{ role: string; login: string }>(MISSING_ROLES)
  if (missing) {
    throw new UnreachableDatabaseError(
      `The role ${missing.login} may not act as ${missing.role}: let an administrator run ` +
        `"grant trademark_serve, trademark_ingest to ${missing.login}".`,
    )
  }
}

async function findServer(
  options: ConnectOptions,
): Promise<{ connection: Connection; leave(): Promise<void> }> {
  const { databaseUrl, databasePoolUrl, dataDir } = config()
  if (databaseUrl !== undefined) {
    return { connection: { connectionString: databaseUrl }, leave: async () => {} }
  }
  if (databasePoolUrl !== undefined) {
    throw new OperatorError(
      'DATABASE_POOL_URL is set without DATABASE_URL: set DATABASE_URL to the database behind the pooler.',
    )
  }
  return joinEmbeddedPostgres({ dataDir, ...options })
}

/** Errors that the operator can fix: network, PostgreSQL's classes 08, 28, 53 and 57, a missing database or right. */
const FIXABLE = /^(E[A-Z]+|08...|28...|3D000|57P0.|53...|58030|42501|55P03)$/

/** Reasons in place of PostgreSQL's message, which names an internal file instead of the cause. */
const REASONS: Readonly<Record<string, string>> = {
  '53100': 'its disk is full',
  '58030': 'its disk cannot be read or written',
}

/** The rights that the login of a database run by another party may lack. */
const RIGHTS_NEEDED =
  'its role must own the database and be allowed to create roles, or be granted trademark_serve and trademark_ingest'

/**
 * Returns an `UnreachableDatabaseError` for an error of the database that the operator can fix, a lost connection
 * included. Returns every other error unchanged.
 */
export function toOperatorError(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (!FIXABLE.test(code) && !/timeout|terminated/i.test(message)) {
    return error
  }
  const which = config().databaseUrl === undefined ? 'The embedded database' : 'The database of DATABASE_URL'
  const remedy = code === '42501' ? `; ${RIGHTS_NEEDED}` : ''
  return new UnreachableDatabaseError(
    `${which} cannot be used: ${REASONS[code] ?? reason(error)}${remedy}.`,
    { cause: error },
  )
}

/** Node reports a host with several addresses as one error without a message. */
const reason = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map((part: Error) => part.message).join(', ')
    : (error as Error).message
