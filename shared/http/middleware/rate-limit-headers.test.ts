import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SampleMark, sampleMarks } from '../../../test/support/marks.ts'
import { type Answer, ask, startTestService, type TestService } from '../../../test/support/service.ts'
import { makeKey } from '../../../test/support/test-keys.ts'
import { monthlyUsage } from '../../keys/keys.ts'

const [mark] = sampleMarks() as [SampleMark]
const path = `/v1/brands/${mark.nroSolicitud}`

let service: TestService
beforeAll(async () => {
  service = await startTestService({ marks: [mark] })
})
afterAll(() => service.stop())

/** Parses the headers by the grammar of structured fields. */
function limits({ headers }: Answer): Record<string, Record<string, Record<string, number>>> {
  const read = (name: string) =>
    Object.fromEntries(
      (headers.get(name) ?? '').split(', ').map((item) => {
        const [, limit = '', parameters = ''] = /^"(\w+)"((?:;[a-z]=\d+)+)$/.exec(item) ?? []
        const pairs = parameters
          .slice(1)
          .split(';')
          .map((pair) => pair.split('='))
        return [limit, Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)]))]
      }),
    )
  return { policy: read('ratelimit-policy'), left: read('ratelimit') }
}

const isMonth = (seconds: unknown): boolean =>
  [28, 29, 30, 31].some((days) => Math.abs((seconds as number) - days * 86_400) <= 3_600)

test('every response has both limits and their remaining units', async () => {
  const key = await service.key({ burstPerMinute: 5, monthlyQuota: 3 })
  const reported = limits(await ask(service, path, { key }))
  expect(reported).toMatchObject({
    policy: { burst: { q: 5, w: 60 }, month: { q: 3 } },
    left: { burst: { r: 4, t: 60 }, month: { r: 2 } },
  })
  expect(isMonth(reported.policy?.month?.w)).toBe(true)
  expect(reported.left?.month?.t).toBeGreaterThan(0)
  expect(reported.left?.month?.t).toBeLessThanOrEqual(reported.policy?.month?.w ?? 0)
})

test.each([
  ['200', path, {}, 200],
  ['400', '/v1/brands?limit=0', {}, 400],
  ['404', '/v1/brands/1', {}, 404],
  ['304', path, { 'if-none-match': '*' }, 304],
])('a response with status %s has both limits', async (_, at, headers, status) => {
  const key = await service.key({ burstPerMinute: 5, monthlyQuota: 3 })
  const answer = await ask(service, at, { key, headers })
  expect(answer.status).toBe(status)
  expect(limits(answer).left).toMatchObject({ burst: { r: 4 }, month: { r: 2 } })
})

test('a 403 response has both limits, and is not charged', async () => {
  const key = await service.key({ burstPerMinute: 5, monthlyQuota: 3, scopes: ['insights:read'] })
  const answer = await ask(service, path, { key })
  expect(answer.status).toBe(403)
  expect(limits(answer).left).toMatchObject({ burst: { r: 5, t: 60 }, month: { r: 3 } })
})

test('both kinds of 429 response have both limits, and the wait in Retry-After and in the body', async () => {
  const burst = await service.key({ burstPerMinute: 1, monthlyQuota: 3 })
  await ask(service, path, { key: burst })
  const limited = await ask(service, path, { key: burst })
  expect(limited.body.error.code).toBe('rate_limited')
  expect(limits(limited).left).toMatchObject({ burst: { r: 0 }, month: { r: 2 } })
  expect(limited.headers.get('retry-after')).toBe(String(limits(limited).left?.burst?.t))
  expect(limited.body.error.retryAfter).toBe(limits(limited).left?.burst?.t)

  const month = await service.key({ burstPerMinute: 5, monthlyQuota: 0 })
  const spent = await ask(service, path, { key: month })
  expect(spent.body.error.code).toBe('quota_exceeded')
  expect(limits(spent).left).toMatchObject({ burst: { r: 5 }, month: { r: 0 } })
  expect(spent.headers.get('retry-after')).toBe(String(limits(spent).left?.month?.t))
})

test('a unit that is refunded after a 5xx counts as remaining', async () => {
  const { key, id } = await makeKey(service.owner, { monthlyQuota: 3 })
  const rename = (from: string, to: string) =>
    service.owner.query({ text: `alter table ${from} rename to ${to}`, parameters: [] })
  await rename('brand_detail', 'detail_away')
  const failed = await ask(service, path, { key }).finally(() => rename('detail_away', 'brand_detail'))
  expect(failed.status).toBe(500)
  expect(limits(failed).left).toMatchObject({ month: { r: 3 } })
  expect(await monthlyUsage(service.owner, { id })).toMatchObject([{ used: 0 }])
})

test.each([
  ['no key', undefined],
  ['an unknown key', 'tmk_nonsense'],
])('a response to %s has no limits', async (_, key) => {
  const { headers } = await ask(service, path, { key })
  expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null])
})

describe('over MCP', () => {
  const call = (key: string, method: string, params: object) =>
    ask(service, '/mcp', {
      key,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const search = (key: string) => call(key, 'tools/call', { name: 'search_brands', arguments: { limit: 1 } })

  test('the response to a tool call has the limits that REST and MCP share', async () => {
    const key = await service.key({ burstPerMinute: 5, monthlyQuota: 3 })
    await ask(service, path, { key })
    const answer = await search(key)
    expect(answer.body.result.isError).toBeUndefined()
    expect(limits(answer)).toMatchObject({
      policy: { burst: { q: 5 } },
      left: { burst: { r: 3 }, month: { r: 1 } },
    })
  })

  test('the response to a tool call that a limit refuses has the limits, too', async () => {
    const key = await service.key({ burstPerMinute: 1, monthlyQuota: 3 })
    await search(key)
    const limited = await search(key)
    expect(limited.status).toBe(429)
    expect(limits(limited).left).toMatchObject({ burst: { r: 0 }, month: { r: 2 } })
    expect(limited.headers.get('retry-after')).toBe(String(limited.body.error.retryAfter))
  })

  test('the response to an unmetered message has no limits', async () => {
    const answer = await call(await service.key(), 'tools/list', {})
    expect(answer.body.result.tools).toHaveLength(2)
    expect(answer.headers.get('ratelimit')).toBeNull()
  })
})
