import { config } from '../config.ts'
import { type Connection, type Database, openDatabase, type Role } from './database.ts'
import { joinEmbeddedPostgres } from './embedded/join.ts'
import { migrate } from './migrate.ts'

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
export class UnreachableDatabaseError extends Error {
  override name = 'UnreachableDatabaseError'
}

/**
 * Comes to the database of the settings, which is `DATABASE_URL` or the embedded one under `DATA_DIR`, started if
 * need be, and migrates it.
 *
 * @throws UnreachableDatabaseError, EmbeddedPostgresError or MigrationError, each with a sentence
 */
export async function reachDatabase(visitor: Visitor): Promise<ReachedDatabase> {
  const { connection, leave } = await findServer(visitor)
  const open = (role: Role): Database => openDatabase(connection, role, visitor.name)
  const owner = open('owner')
  try {
    await migrate(owner)
  } catch (error) {
    await owner.close()
    await leave()
    throw isConnectionProblem(error) ? unreachable(error) : error
  }
  await owner.close()
  return { open, leave }
}

async function findServer(visitor: Visitor): Promise<{ connection: Connection; leave(): Promise<void> }> {
  const { databaseUrl, dataDir } = config()
  if (databaseUrl !== undefined) {
    return { connection: { connectionString: databaseUrl }, leave: async () => {} }
  }
  return joinEmbeddedPostgres({ dataDir, ...visitor })
}

/** Errors of the network and of PostgreSQL's class 08 and 28, and a database that does not exist. */
function isConnectionProblem(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return /^(E[A-Z]+|08...|28...|3D000|57P0.|53300)$/.test(code) || /timeout|terminated/i.test(message)
}

const unreachable = (cause: unknown): UnreachableDatabaseError =>
  new UnreachableDatabaseError(`The database of DATABASE_URL cannot be used: ${reason(cause)}.`, { cause })

/** Node reports a host with several addresses as one error without a message of its own. */
const reason = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map((part: Error) => part.message).join(', ')
    : (error as Error).message
