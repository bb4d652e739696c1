import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openPool, type Pool, type PoolUse, useOf, withClient } from './pool.ts'
import { isServing, type Role, refuseUnfitLogin, STATEMENT_TIMEOUT_MS, startupOptions } from './session.ts'
import type { Statement } from './sql-file.ts'

export type { Role } from './session.ts'

/** Where PostgreSQL is: a connection string, or the parts of one. */
export type Connection = { connectionString: string } | Omit<pg.ClientConfig, 'connectionString'>

/** Values of a statement's parameters, by name. */
export type Values = Readonly<Record<string, unknown>>

/** What runs statements: the pool, or one transaction of it. */
export interface Queryable {
  /** The rows, in contract shape: the `.sql` file names the columns. Throws what PostgreSQL reports. */
  query<Row>(statement: Statement, values?: Values): Promise<Row[]>
}

/** One transaction, or the pool. */
export interface Transaction extends Queryable {
  /**
   * Streams `text` into a `copy … from stdin`, as fast as the server takes it: all of it is kept, or nothing is.
   * An error while the text is made, or an abort, ends the copy.
   */
  copyIn(
    statement: Statement,
    text: AsyncIterable<string | Uint8Array> | Iterable<string>,
    signal?: AbortSignal,
  ): Promise<void>
}

/** A transaction that reads: one snapshot for all its statements. */
export interface Snapshot extends Queryable {
  /**
   * Streams what a `copy … to stdout` tells into `take`, as fast as it takes it, and tells the number of rows. What
   * `take` throws ends the copy.
   */
  copyOut(statement: Statement, take: (bytes: AsyncIterable<Uint8Array>) => Promise<void>): Promise<number>
}

export interface Database extends Transaction {
  /** Runs `work` in one transaction: all of it is kept, or nothing is. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Runs `work` on one snapshot of everything, taken by its first statement; nothing can be changed in it. */
  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>
  /** One more connection, for what is short and must not wait until one of the pool is free. */
  readonly aside: Queryable
  /** How the connections are used at this moment, without that aside. */
  use(): PoolUse
  close(): Promise<void>
}

/** A wait for an answer on the connection aside, whose next user must not wait for a hung one. */
const ASIDE_TIMEOUT_MS = 1_500
/** The server's own limit ends a slow statement; this much later, ours ends one of a server that no longer answers. */
const GRACE_MS = 250
const CLOSE_TIMEOUT_MS = 2_000
/** A command or a run, which nobody waits for by the second, bears with a machine that is busy. */
const PATIENT_CONNECT_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 10

/**
 * Opens a pool on `connection` that acts as `role`.
 *
 * Nothing is connected before the first query, and a database that went away is met again by the next query:
 * there is no state to repair. `name` is what `pg_stat_activity` shows.
 */
export const openDatabase = (connection: Connection, role: Role, name: string): Database =>
  databaseOn((statementTimeoutMs) => poolSettings(connection, role, name, statementTimeoutMs))

/**
 * Opens what requests are answered from behind a pooler, such as RDS Proxy or PgBouncer, which takes no settings along
 * with a connection and may run each statement on another one: the settings are those of the login, and no statement is
 * prepared under a name.
 */
export const openPooledDatabase = (connectionString: string, name: string): Database =>
  databaseOn(
    (statementTimeoutMs) => ({
      ...parts({ connectionString }),
      ...clientSettings('trademark_serve', name, statementTimeoutMs),
      onConnect: refuseUnfitLogin,
    }),
    ({ name: _, ...unnamed }) => unnamed,
  )

/** What connections need that act as `role`; `name` is what `pg_stat_activity` shows. */
export function poolSettings(
  connection: Connection,
  role: Role,
  name: string,
  statementTimeoutMs: number,
): pg.PoolConfig {
  const { options = '', ...server } = parts(connection)
  return {
    ...server,
    ...clientSettings(role, name, statementTimeoutMs),
    options: `${options} ${startupOptions(role, statementTimeoutMs)}`, // of two, the last one counts
  }
}

const clientSettings = (role: Role, name: string, statementTimeoutMs: number): pg.PoolConfig => ({
  application_name: `trademark ${name}`,
  types: { getTypeParser },
  ...(isServing(role)
    ? { query_timeout: statementTimeoutMs + GRACE_MS }
    : { connectionTimeoutMillis: PATIENT_CONNECT_TIMEOUT_MS }),
  keepAlive: true,
})

function databaseOn(
  settings: (statementTimeoutMs: number) => pg.PoolConfig,
  asSent: (statement: Statement) => Statement = (statement) => statement,
): Database {
  const pool = openPool({ ...settings(STATEMENT_TIMEOUT_MS), max: MAX_CONNECTIONS })
  const aside = openPool({ ...settings(ASIDE_TIMEOUT_MS), max: 1 })
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

/** A connection string taken apart: left whole, its parameters would count more than those given beside it. */
const parts = (connection: Connection): pg.ClientConfig =>
  'connectionString' in connection ? parseIntoClientConfig(connection.connectionString) : connection

/** Waits for connections to close as long as a server that is there needs; a hung one never answers. */
export async function closeInTime(pools: readonly Pool[]): Promise<void> {
  await Promise.race([
    Promise.all(pools.map(({ connections }) => connections.end())),
    wait(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
  ])
}

/** Runs one statement on a connection, and tells its rows. */
export async function runStatement<Row>(
  client: pg.PoolClient,
  statement: Statement,
  values: Values = {},
): Promise<Row[]> {
  const { text, name, parameters } = statement
  const result = await client.query({
    text,
    ...(name === undefined ? {} : { name }),
    values: parameters.map((parameter) => values[parameter] ?? null),
  })
  return result.rows as Row[]
}

const inTransaction = <Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> =>
  between(pool, 'begin', (client) =>
    work({
      query: (statement, values) => runStatement(client, statement, values),
      copyIn: (...args) => copyIn(client, ...args),
    }),
  )

/** Its statements may lie far apart: between two of them, a file is brought to its end somewhere else. */
const BEGIN_SNAPSHOT =
  "begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = '10min'"

const inSnapshot = <Result>(pool: Pool, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> =>
  between(pool, BEGIN_SNAPSHOT, (client) =>
    work({
      query: (statement, values) => runStatement(client, statement, values),
      copyOut: (...args) => copyOut(client, ...args),
    }),
  )

/** What fails ends with its connection, which rolls back, also when it is the connection that broke. */
const between = <Result>(
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

/** Values as the contract writes them: a day as its text, an instant in RFC 3339, a count as a number. */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [INT8, Number],
])

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
}
