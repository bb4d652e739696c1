import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openPool, type Pool, type PoolUse, useOf, withClient } from './pool.ts'
import { runStatement, type Values } from './run-statement.ts'
import {
  assertLogin,
  type DatabaseRole,
  isServing,
  STATEMENT_TIMEOUT_MS,
  sessionSettings,
  startupOptions,
} from './session.ts'
import type { Statement } from './sql-file.ts'

export type { Values } from './run-statement.ts'
export type { DatabaseRole } from './session.ts'

/** The address of a PostgreSQL server: a connection string, or its parts. */
export type Connection = { connectionString: string } | Omit<pg.ClientConfig, 'connectionString'>

/** Runs statements, on a pool or in one transaction. */
export interface Queryable {
  /** Returns the rows, with values in the form of the API (see `parsers`). Throws the error that PostgreSQL reports. */
  query<Row>(statement: Statement, values?: Values): Promise<Row[]>
  /** The primary database, if the statements run on a replica. */
  readonly copyOf?: Queryable
}

/** A `Queryable` that can also copy rows into a table. */
export interface Transaction extends Queryable {
  /**
   * Streams `text` into a `copy … from stdin`, as fast as the server accepts it. Either the whole text is stored, or nothing.
   * An error of `text`, or an abort, cancels the copy.
   */
  copyIn(
    statement: Statement,
    text: AsyncIterable<string | Uint8Array> | Iterable<string>,
    signal?: AbortSignal,
  ): Promise<void>
}

/** A read-only transaction with one snapshot for all its statements. */
export interface Snapshot extends Queryable {
  /**
   * Streams the output of a `copy … to stdout` into `take`, as fast as `take` reads it, and returns the number of rows. An
   * error of `take` cancels the copy.
   */
  copyOut(statement: Statement, take: (bytes: AsyncIterable<Uint8Array>) => Promise<void>): Promise<number>
}

export interface Database extends Transaction {
  /** Runs `work` in one transaction. Either all changes of `work` are stored, or none. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Runs `work` on one read-only snapshot. The first statement takes the snapshot. */
  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>
  /** Further connections, for short statements that must not wait for a free connection of the pool. */
  readonly aside: Queryable
  /** Returns the current use of the connections. Does not count the connections of `aside`. */
  use(): PoolUse
  close(): Promise<void>
}

/** Statement timeout of the connections of `aside`. It is short, because the next caller must not wait for a hung statement. */
const ASIDE_TIMEOUT_MS = 1_500
/** The maximum number of connections of `aside`: enough to charge calls, refund a charge and check the health at once. */
const MAX_ASIDE = 3
/** The timeout of the client exceeds the statement timeout of the server by this much. It applies only if the server hangs. */
const GRACE_MS = 250
const CLOSE_TIMEOUT_MS = 2_000
/** Connection timeout of commands and sync runs, which may have to wait for a busy machine. */
const LONG_CONNECT_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 10

/**
 * Opens a pool on `connection` that acts as `role`. Queries connect when needed, also after a lost connection.
 *
 * @param name is shown by `pg_stat_activity`
 * @param setting names the setting with the login. If given, each new connection checks that the login has no rights beyond the
 *   role.
 */
export const openDatabase = (
  connection: Connection,
  role: DatabaseRole,
  name: string,
  setting?: string,
): Database =>
  databaseOn((statementTimeoutMs) => ({
    ...poolSettings(connection, role, name, statementTimeoutMs),
    ...(setting === undefined ? {} : { onConnect: (client) => assertLogin(client, { setting, role }) }),
  }))

/**
 * Opens a pool for requests behind a pooler, such as RDS Proxy or PgBouncer.
 *
 * A pooler does not pass on the session settings of a connection, so the login must store the settings (`alter role … set`). A
 * pooler may run each statement on another connection, so no statement is prepared.
 */
export const openPooledDatabase = (connectionString: string, name: string): Database =>
  databaseOn(
    (statementTimeoutMs) => ({
      ...parts({ connectionString }),
      ...clientSettings('trademark_serve', name, statementTimeoutMs),
      onConnect: (client) => assertLogin(client, POOLED_LOGIN),
    }),
    ({ name: _, ...unnamed }) => unnamed,
  )

