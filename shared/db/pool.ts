import pg from 'pg'

/** Connections, and what is known of how well they are. */
export interface Pool {
  readonly connections: pg.Pool
  /** When each was given back last, by the clock of `performance`; new ones are not in it. */
  readonly usedAt: WeakMap<pg.PoolClient, number>
  /** Connections that were not used since are lost. */
  lostBefore: number
  /** What broke a connection between two queries, which only the connection itself is told. */
  readonly brokenBy: WeakMap<pg.PoolClient, Error>
}

/** How the connections of a pool are used. */
export interface PoolUse {
  open: number
  idle: number
  /** As many may be open. */
  most: number
  /** Who waits for one. */
  waiting: number
}

/** A wait for a free connection, and for a new one, unless the settings say otherwise. */
const CONNECT_TIMEOUT_MS = 2_000

/**
 * So many may wait for a free connection. Whoever stands further back would hardly be reached before the wait ends: where
 * the database hangs, requests are answered at once rather than piled up.
 */
export const MOST_WAITING = 500

/**
 * A connection that lay idle so long is asked whether it still leads anywhere before it is used, and for so long: a
 * process that is busy itself may need a while to hear the answer.
 */
const IDLE_MS = 1_000
const PING = { text: '', query_timeout: 2_000 }

/** More wait for a connection than may. */
export class BusyDatabaseError extends Error {
  override name = 'BusyDatabaseError'
}

export function openPool(settings: pg.PoolConfig): Pool {
  const connections = new pg.Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...settings })
  connections.on('error', () => {}) // an idle connection broke, and the pool has dropped it already
  const brokenBy = new WeakMap<pg.PoolClient, Error>()
  connections.on('connect', (client) => {
    // From its first moment on: it may be ended in the very message that welcomes it, and an error event without a
    // listener would end the process.
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
 * Lends a connection to `work`; one on which something failed is not used again. One that breaks between two queries
 * fails the next of them, with what broke it. @throws BusyDatabaseError
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
    throw isAfterwards(error) ? (pool.brokenBy.get(client) ?? error) : error
  }
}

/** What a query says on a connection that broke before it: only the connection knows why. */
const isAfterwards = (error: unknown): boolean => /is not queryable$/.test((error as Error).message)

/**
 * A connection that was used a moment ago, has just answered, or is new. Where one that lay idle does not answer, those
 * that lay idle longer are taken for lost as well: whatever was between us and the server has forgotten them all.
 */
async function connect(pool: Pool): Promise<pg.PoolClient> {
  for (;;) {
    if (pool.connections.waitingCount >= MOST_WAITING) {
      throw new BusyDatabaseError(`${MOST_WAITING} others wait for a connection to the database already`)
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

/** An empty query, which costs the server nothing. */
async function answers(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query(PING)
    return true
  } catch {
    return false
  }
}
