import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import rootJson from '../../package.json' with { type: 'json' }
import { VERSION } from '../../shared/platform/version.ts'
import { sampleMarks } from '../../test/support/marks.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'
import { addRuns, runRow } from '../../test/support/sync-runs.ts'
import { walkBrands } from '../../test/support/walk.ts'
import packageJson from '../package.json' with { type: 'json' }
import { type Answer, type Client, type ClientOptions, createClient, ServiceError } from './index.ts'

const marks = sampleMarks().slice(0, 260)
const number = marks[0]?.nroSolicitud ?? ''

let service: TestService
let key: string
let client: Client
beforeAll(async () => {
  service = await startTestService({ marks })
  key = await service.key()
  client = clientOf(key)
})
afterAll(() => service.stop())

const clientOf = (of: string, options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl: service.address, key: of, ...options })

const bodyOf = async (path: string): Promise<unknown> => (await ask(service, path, { key })).body

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** Returns the error of a refused call. */
async function refusal(call: Promise<unknown>): Promise<ServiceError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(thrown instanceof ServiceError)) throw new Error('The call was not refused', { cause: thrown })
  return thrown
}

test('the package has the version of the service, and the tested version of openapi-fetch', () => {
  expect(packageJson.version).toBe(VERSION)
  const { 'openapi-fetch': tested } = rootJson.devDependencies
  expect(packageJson.dependencies).toEqual({ 'openapi-fetch': tested })
})

describe('an operation returns the response of the service', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['/v1/brands', () => client.searchBrands()],
    ['/v1/brands?estado=REGISTRADA&limit=3', () => client.searchBrands({ estado: 'REGISTRADA', limit: 3 })],
    ['/v1/brands?q=caf%C3%A9+%26+t%C3%A9', () => client.searchBrands({ q: 'café & té', cursor: undefined })],
    ['/v1/brands?clase=9,39', () => client.searchBrands({ clase: [9, 39] })],
    [`/v1/brands/${number}`, () => client.getBrand(number)],
    ['/v1/sync-runs?source=sheets&limit=5', () => client.listSyncRuns({ source: 'sheets', limit: 5 })],
  ])('%s', async (path, call) => {
    expect(await call()).toEqual(await bodyOf(path))
  })

  test('/v1/freshness', async () => {
    expect((await client.getFreshness()).sources).toHaveLength(3)
    expect((await client.getFreshness({ source: 'portal' })).sources).toHaveLength(1)
  })
})

test('an empty list of filter values is refused, and does not select all marks', async () => {
  expect(await refusal(client.searchBrands({ numeros: [] }))).toMatchObject({ code: 'validation_error' })
})

test.each(['1', 'x/y', '../freshness', '?q=1', '', '.', '..'])(
  'getBrand(%j) never addresses another operation',
  async (wrong) => {
    expect(await refusal(client.getBrand(wrong))).toMatchObject({ status: 404, code: 'not_found' })
  },
)

test('an error has the fields of the envelope, also in its JSON', async () => {
  const error = await refusal(client.searchBrands({ estado: 'REGISTRDA' as 'REGISTRADA' }))
  expect(error.message).toMatch(/^estado /)
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'ServiceError',
    status: 400,
    code: 'validation_error',
    requestId: expect.any(String),
    details: [expect.objectContaining({ field: 'estado', didYouMean: 'REGISTRADA' })],
  })
})

describe('walkBrands', () => {
  test('returns every mark once, in the order of the listing', async () => {
    const byHand = await walkBrands({ service, key }, {}, [37])
    expect(byHand).toHaveLength(marks.length)
    expect(await all(client.walkBrands({ limit: 7 }))).toEqual(byHand)
  })

  test('continues from a cursor', async () => {
    const { items, nextCursor } = await client.searchBrands({ clase: 9, limit: 2 })
    const rest = await all(client.walkBrands({ clase: 9, cursor: nextCursor ?? '' }))
    expect([...items, ...rest]).toEqual(await all(client.walkBrands({ clase: 9 })))
  })

  test('requests the largest pages, each when the one before is used up', async () => {
    const urls: string[] = []
    const walk = clientOf(key, { onAnswer: ({ url }) => urls.push(url) }).walkBrands()
    for (let taken = 0; taken < 100; taken++) await walk.next()
    expect(urls).toEqual([`${service.address}/v1/brands?limit=100`])
    await walk.next()
    expect(urls).toHaveLength(2)
  })

  test('throws the error of a page', async () => {
    const walk = all(client.walkBrands({ cursor: 'nonsense' }))
    expect(await refusal(walk)).toMatchObject({ code: 'validation_error' })
  })
})

