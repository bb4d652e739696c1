import { setTimeout as wait } from 'node:timers/promises'
import type { BrandSummary } from '../schemas/brand.ts'
import { tools } from '../schemas/tools.ts'
import { getBrand } from '../shared/brands/get-brand.ts'
import { searchBrands } from '../shared/brands/search-brands.ts'
import type { Database } from '../shared/db/database.ts'
import { WARM_UP } from '../shared/http/middleware/middleware.ts'
import { generateKey } from '../shared/keys/key-format.ts'
import { encode } from '../shared/platform/content-coding.ts'
import { log } from '../shared/platform/logger.ts'
import { buildEvent, createContext, withBody } from './http-event.ts'
import { router } from './router.ts'
import { deadlineOf } from './routes.ts'

const DEADLINE_MS = 1_500
/** Each further round makes the code faster. */
const ROUNDS = 3

/** Used in place of a mark if the corpus is empty. */
const NO_MARK = { nroSolicitud: '1', denominacion: 'marca', estado: 'REGISTRADA' } as const
type Sought = Pick<BrandSummary, keyof typeof NO_MARK>

/**
 * Runs the code that handles requests, so that the first requests are fast. Stops at the deadline and never throws.
 *
 * The handlers refuse the random key of the warm-up. Therefore, the warm-up also calls the functions that read marks. No call
 * is charged, logged or counted.
 *
 * @param database the database that `setDatabases` has set
 */
export async function warmUp(database: Database, deadlineMs = DEADLINE_MS): Promise<void> {
  const deadline = new AbortController()
  try {
    await Promise.race([runRounds(database, deadline.signal), wait(deadlineMs, undefined, { ref: false })])
  } catch (error) {
    log().warn('the warm-up failed: the first requests may be slow', { error: error as Error })
  } finally {
    deadline.abort()
  }
}

async function runRounds(database: Database, deadline: AbortSignal): Promise<void> {
  const { items } = await searchBrands(database, { limit: 100 })
  const marks: Sought[] = items.filter(({ denominacion }) => denominacion !== '')
  let next = 0
  const nextMark = (): Sought => marks[next++ % marks.length] ?? NO_MARK
  for (let round = 0; round < ROUNDS; round++) {
    for (const call of calls(database)) {
      if (deadline.aborted) return
      // One call for each connection of the pool, at the same time, so that every connection is used.
      await Promise.all(Array.from({ length: database.use().most }, () => call(nextMark())))
    }
  }
}

const calls = (database: Database): ((mark: Sought) => Promise<void>)[] => [
  () => render(searchBrands(database, { limit: 100 })), // first, because this call opens the connections
  () => send('GET', '/health', 200),
  ({ nroSolicitud }) => send('GET', `/v1/brands/${nroSolicitud}`, 401),
  ({ denominacion }) => callTool(tools.searchBrands.name, { q: denominacion }),
  ({ nroSolicitud }) => callTool(tools.getBrandDetail.name, { nroSolicitud }),
  ({ nroSolicitud }) => render(getBrand(database, { nroSolicitud })),
  ({ estado }) => render(searchBrands(database, { estado, limit: 100 })),
  ({ denominacion }) => render(searchBrands(database, { q: denominacion, limit: 20 })),
]

/** @throws Error for an unexpected status */
async function send(method: string, path: string, expected: number, body = ''): Promise<void> {
  const event = buildEvent({
    ...{ method, path, query: '', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', domainName: '127.0.0.1' },
    headers: { host: '127.0.0.1', 'x-api-key': generateKey(), 'content-type': 'application/json' },
  })
  const { statusCode } = await router(
    withBody(event, Buffer.from(body)),
    createContext(deadlineOf(path), WARM_UP),
  )
  if (statusCode !== expected) {
    throw new Error(`${method} ${path} was answered with ${statusCode}`)
  }
}

/** Calls a tool. The error for the random key has the HTTP status 200. */
const callTool = (name: string, args: object): Promise<void> =>
  send(
    'POST',
    '/mcp',
    200,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  )

async function render(answer: Promise<unknown>): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(await answer))
  await encode(bytes, 'br', { kept: false })
  await encode(bytes, 'gzip', { kept: false })
}
