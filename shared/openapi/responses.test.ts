import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrandDetail } from '../../schemas/brand.ts'
import { bodySchema, checks, responsesOf } from '../../test/support/documented-responses.ts'
import { sampleMarks } from '../../test/support/marks.ts'
import { parseAnswer, sendRaw } from '../../test/support/raw-http.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'
import { kayaks } from './examples.ts'
import { members } from './references.ts'

let service: TestService
let keys: Record<'unrestricted' | 'brands' | 'insights' | 'burst' | 'month' | 'none', string>

beforeAll(async () => {
  service = await startTestService({ marks: sampleMarks() })
  keys = {
    unrestricted: await service.key(),
    brands: await service.key({ scopes: ['brands:read'] }),
    insights: await service.key({ scopes: ['insights:read'] }),
    burst: await service.key({ burstPerMinute: 1 }),
    month: await service.key({ monthlyQuota: 0 }),
    none: 'tmk_unknown',
  }
  await ask(service, '/v1/freshness', { key: keys.burst })
})
afterAll(() => service.stop())

/** Headers that the document omits, because HTTP itself or browsers use them. */
const OF_HTTP =
  /^(connection|content-.*|date|keep-alive|transfer-encoding|access-control-.*|referrer-policy|x-content-type-options)$/

describe('the documented response', () => {
  test.each<[string, number, string, keyof typeof keys]>([
    ['search-brands', 200, '/v1/brands?q=fiordo&clase=39', 'unrestricted'],
    ['search-brands', 200, '/v1/brands?estado=REGISTRADA&limit=100', 'brands'],
    ['search-brands', 400, '/v1/brands?estado=REGISTRADO&limit=0&pagina=2', 'brands'],
    ['search-brands', 401, '/v1/brands', 'none'],
    ['search-brands', 403, '/v1/brands', 'insights'],
    ['search-brands', 429, '/v1/brands', 'burst'],
    ['search-brands', 429, '/v1/brands', 'month'],
    ['get-brand', 200, '/v1/brands/1132851', 'brands'],
    ['get-brand', 400, '/v1/brands/1132851?idioma=es', 'brands'],
    ['get-brand', 401, '/v1/brands/1132851', 'none'],
    ['get-brand', 403, '/v1/brands/1132851', 'insights'],
    ['get-brand', 404, '/v1/brands/999999999', 'brands'],
    ['get-brand', 429, '/v1/brands/1132851', 'burst'],
    ['get-freshness', 200, '/v1/freshness', 'insights'],
    ['get-freshness', 400, '/v1/freshness?source=sheet', 'insights'],
    ['get-freshness', 401, '/v1/freshness', 'none'],
    ['get-freshness', 403, '/v1/freshness', 'brands'],
    ['get-freshness', 429, '/v1/freshness', 'month'],
    ['list-sync-runs', 200, '/v1/sync-runs', 'unrestricted'],
    ['list-sync-runs', 400, '/v1/sync-runs?limit=101', 'insights'],
    ['list-sync-runs', 401, '/v1/sync-runs', 'none'],
    ['list-sync-runs', 403, '/v1/sync-runs', 'brands'],
    ['list-sync-runs', 429, '/v1/sync-runs', 'month'],
    ['health', 200, '/health', 'none'],
  ])('of %s matches the real response with status %i to %s', async (id, status, path, key) => {
    const answer = await ask(service, path, { key: keys[key] })
    expect(answer.status).toBe(status)
    const response = responsesOf(id)[status]
    expect(checks(bodySchema(response))(answer.body)).toEqual([])
    const documented = Object.keys(members(members(response).headers)).map((name) => name.toLowerCase())
    const sent = [...answer.headers.keys()].filter((name) => !OF_HTTP.test(name))
    expect(sent.filter((name) => !documented.includes(name))).toEqual([])
  })

  test('400 of health matches the real response to a request that is not valid HTTP', async () => {
    const { status, body } = parseAnswer(
      await sendRaw(service.address, 'GET /health HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n'),
    )
    expect(status).toBe(400)
    const response = responsesOf('health')[400]
    expect(checks(bodySchema(response))(body)).toEqual([])
    expect(JSON.stringify(response)).toContain(body.error.message)
  })

  test.each([
    ['search-brands', '/v1/brands?limit=1'],
    ['get-brand', '/v1/brands/1132851'],
    ['list-sync-runs', '/v1/sync-runs'],
  ])('304 of %s matches the real response to %s with If-None-Match', async (id, path) => {
    const headers = { 'if-none-match': '*' }
    const answer = await ask(service, path, { key: keys.unrestricted, headers })
    expect([answer.status, answer.body]).toEqual([304, undefined])
    const { headers: named } = members(responsesOf(id)[304])
    const documented = Object.keys(members(named)).map((name) => name.toLowerCase())
    const sent = [...answer.headers.keys()].filter((name) => !OF_HTTP.test(name))
    expect(sent.filter((name) => !documented.includes(name))).toEqual([])
  })

  test('default matches the real response to an unknown path or method, or a long URL', async () => {
    const other = responsesOf('search-brands').default
    const refusals = [
      await ask(service, '/v1/marks'),
      await ask(service, '/v1/brands', { method: 'POST' }),
      await ask(service, `/v1/brands?q=${'a'.repeat(9_000)}`),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 414])
    for (const { body } of refusals) {
      expect(checks(bodySchema(other))(body)).toEqual([])
    }
    expect(refusals[1]?.headers.get('allow')).not.toBeNull()
    expect(members(members(other).headers)).toHaveProperty('Allow')
  })
})

test('the brand of the examples equals the real response, except for timestamps, fechaCorpus and sample', async () => {
  const { body } = await ask(service, '/v1/brands/1132851', { key: keys.brands })
  const timeless = ({ fuentes, fechaCorpus: _date, sample: _sample, ...brand }: BrandDetail) => ({
    ...brand,
    fuentes: fuentes.map(({ fuente, fechaFuente }) => ({ fuente, fechaFuente })),
  })
  expect(timeless(body)).toEqual(timeless(kayaks as unknown as BrandDetail))
})
