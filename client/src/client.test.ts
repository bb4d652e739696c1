import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
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

test('the package has the version of the service', () => {
  expect(packageJson.version).toBe(VERSION)
})

describe('an operation returns the response of the service', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['/v1/brands', () => client.searchBrands()],
    ['/v1/brands?q=fiordo&clase=39', () => client.searchBrands({ q: 'fiordo', clase: 39 })],
    ['/v1/brands?estado=REGISTRADA&limit=3', () => client.searchBrands({ estado: 'REGISTRADA', limit: 3 })],
    ['/v1/brands?q=caf%C3%A9+%26+t%C3%A9', () => client.searchBrands({ q: 'café & té' })],
    [`/v1/brands/${number}`, () => client.getBrand(number)],
    ['/v1/sync-runs?source=sheets&limit=5', () => client.listSyncRuns({ source: 'sheets', limit: 5 })],
  ])('%s', async (path, call) => {
    expect(await call()).toEqual(await bodyOf(path))
  })

  test('/v1/freshness', async () => {
    expect((await client.getFreshness()).sources.map(({ source }) => source)).toEqual([
      'sheets',
      'bulletin',
      'portal',
    ])
    expect((await client.getFreshness({ source: 'portal' })).sources).toHaveLength(1)
  })
})

describe('a query', () => {
  test('leaves out undefined parameters only', async () => {
    expect(await client.searchBrands({ q: undefined, clase: 9, cursor: undefined })).toEqual(
      await bodyOf('/v1/brands?clase=9'),
    )
    expect(await refusal(client.searchBrands({ q: '' }))).toMatchObject({ code: 'validation_error' })
    expect(await refusal(client.searchBrands({ cursor: '' }))).toMatchObject({ code: 'validation_error' })
  })

  test('has the URL that urls returns', async () => {
    const urls: string[] = []
    const observed = clientOf(key, { onAnswer: ({ url }) => urls.push(url) })
    const query = { q: 'ñandú & cía', limit: 2 }
    await observed.searchBrands(query)
    await observed.getBrand(number)
    expect(urls).toEqual([observed.urls.searchBrands(query), observed.urls.getBrand(number)])
    expect(observed.urls.searchBrands()).toBe(`${service.address}/v1/brands`)
  })
})

describe('an application number', () => {
  test('may contain dots and spaces', async () => {
    expect(await client.getBrand(` 0${number.replace(/(?=...$)/, '.')}`)).toMatchObject({
      nroSolicitud: number,
    })
  })

  test.each(['1', 'x/y', '../freshness', '?q=1', '#', '%2e%2e', 'ñ', '\ud800'])(
    '%j is not found, and never addresses another route',
    async (wrong) => {
      expect(await refusal(client.getBrand(wrong))).toMatchObject({ status: 404, code: 'not_found' })
    },
  )

  test.each(['', ' ', '.', '..', '...', '%'.repeat(65)])('%j is a validation error', async (wrong) => {
    expect(await refusal(client.getBrand(wrong))).toMatchObject({
      code: 'validation_error',
      details: [{ field: 'nroSolicitud' }],
    })
  })
})