test('walkSyncRuns returns all runs', async () => {
  await addRuns(service.owner, [runRow(), runRow({ source: 'bulletin' }), runRow({ status: 'failed' })])
  const { items } = await client.listSyncRuns()
  expect(items).toHaveLength(3)
  expect(await all(client.walkSyncRuns({ limit: 1 }))).toEqual(items)
})

test('onAnswer gets the limits and the request id of every response', async () => {
  const answers: Answer[] = []
  const terms = { burstPerMinute: 5, monthlyQuota: 30 }
  const observed = clientOf(await service.key(terms), { onAnswer: (answer) => answers.push(answer) })
  const query = { q: 'ñandú & cía', clase: [9, 39] }
  await observed.searchBrands(query)
  await refusal(observed.getBrand('1'))
  const limits = (used: number) => ({
    burst: { limit: 5, windowSeconds: 60, remaining: 5 - used, resetSeconds: expect.any(Number) },
    month: {
      limit: 30,
      windowSeconds: expect.any(Number),
      remaining: 30 - used,
      resetSeconds: expect.any(Number),
    },
  })
  const { urls } = observed
  expect(answers).toEqual([
    { url: urls.searchBrands(query), status: 200, requestId: expect.any(String), limits: limits(1) },
    { url: urls.getBrand('1'), status: 404, requestId: expect.any(String), limits: limits(2) },
  ])
})

test('a response to an invalid key has no limits', async () => {
  const answers: Answer[] = []
  const unknown = clientOf('tmk_unknown', { onAnswer: (answer) => answers.push(answer) })
  expect(await refusal(unknown.searchBrands())).toMatchObject({ code: 'unauthorized' })
  expect(answers).toMatchObject([{ status: 401, limits: undefined }])
})

test('a refusal above the limit per minute or the monthly quota states the time to wait', async () => {
  for (const [terms, code] of [
    [{ burstPerMinute: 1 }, 'rate_limited'],
    [{ monthlyQuota: 1 }, 'quota_exceeded'],
  ] as const) {
    const limited = clientOf(await service.key(terms), { waits: false })
    await limited.getBrand(number)
    const error = await refusal(limited.getBrand(number))
    expect(error).toMatchObject({ status: 429, code })
    expect(error.retryAfter).toBeGreaterThan(0)
  }
})

test('an abort ends a call and a walk with the reason of the signal', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const walk = client.walkBrands({ limit: 1 }, { signal })
  await walk.next()
  const call = client.searchBrands({ q: 'fiordo' }, { signal })
  const reason = new Error('enough')
  controller.abort(reason)
  await expect(call).rejects.toBe(reason)
  await expect(walk.next()).rejects.toBe(reason)
})

describe('the options', () => {
  test.each(['', ' ', 'tmk_\u2026', 'tmk_a\nb'])('key %j throws an error without the key', (wrong) => {
    expect(() => clientOf(wrong)).toThrow(
      /^key is empty or contains a character that is not allowed in a key$/,
    )
  })

  test('a baseUrl that is no URL throws', () => {
    expect(() => createClient({ baseUrl: 'trademarks.example', key })).toThrow('Invalid URL')
  })

  test('a key may end with a line break, and a base URL with a path and a slash', async () => {
    expect(await clientOf(`${key}\r\n`).getBrand(number)).toMatchObject({ nroSolicitud: number })
    const { urls } = createClient({ baseUrl: 'https://office.example/marks/', key })
    expect(urls.getBrand('1')).toBe('https://office.example/marks/v1/brands/1')
  })
})
