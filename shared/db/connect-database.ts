import { config } from '../platform/config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { type Connection, type Database, openDatabase, openPooledDatabase, type Role } from './database.ts'
import { joinEmbeddedPostgres } from './embedded/join.ts'
import { migrate } from './migrate.ts'
import { isServing } from './session.ts'

/** A database that is there, up to date, and not ours alone. */
export interface ReachedDatabase {
  /** Opens a pool that acts as `role`; whoever opens it closes it. */
  open(role: Role): Database
  /** Goes away: of an embedded database, the last one to leave takes it down. */
  leave(): Promise<void>
}

interface Visitor {
  /** What the operator typed, such as `start` or `keys`. */
  name: string
  /** Only one of that name at a time on one embedded database. */
  exclusive?: boolean
  log?: (line: string) => void
}

/** No database where the settings say that one is; the message is a sentence for the operator. */
export class UnreachableDatabaseError extends OperatorError {
  override name = 'UnreachableDatabaseError'
}

/**
 * Comes to the database of the settings, which is `DATABASE_URL` or the embedded one under `DATA_DIR`, started if
 * need be, and migrates it.
 *
 * @throws UnreachableDatabaseError, EmbeddedPostgresError or MigrationError, each with a sentence
 */
export async function reachDatabase(visitor: Visitor): Promise<ReachedDatabase> {
  const reached = await reachUnmigrated(visitor)
  const { open, leave } = reached
  const owner = open('owner')
  try {
    await migrate(owner)
    await assertRoles(owner)
  } catch (error) {
    await owner.close()
    await leave()
    throw inASentence(error)
  }
  await owner.close()
  return reached
}

/** Comes to the same database and leaves its schema as it is: for a restore, which brings its own. */
export async function reachUnmigrated(visitor: Visitor): Promise<ReachedDatabase> {
  const { connection, leave } = await findServer(visitor)
  const { databasePoolUrl } = config()
  const open = (role: Role): Database =>
    databasePoolUrl !== undefined && isServing(role)
      ? openPooledDatabase(databasePoolUrl, visitor.name)
      : openDatabase(connection, role, visitor.name)
  return { open, leave }
}

/** Lends a pool that acts as `role` to `work`. */
export async function asRole<Result>(
  reached: ReachedDatabase,
  role: Role,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = reached.open(role)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Roles that another database's owner made are there, but not ours to switch to until they are granted.
 *
 * @throws UnreachableDatabaseError that says how
 */
export async function assertRoles(owner: Database): Promise<void> {
  const [missing] = await owner.query<{ role: string; login: string }>({
    text: `select role, current_user as login
             from unnest(array['trademark_serve', 'trademark_ingest']) as role
            where not pg_has_role(current_user, role, 'member')`,
    parameters: [],
  })
  if (missing) {
    throw new UnreachableDatabaseError(
      `The role ${missing.login} may not act as ${missing.role}: let an administrator run ` +
        `"grant trademark_serve, trademark_ingest to ${missing.login}".`,
    )
  }
}

async function findServer(visitor: Visitor): Promise<{ connection: Connection; leave(): Promise<void> }> {
  const { databaseUrl, databasePoolUrl, dataDir } = config()
  if (databaseUrl !== undefined) {
    return { connection: { connectionString: databaseUrl }, leave: async () => {} }
  }
  if (databasePoolUrl !== undefined) {
    throw new OperatorError(
      'DATABASE_POOL_URL is set without DATABASE_URL, which tells whose pooler that is.',
    )
  }
  return joinEmbeddedPostgres({ dataDir, ...visitor })
}

/** The errors that the operator can mend: of the network, of PostgreSQL's classes 08, 28 and 53, of what is missing. */
const MENDABLE = /^(E[A-Z]+|08...|28...|3D000|57P0.|53...|58030|42501|55P03)$/

/** Where PostgreSQL's own words name a file of its inside, and not what it is that lacks. */
const REASONS: Readonly<Record<string, string>> = {
  '53100': 'its disk is full',
  '58030': 'its disk cannot be read or written',
}

/** What may be wrong with the roles of a database that somebody else looks after. */
const RIGHTS_NEEDED =
  'its role must own the database and be allowed to create roles, or be granted trademark_serve and trademark_ingest'

/**
 * What went wrong at the database, in a sentence where the operator can mend it: also when it went away in the
 * middle of something. Every other error stays what it is.
 */
export function inASentence(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (!MENDABLE.test(code) && !/timeout|terminated/i.test(message)) {
    return error
  }
  const which = config().databaseUrl === undefined ? 'The embedded database' : 'The database of DATABASE_URL'
  const remedy = code === '42501' ? `; ${RIGHTS_NEEDED}` : ''
  return new UnreachableDatabaseError(
    `${which} cannot be used: ${REASONS[code] ?? reason(error)}${remedy}.`,
    { cause: error },
  )
}

/** Node reports a host with several addresses as one error without a message of its own. */
const reason = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map((part: Error) => part.message).join(', ')
    : (error as Error).message
