import pg from 'pg'
import { ApiError } from '../platform/errors.ts'

/** Connections and their last known health. */
export interface Pool {
  readonly connections: pg.Pool
  /** The time at which each connection was last released, by the clock of `performance`. A new connection has no entry. */
  readonly usedAt: WeakMap<pg.PoolClient, number>
  /** Connections that were last used before this time count as lost. */
  lostBefore: number
  /** The error that broke a connection between two queries, from the `error` event of the connection. */
  readonly brokenBy: WeakMap<pg.PoolClient, Error>
}

/** The use of a pool's connections. */
export interface PoolUse {
  open: number
  idle: number
  /** The maximum number of open connections. */
  most: number
  /** The number of callers that wait for a connection. */
  waiting: number
}

/** The default timeout for getting a connection. */
const CONNECT_TIMEOUT_MS = 2_000

/**
 * The maximum number of callers that wait for a connection. Further callers would time out anyway. They fail at once, so that
 * they do not fill the memory while the database hangs.
 */
export const MOST_WAITING = 500

/** A connection that was idle for longer than this is tested before it is used. */
const IDLE_MS = 1_000
/** The test query of a connection. The timeout leaves time for a busy process to read the result. */
const PING = { text: '', query_timeout: 2_000 }

/** Too many callers wait for a connection. The client receives 503. */
export class BusyDatabaseError extends ApiError {
  override name = 'BusyDatabaseError'

  constructor() {
    super('overloaded', { retryAfter: 1 })
  }
}

/** Opens a pool. Connections are opened when they are needed. */
export function openPool(settings: pg.PoolConfig): Pool {
  const connections = new pg.Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...settings })
  connections.on('error', () => {}) // an idle connection has broken; the pool has already dropped it
  const brokenBy = new WeakMap<pg.PoolClient, Error>()
  connections.on('connect', (client) => {
    // The server may end the connection in its first message. An error event without a listener would end the process.
    client.on('error', (error) => {
      if (!brokenBy.has(client)) brokenBy.set(client, error)
    })
  })
  return { connections, usedAt: new WeakMap(), lostBefore: 0, brokenBy }
}

/** Returns the current use of a pool. */
export const useOf = ({ connections }: Pool): PoolUse => ({
  open: connections.totalCount,
  idle: connections.idleCount,
  most: connections.options.max,
  waiting: connections.waitingCount,
})

/**
 * Runs `work` with a connection, and closes the connection after an error.
 *
 * If a connection breaks between two queries, the next query fails with the error that broke the connection.
 *
 * @throws BusyDatabaseError
 */
export async function withClient<Result>(
  pool: Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool)
  try {
    const result = await work(client)
    pool.usedAt.set(client, performance.now())
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw isNotQueryable(error) ? (pool.brokenBy.get(client) ?? error) : error
  }
}

/** Returns whether a query failed because the connection had already broken. */
const isNotQueryable = (error: unknown): boolean => /is not queryable$/.test((error as Error).message)

/**
 * Returns a connection that is new, was used within IDLE_MS, or has passed a test.
 *
 * After a failed test, all connections that were idle for at least as long also count as lost: a router has probably dropped
 * them.
 */
async function connect(pool: Pool): Promise<pg.PoolClient> {
  for (;;) {
    if (pool.connections.waitingCount >= MOST_WAITING) {
      throw new BusyDatabaseError()
    }
    const client = await pool.connections.connect()
    const usedAt = pool.usedAt.get(client) ?? Number.POSITIVE_INFINITY
    if (usedAt > performance.now() - IDLE_MS || (usedAt > pool.lostBefore && (await answers(client)))) {
      return client
    }
    pool.lostBefore = Math.max(pool.lostBefore, usedAt)
    client.release(true)
  }
}

/** Returns whether a connection answers an empty query, which costs the server nothing. */
async function answers(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query(PING)
    return true
  } catch {
    return false
  }
}
