import type { RequestLimits } from '../../local/request-limits.ts'
import { router } from '../../local/router.ts'
import { startServer } from '../../local/server.ts'
import type { Database } from '../../shared/db/database.ts'
import { setDatabases } from '../../shared/db/serving.ts'
import type { KeyTerms } from '../../shared/keys/keys.ts'
import { loadMarks } from './load-marks.ts'
import type { SampleMark } from './marks.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { makeKey } from './test-keys.ts'

/** The service on its own port and database. */
export interface TestService {
  readonly address: string
  readonly owner: Database
  readonly database: TestDatabase
  /** Creates a key and returns it in clear: unrestricted and with high limits, changed by `terms`. */
  key(terms?: Partial<KeyTerms>): Promise<string>
  stop(): Promise<void>
}

/** Starts the service of this process on a fresh database that holds `marks`. */
export async function startTestService(
  options: { marks?: SampleMark[]; limits?: Partial<RequestLimits> } = {},
): Promise<TestService> {
  const database = await createTestDatabase()
  const owner = database.open('owner')
  setDatabases({ serving: database.open('trademark_serve') })
  await loadMarks(owner, options.marks ?? [])
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    handler: router,
    limits: options.limits ?? {},
  })
  return {
    address: server.address,
    owner,
    database,
    key: async (terms) => (await makeKey(owner, { ...ROOMY, ...terms })).key,
    stop: async () => {
      await server.stop()
      setDatabases({ serving: undefined })
      await database.drop()
    },
  }
}

const ROOMY: Partial<KeyTerms> = { monthlyQuota: 1_000_000, burstPerMinute: 100_000 }

/** A response with its parsed JSON body. */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
}

/** Sends a request to the service, with `key` in the header `X-API-Key`. */
export async function ask(
  service: { address: string },
  path: string,
  {
    key,
    headers,
    ...init
  }: RequestInit & { key?: string | undefined; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(service.address + path, {
    ...init,
    headers: { ...headers, ...(key === undefined ? {} : { 'X-API-Key': key }) },
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}