const POOLED_LOGIN = {
  setting: 'DATABASE_POOL_URL',
  role: 'trademark_serve',
  settings: sessionSettings('trademark_serve', STATEMENT_TIMEOUT_MS),
} as const

/** Returns the settings of connections that act as `role`; `pg_stat_activity` shows `name`. */
export function poolSettings(
  connection: Connection,
  role: DatabaseRole,
  name: string,
  statementTimeoutMs: number,
): pg.PoolConfig {
  const { options = '', ...server } = parts(connection)
  return {
    ...server,
    ...clientSettings(role, name, statementTimeoutMs),
    options: `${options} ${startupOptions(role, statementTimeoutMs)}`, // if a setting occurs twice, the last value counts
  }
}

const clientSettings = (role: DatabaseRole, name: string, statementTimeoutMs: number): pg.PoolConfig => ({
  application_name: `trademark ${name}`,
  types: { getTypeParser },
  ...(isServing(role)
    ? { query_timeout: statementTimeoutMs + GRACE_MS }
    : { connectionTimeoutMillis: LONG_CONNECT_TIMEOUT_MS }),
  keepAlive: true,
})

function databaseOn(
  settings: (statementTimeoutMs: number) => pg.PoolConfig,
  asSent: (statement: Statement) => Statement = (statement) => statement,
): Database {
  const pool = openPool({ ...settings(STATEMENT_TIMEOUT_MS), max: MAX_CONNECTIONS })
  const aside = openPool({ ...settings(ASIDE_TIMEOUT_MS), max: MAX_ASIDE })
  const queryOn =
    (connections: Pool): Queryable['query'] =>
    (statement, values) =>
      withClient(connections, (client) => runStatement(client, asSent(statement), values))
  return {
    query: queryOn(pool),
    transaction: (work) => inTransaction(pool, work),
    copyIn: (...args) => withClient(pool, (client) => copyIn(client, ...args)),
    snapshot: (work) => inSnapshot(pool, work),
    aside: { query: queryOn(aside) },
    use: () => useOf(pool),
    close: () => closeInTime([pool, aside]),
  }
}

/**
 * Returns whether the server reported an error of the statement itself. After such an error, the statement has stored nothing.
 *
 * After any other error, such as a lost connection or a timeout of the client, the outcome of the statement is unknown.
 */
export const isStatementError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '08')

/** Parses a connection string, because the parameters of an unparsed string would override the other settings. */
const parts = (connection: Connection): pg.ClientConfig =>
  'connectionString' in connection ? parseIntoClientConfig(connection.connectionString) : connection

/** Closes pools, and stops waiting after a time limit, because a hung server never answers. */
export async function closeInTime(pools: readonly Pool[]): Promise<void> {
  await Promise.race([
    Promise.all(pools.map(({ connections }) => connections.end())),
    wait(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
  ])
}

const inTransaction = <Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> =>
  runTransaction(pool, 'begin', (client) =>
    work({
      query: (statement, values) => runStatement(client, statement, values),
      copyIn: (...args) => copyIn(client, ...args),
    }),
  )

/** The idle timeout is long, because a backup writes a file to its target between two statements. */
const BEGIN_SNAPSHOT =
  "begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = '10min'"

const inSnapshot = <Result>(pool: Pool, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> =>
  runTransaction(pool, BEGIN_SNAPSHOT, (client) =>
    work({
      query: (statement, values) => runStatement(client, statement, values),
      copyOut: (...args) => copyOut(client, ...args),
    }),
  )

/** Runs `work` between `begin` and `commit`. An error closes the connection, which rolls back the transaction. */
const runTransaction = <Result>(
  pool: Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  withClient(pool, async (client) => {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    return result
  })

async function copyIn(
  client: pg.PoolClient,
  ...[{ text: statement }, text, signal]: Parameters<Transaction['copyIn']>
): Promise<void> {
  const target = client.query(copyFrom(statement))
  await pipeline(Readable.from(text), target, signal ? { signal } : {})
}

async function copyOut(
  client: pg.PoolClient,
  ...[{ text: statement }, take]: Parameters<Snapshot['copyOut']>
): Promise<number> {
  const source = client.query(copyTo(statement))
  await take(source)
  return source.rowCount
}

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins

/** Parsers for values in the form of the API: a day as text, an instant in RFC 3339, a count as a number. */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [INT8, Number],
])

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
}
