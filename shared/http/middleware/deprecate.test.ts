import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type RunningServer, startServer } from '../../../local/server.ts'
import { type Deprecation, operations, type ProtectedOperation } from '../../../schemas/operations.ts'
import { type Answer, ask } from '../../../test/support/service.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { makeKey } from '../../../test/support/test-keys.ts'
import type { Database } from '../../db/database.ts'
import { setDatabases } from '../../db/serving.ts'
import { log } from '../../platform/logger.ts'
import { endpoint } from '../endpoint.ts'

const DAY_MS = 86_400_000
const day = (fromToday: number): string =>
  new Date(Date.now() + fromToday * DAY_MS).toISOString().slice(0, 10)

let database: TestDatabase
let owner: Database
let key: string
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  setDatabases({ serving: database.open('trademark_serve') })
  key = (await makeKey(owner, { consumer: 'acme' })).key
})
afterAll(async () => {
  setDatabases({ serving: undefined })
  await database.drop()
})

let server: RunningServer | undefined
let warnings: ReturnType<typeof jest.spyOn>
beforeEach(() => {
  warnings = jest.spyOn(log(), 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  warnings.mockRestore()
  await server?.stop()
})

/** Serves a test operation with the given deprecation. Returns a function that calls it. */
async function serve(deprecation?: Deprecation): Promise<(as?: string, path?: string) => Promise<Answer>> {
  const operation: ProtectedOperation = {
    ...operations.getFreshness,
    id: 'old-freshness',
    ...(deprecation ? { deprecation } : {}),
  }
  server = await startServer({
    host: '127.0.0.1',
    port: 0,
    handler: endpoint(operation, async () => ({ sources: [] })),
  })
  const { address } = server
  return (as = key, path = '/v1/old') => ask({ address }, path, { key: as })
}

const endHeaders = ({ headers }: Answer): (string | null)[] =>
  ['deprecation', 'sunset', 'link'].map((name) => headers.get(name))

describe('a deprecated operation', () => {
  const ending = { since: day(-30), sunset: day(335), successor: '/v1/freshness' }

  test('is answered with Deprecation, Sunset and links to its successor and the policy', async () => {
    const call = await serve(ending)
    const answer = await call()
    expect([answer.status, answer.body]).toEqual([200, { sources: [] }])
    const [deprecation, sunset, link] = endHeaders(answer)
    expect(deprecation).toBe(`@${Date.parse(ending.since) / 1_000}`)
    expect(new Date(sunset ?? '').toISOString().slice(0, 10)).toBe(ending.sunset)
    expect(sunset).toMatch(/^\w{3}, \d\d \w{3} \d{4} 00:00:00 GMT$/)
    expect(link?.split(', ')).toEqual([
      '</v1/freshness>; rel="successor-version"',
      '</docs/en/versioning>; rel="deprecation"; type="text/html"',
      '</docs/en/versioning>; rel="sunset"; type="text/html"',
    ])
  })

  test('has these headers in its errors, too', async () => {
    const call = await serve(ending)
    for (const [status, as, path] of [
      [400, key, '/v1/old?nothing=1'],
      [401, 'tmk_nonsense', '/v1/old'],
    ] as const) {
      const answer = await call(as, path)
      expect([answer.status, ...endHeaders(answer)]).toEqual([status, ...endHeaders(await call())])
    }
  })

  test('logs each consumer that calls it once a day', async () => {
    const call = await serve(ending)
    const other = await makeKey(owner, { consumer: 'umbrella' })
    for (const as of [key, key, other.key, key, 'tmk_nonsense']) {
      await call(as)
    }
    const lines = warnings.mock.calls.map(([message, facts]: unknown[]) => ({
      message,
      ...(facts as object),
    }))
    const line = { message: 'deprecated operation called', operation: 'old-freshness', sunset: ending.sunset }
    expect(lines).toEqual([
      { ...line, consumer: 'acme', keyId: expect.stringMatching(/^key_/) },
      { ...line, consumer: 'umbrella', keyId: other.id },
    ])
  })
})

test('an operation with a deprecation date in the future has the headers, and logs no consumer', async () => {
  const call = await serve({ since: day(10), sunset: day(400), successor: '/v1/freshness' })
  const answer = await call()
  expect([answer.status, endHeaders(answer)[0]]).toEqual([200, `@${Date.parse(day(10)) / 1_000}`])
  expect(warnings).not.toHaveBeenCalled()
})

describe('an operation after its sunset', () => {
  const ended = { since: day(-400), sunset: day(0), successor: '/v1/freshness' }

  test('is answered with 410 and names its successor', async () => {
    const call = await serve(ended)
    const answer = await call()
    expect([answer.status, answer.body.error.code]).toEqual([410, 'gone'])
    expect(answer.body.error.message).toContain('/v1/freshness')
    expect(endHeaders(answer)[2]).toContain('rel="successor-version"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('still requires a key', async () => {
    const call = await serve(ended)
    expect((await call('tmk_nonsense')).status).toBe(401)
  })
})

test('an operation without a deprecation has none of the headers', async () => {
  const call = await serve()
  expect(endHeaders(await call())).toEqual([null, null, null])
})

test('every sunset is at least 12 months after its deprecation', () => {
  for (const { deprecation } of Object.values(operations) as ProtectedOperation[]) {
    if (deprecation) {
      const { since, sunset } = deprecation
      const earliest = new Date(since)
      earliest.setUTCFullYear(earliest.getUTCFullYear() + 1)
      expect(Date.parse(sunset)).toBeGreaterThanOrEqual(earliest.getTime())
    }
  }
})