describe('an error', () => {
  test('of validation has the field and a suggestion', async () => {
    const estado = 'REGISTRDA' as 'REGISTRADA'
    const answers: Answer[] = []
    const error = await refusal(
      clientOf(key, { onAnswer: (answer) => answers.push(answer) }).searchBrands({ estado }),
    )
    expect(error).toMatchObject({
      name: 'ServiceError',
      status: 400,
      code: 'validation_error',
      message: expect.stringMatching(/^estado /),
      details: [{ field: 'estado', didYouMean: 'REGISTRADA' }],
      requestId: answers[0]?.requestId,
      retryAfter: undefined,
    })
  })

  test('of an invalid key is unauthorized, of a missing scope forbidden', async () => {
    expect(await refusal(clientOf('tmk_unknown').searchBrands())).toMatchObject({
      status: 401,
      code: 'unauthorized',
      message: 'Missing or invalid API key',
    })
    const insights = await service.key({ scopes: ['insights:read'] })
    expect(await refusal(clientOf(insights).getBrand(number))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  test('of a used-up quota is thrown at once, with retryAfter', async () => {
    const spent = clientOf(await service.key({ monthlyQuota: 0 }))
    const error = await refusal(spent.searchBrands())
    expect(error).toMatchObject({ status: 429, code: 'quota_exceeded' })
    expect(error.retryAfter).toBeGreaterThan(0)
  })

  test('has the fields of a report in its JSON', async () => {
    expect(JSON.parse(JSON.stringify(await refusal(client.getBrand('1'))))).toEqual({
      name: 'ServiceError',
      status: 404,
      code: 'not_found',
      requestId: expect.any(String),
    })
  })
})

describe('walkBrands', () => {
  test('returns every mark once, in the order of the listing', async () => {
    const byHand = await walkBrands({ service, key }, {}, [37])
    expect(byHand).toHaveLength(marks.length)
    expect(await all(client.walkBrands())).toEqual(byHand)
    expect(await all(client.walkBrands({ limit: 7 }))).toEqual(byHand)
  })

  test('continues from a cursor', async () => {
    const { items, nextCursor } = await client.searchBrands({ clase: 9, limit: 2 })
    const rest = await all(client.walkBrands({ clase: 9, cursor: nextCursor ?? '' }))
    expect([...items, ...rest]).toEqual(await all(client.walkBrands({ clase: 9 })))
  })

  test('requests the largest pages, each when the one before is used up', async () => {
    const urls: string[] = []
    const observed = clientOf(key, { onAnswer: ({ url }) => urls.push(url) })
    const walk = observed.walkBrands()
    expect(urls).toEqual([])
    for (let taken = 0; taken < 100; taken++) await walk.next()
    expect(urls).toEqual([`${service.address}/v1/brands?limit=100`])
    await walk.next()
    expect(urls).toHaveLength(2)
    await walk.return()
    expect(urls).toHaveLength(2)
  })

  test('and walkSyncRuns returns all runs', async () => {
    await addRuns(service.owner, [runRow(), runRow({ source: 'bulletin' }), runRow({ status: 'failed' })])
    const { items } = await client.listSyncRuns()
    expect(items).toHaveLength(3)
    expect(await all(client.walkSyncRuns({ limit: 1 }))).toEqual(items)
  })

  test('throws the error of a page', async () => {
    expect(await refusal(all(client.walkBrands({ cursor: 'nonsense' })))).toMatchObject({
      code: 'validation_error',
    })
  })
})

test('onAnswer gets the limits and the request id of every response', async () => {
  const answers: Answer[] = []
  const terms = { burstPerMinute: 5, monthlyQuota: 30 }
  const observed = clientOf(await service.key(terms), { onAnswer: (answer) => answers.push(answer) })
  await observed.searchBrands()
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
  expect(answers).toEqual([
    { url: `${service.address}/v1/brands`, status: 200, requestId: expect.any(String), limits: limits(1) },
    { url: `${service.address}/v1/brands/1`, status: 404, requestId: expect.any(String), limits: limits(2) },
  ])
})

test('a response to an invalid key has no limits', async () => {
  const answers: Answer[] = []
  await refusal(clientOf('tmk_unknown', { onAnswer: (answer) => answers.push(answer) }).searchBrands())
  expect(answers).toMatchObject([{ status: 401, limits: undefined }])
})

describe('an abort', () => {
  test('ends a call with the reason of the signal, before and during the request', async () => {
    const reason = new Error('enough')
    await expect(client.searchBrands({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const call = client.searchBrands({ q: 'fiordo' }, { signal: controller.signal })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })

  test('ends walkBrands', async () => {
    const controller = new AbortController()
    const walk = client.walkBrands({ limit: 1 }, { signal: controller.signal })
    await walk.next()
    controller.abort('enough')
    await expect(walk.next()).rejects.toBe('enough')
  })
})

describe('invalid options', () => {
  test.each([
    'trademarks.example',
    '/docs',
    '',
    'ftp://trademarks.example',
    'https://reader:secret@trademarks.example',
    'https://trademarks.example/?a=1',
    'https://trademarks.example/#a',
    'https://reader:secret@:::',
  ])('baseUrl %j throws an error that does not repeat it', (baseUrl) => {
    expect(() => createClient({ baseUrl, key })).toThrow(/^baseUrl must (be|not contain)/)
    expect(() => createClient({ baseUrl, key })).not.toThrow(/secret/)
  })

  test.each(['', ' ', 'tmk_\u2026', 'tmk_a\nb', 'tmk_\u0000', undefined as never])(
    'key %j throws an error that does not repeat it',
    (wrong) => {
      expect(() => clientOf(wrong)).toThrow(
        /^key is empty or contains a character that is not allowed in a key$/,
      )
    },
  )

  test('a key with a line break at its end and a base URL with slashes at its end are accepted', async () => {
    const other = createClient({ baseUrl: `${service.address}//`, key: `${key}\r\n` })
    expect(await other.getBrand(number)).toMatchObject({ nroSolicitud: number })
  })

  test('the path of the base URL stays before /v1', () => {
    const { urls } = createClient({ baseUrl: 'https://office.example/marks/', key })
    expect(urls.getBrand('1')).toBe('https://office.example/marks/v1/brands/1')
  })
})
