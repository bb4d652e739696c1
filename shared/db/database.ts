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

export type Connection = { connectionString: string } | Omit<pg.ClientConfig, 'connectionString'>

/** Runs statements on a pool or in a transaction. */
export interface Queryable {
  /** Returns rows: `date` as text, `timestamptz` in ISO 8601, `bigint` as a number. @throws the error of PostgreSQL */
  query<Row>(statement: Statement, values?: Values): Promise<Row[]>
}

export interface Transaction extends Queryable {
  /** Streams `text` into a `copy … from stdin`. After an error or an abort, nothing is stored. */
  copyIn(
    statement: Statement,
    text: AsyncIterable<string | Uint8Array> | Iterable<string>,
    signal?: AbortSignal,
  ): Promise<void>
}

/** A read-only transaction with one snapshot. */
export interface Snapshot extends Queryable {
  /** Passes the output of a `copy … to stdout` to `take`. Returns the number of rows. */
  copyOut(statement: Statement, take: (bytes: AsyncIterable<Uint8Array>) => Promise<void>): Promise<number>
}

export interface Database extends Transaction {
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** The first statement takes the snapshot. */
  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>
  /** Separate connections for short statements that must not wait for the pool. */
  readonly aside: Queryable
  /** Returns the use of the pool, without the connections of `aside`. */
  use(): PoolUse
  close(): Promise<void>
}

/** The statement timeout of `aside`. Short, because callers wait while hung statements hold the connections. */
const ASIDE_TIMEOUT_MS = 1_500
/** Enough to charge calls, refund a charge and check the health at the same time. */
const MAX_ASIDE = 3
/** The client ends a query this much later than the statement timeout, in case the server hangs. */
const GRACE_MS = 250
const CLOSE_TIMEOUT_MS = 2_000
/** Commands and sync runs may have to wait for a busy machine. */
const LONG_CONNECT_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 10

/**
 * Opens a pool with the rights of `role`. The pool connects at the first statement.
 *
 * @param name is shown by `pg_stat_activity`
 * @param setting the environment variable with the login. If given, the pool rejects a login with more rights than `role`.
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
 * A pooler drops session settings, so the login must store the settings (`alter role … set`). A pooler may change the
 * connection between statements, so no statement is prepared.
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

function poolSettings(
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
 * Returns whether an error means that the database rejected the statement. A rejected statement has stored nothing.
 * After any other error, such as a lost connection, the outcome is unknown.
 */
export const isStatementError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '08')

/** Parses a connection string. If `pg` parsed the string, parameters in the string would override our settings. */
const parts = (connection: Connection): pg.ClientConfig =>
  'connectionString' in connection ? parseIntoClientConfig(connection.connectionString) : connection

/** Closes pools. Waits at most `CLOSE_TIMEOUT_MS`, in case the server hangs. */
async function closeInTime(pools: readonly Pool[]): Promise<void> {
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

/** The idle timeout is long, because a backup writes a file between two statements. */
const BEGIN_SNAPSHOT =
  "begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = '10min'"

const inSnapshot = <Result>(pool: Pool, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> =>
  runTransaction(pool, BEGIN_SNAPSHOT, (client) =>
    work({
      query: (statement, values) => runStatement(client, statement, values),
      copyOut: (...args) => copyOut(client, ...args),
    }),
  )

/** After an error, closes the connection, so that the server rolls back the transaction. */
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

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [INT8, Number],
])

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
}
