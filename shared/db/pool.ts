import pg from 'pg'
import { ApiError } from '../platform/errors.ts'

export interface Pool {
  readonly connections: pg.Pool
  /** The time of the last release of each connection (`performance.now()`). A new connection has no entry. */
  readonly usedAt: WeakMap<pg.PoolClient, number>
  /** Connections that were last used at or before this time count as lost. */
  lostBefore: number
  /** The error that broke each connection between two queries. */
  readonly brokenBy: WeakMap<pg.PoolClient, Error>
}

export interface PoolUse {
  open: number
  idle: number
  /** The maximum number of open connections. */
  most: number
  /** The number of callers that wait for a connection. */
  waiting: number
}

const CONNECT_TIMEOUT_MS = 2_000

/** The maximum number of waiting callers. Further callers would fill the memory while the database hangs. */
export const MOST_WAITING = 500

/** A connection that was idle for longer than this is tested before use. */
const IDLE_MS = 1_000
/** An empty query that tests a connection. The timeout is long, because a busy process reads the result late. */
const PING = { text: '', query_timeout: 2_000 }

/** Too many callers wait for a connection. The client receives 503. */
export class BusyDatabaseError extends ApiError {
  override name = 'BusyDatabaseError'

  constructor() {
    super('overloaded', { retryAfter: 1 })
  }
}

/** Opens a pool, at first without connections. */
export function openPool(settings: pg.PoolConfig): Pool {
  const connections = new pg.Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...settings })
  connections.on('error', () => {}) // the pool has already dropped the broken connection
  const brokenBy = new WeakMap<pg.PoolClient, Error>()
  connections.on('connect', (client) => {
    // An error event without a listener would end the process.
    client.on('error', (error) => {
      if (!brokenBy.has(client)) brokenBy.set(client, error)
    })
  })
  return { connections, usedAt: new WeakMap(), lostBefore: 0, brokenBy }
}

export const useOf = ({ connections }: Pool): PoolUse => ({
  open: connections.totalCount,
  idle: connections.idleCount,
  most: connections.options.max,
  waiting: connections.waitingCount,
})

/**
 * Runs `work` with a connection, and closes the connection after an error.
 *
 * A query on a broken connection fails with the error that broke the connection.
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

const isNotQueryable = (error: unknown): boolean => /is not queryable$/.test((error as Error).message)

/**
 * Returns a new, recently used or tested connection.
 *
 * If a test fails, connections that have been idle for at least as long are closed without a test.
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

async function answers(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query(PING)
    return true
  } catch {
    return false
  }
}
