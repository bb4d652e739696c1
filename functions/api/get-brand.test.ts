import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandDetail } from '../../schemas/brand.ts'
import { errorEnvelope } from '../../schemas/error.ts'
import { generateKey } from '../../shared/keys/key-format.ts'
import { expireKey, listKeys, monthlyUsage, revokeKey } from '../../shared/keys/keys.ts'
import { validator } from '../../shared/platform/validation.ts'
import { anyCharacter } from '../../test/support/any-character.ts'
import { insertBrands, listedBrand } from '../../test/support/brands.ts'
import { type SampleMark, sampleMarks } from '../../test/support/marks.ts'
import { callTool } from '../../test/support/mcp-service.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'
import { AUTHOR } from '../../test/support/test-keys.ts'

const marks = sampleMarks()
const [mark] = marks as [SampleMark]
const path = `/v1/brands/${mark.nroSolicitud}`

const detailProblems = validator(brandDetail)
const envelopeProblems = validator(errorEnvelope)

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService({ marks })
  key = await service.key()
})
afterAll(() => service.stop())

const get = (at: string, headers?: Record<string, string>): Promise<Answer> =>
  ask(service, at, { key, headers: headers ?? {} })

/** Expects the error envelope with the request id of the header. */
function expectError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code })
  expect(envelopeProblems(answer.body)).toEqual([])
  expect(answer.body.error.requestId).toBe(answer.headers.get('x-request-id'))
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
}

describe('200', () => {
  test('every mark has exactly the fields of the contract', async () => {
    for (const { nroSolicitud } of marks) {
      const answer = await get(`/v1/brands/${nroSolicitud}`)
      expect(answer.status).toBe(200)
      expect(detailProblems(answer.body)).toEqual([])
    }
  })

  test('the values are those of the office, and each list is sorted', async () => {
    const { body } = await get(path)
    const { clases, personas, anotaciones, fuentes, ...facts } = mark
    expect(body).toMatchObject(facts)
    expect(body.clases).toEqual(clases)
    expect(body.personas.map(({ rol }: { rol: string }) => rol)).toEqual(
      personas.map(({ rol }) => rol).sort(),
    )
    expect(body.personas).toEqual(expect.arrayContaining(personas))
    expect(body.anotaciones).toEqual(newestFirst(anotaciones))
    expect(body.fuentes).toMatchObject(fuentes)
    expect(body.fuentes[0].actualizadoEn).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('annotations of one day are sorted by arrival, the last one first', async () => {
    const busy = marks.find(
      ({ anotaciones }) => new Set(anotaciones.map(({ fecha }) => fecha)).size < anotaciones.length,
    )
    const { body } = await get(`/v1/brands/${busy?.nroSolicitud}`)
    expect(body.anotaciones).toEqual(newestFirst(busy?.anotaciones ?? []))
  })

  test('a mark without words has an empty name', async () => {
    const figurative = marks.find(({ denominacion }) => denominacion === '')
    expect((await get(`/v1/brands/${figurative?.nroSolicitud}`)).body.denominacion).toBe('')
  })

  test('dots, outer spaces and leading zeros of the number are ignored', async () => {
    const dotted = Number(mark.nroSolicitud).toLocaleString('de-DE')
    for (const written of [
      dotted,
      `%20${mark.nroSolicitud}%20`,
      `000${mark.nroSolicitud}`,
      `${'0'.repeat(80)}${dotted}`,
    ]) {
      expect((await get(`/v1/brands/${written}`)).body.nroSolicitud).toBe(mark.nroSolicitud)
    }
  })

  test('HEAD has the headers of GET and no body', async () => {
    const head = await ask(service, path, { key, method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
    expect(head).toMatchObject({ status: 200, body: undefined })
    const body = JSON.stringify((await get(path)).body)
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
  })

  test('the response is private and must be revalidated before each use', async () => {
    const { headers } = await get(path)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toBe('X-API-Key, Authorization, Accept-Encoding')
  })
})

describe('404', () => {
  const brand = { estado: 'REGISTRADA', nroRegistro: '999001' } as const

  test('for a registration number names the applications that have it, the newest first', async () => {
    await insertBrands(service.owner, [
      listedBrand({ ...brand, nroSolicitud: '880001', fechaPresentacion: '2006-01-01' }),
      listedBrand({ ...brand, nroSolicitud: '880000', fechaPresentacion: '2016-01-01' }),
    ])
    const answer = await get('/v1/brands/0999.001')
    expectError(answer, 404, 'not_found')
    expect(answer.body.error.message).toBe('Not found')
    expect(answer.body.error.details).toEqual([
      {
        field: 'nroSolicitud',
        reason: 'is the registration number of 880000, 880001',
        allowed: ['880000', '880001'],
      },
    ])
    const { body } = await callTool(service, 'get_brand_detail', { nroSolicitud: '999001' }, key)
    expect(body.result.content[0].text).toBe('null')
  })

  test('for any other number has no details', async () => {
    for (const number of ['999002', 'abc', '1'.repeat(30)]) {
      const answer = await get(`/v1/brands/${number}`)
      expectError(answer, 404, 'not_found')
      expect(answer.body.error).not.toHaveProperty('details')
    }
  })
})

describe('400', () => {
  test.each([
    ['65 characters', '1'.repeat(65)],
    ['65 letters', 'a'.repeat(65)],
    ['only dots', '...'],
    ['only spaces', '%20%20'],
    ['a lone percent sign', '%'],
    ['a percent sequence that is not UTF-8', '%FF'],
    ['an incomplete percent sequence', '12%2'],
  ])('a number that is %s', async (_, written) => {
    const answer = await get(`/v1/brands/${written}`)
    expectError(answer, 400, 'validation_error')
    expect(answer.body.error.details[0].field).toBe('nroSolicitud')
  })

  test('an unknown parameter is named', async () => {
    const answer = await get(`${path}?fields=all&x=1`)
    expectError(answer, 400, 'validation_error')
    expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['fields', 'x'])
    expect(answer.body.error.message).toContain('fields is not a parameter of this operation')
  })

  test.each([
    ['a parameter twice', 'a=1&a=2', 'a'],
    ['a query that is not UTF-8', 'a=%E1', 'a'],
    ['a name that is not UTF-8', '%E1=1', 'query'],
    ['the path parameter', 'nroSolicitud=1', 'nroSolicitud'],
    ['the name __proto__', '__proto__=1', '__proto__'],
  ])('%s in the query', async (_, query, field) => {
    const answer = await get(`${path}?${query}`)
    expectError(answer, 400, 'validation_error')
    expect(answer.body.error.details[0].field).toBe(field)
  })

  test('is checked after admission: without a key, an invalid number is 401', async () => {
    expectError(await ask(service, '/v1/brands/%FF'), 401, 'unauthorized')
  })
})

describe('401', () => {
  test('has the same body for a key that is missing, malformed, unknown, revoked or expired', async () => {
    const good = await service.key({ consumer: 'doomed' })
    const [{ id } = { id: '' }] = await listKeys(service.owner)
    await revokeKey(service.owner, id, AUTHOR)
    const late = await service.key({ consumer: 'late' })
    const [{ id: lateId } = { id: '' }] = await listKeys(service.owner)
    await expireKey(service.owner, lateId, '2020-01-01', AUTHOR)
    const wrongChecksum = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
    const unknown = generateKey()

    const sent = [
      undefined,
      '',
      'x',
      'ñ'.normalize('NFD'),
      `${key} `.repeat(2),
      wrongChecksum,
      unknown,
      good,
      late,
    ]
    for (const [place, text] of sent.entries()) {
      const headers = { 'x-request-id': 'same' }
      const answer = await ask(service, path, { key: text && encodeLatin1(text), headers })
      expect([place, answer.status, answer.body]).toEqual([
        place,
        401,
        { error: { code: 'unauthorized', message: 'Missing or invalid API key', requestId: 'same' } },
      ])
      expect(answer.headers.get('www-authenticate')).toBe('ApiKey')
    }
  })

  test('is the response to two keys, even if both are valid', async () => {
    const headers = new Headers({ 'X-API-Key': key })
    headers.append('X-API-Key', key)
    const response = await fetch(service.address + path, { headers })
    expect(response.status).toBe(401)
  })

  test('is the response to a revoked key from the next request on', async () => {
    const doomed = await service.key({ consumer: 'next request' })
    expect((await ask(service, path, { key: doomed })).status).toBe(200)
    const [{ id } = { id: '' }] = await listKeys(service.owner)
    await revokeKey(service.owner, id, AUTHOR)
    expect((await ask(service, path, { key: doomed })).status).toBe(401)
  })
})

describe('403', () => {
  test('names the missing scope, and is not charged', async () => {
    const narrow = await service.key({ consumer: 'narrow', scopes: ['insights:read'], monthlyQuota: 1 })
    const [{ id } = { id: '' }] = await listKeys(service.owner)
    for (let call = 0; call < 3; call++) {
      const answer = await ask(service, path, { key: narrow })
      expectError(answer, 403, 'forbidden')
      expect(answer.body.error.message).toBe('API key lacks required scope: brands:read')
    }
    expect(await monthlyUsage(service.owner, { id })).toMatchObject([{ used: 0 }])
  })
})

describe('404', () => {
  test.each([
    ['an unknown number', '999999999'],
    ['letters', 'COCA-COLA'],
    ['30 digits', '1'.repeat(30)],
    ['64 characters', 'x'.repeat(64)],
    ['zero', '000'],
    ['a minus', '-5'],
    ['NUL', '%00'],
    ['an encoded slash', '1%2F2'],
    ['digits of another script', '%D9%A1%D9%A2'],
    ['a statement of SQL', '1%27;%20drop%20table%20brand;--'],
  ])('for %s', async (_, written) => {
    expectError(await get(`/v1/brands/${written}`), 404, 'not_found')
  })
})

describe('429', () => {
  test('rate_limited has the seconds to the end of the window in header and body', async () => {
    const hasty = await service.key({ consumer: 'hasty', burstPerMinute: 1 })
    await ask(service, path, { key: hasty })
    const answer = await ask(service, path, { key: hasty })
    expectError(answer, 429, 'rate_limited')
    const { retryAfter } = answer.body.error
    expect(answer.headers.get('retry-after')).toBe(String(retryAfter))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
  })

  test('quota_exceeded has the message of the contract and the seconds to the end of the month', async () => {
    const spent = await service.key({ consumer: 'spent', monthlyQuota: 0 })
    const answer = await ask(service, path, { key: spent })
    expectError(answer, 429, 'quota_exceeded')
    expect(answer.body.error.message).toBe('Monthly quota exceeded')
    expect(answer.headers.get('retry-after')).toBe(String(answer.body.error.retryAfter))
    expect(answer.body.error.retryAfter).toBeLessThanOrEqual(31 * 86_400 + 3_600)
  })

  test('every response to a valid key is charged a unit, 400 and 404 included', async () => {
    const three = await service.key({ consumer: 'three', monthlyQuota: 3 })
    const statuses = []
    for (const at of [path, '/v1/brands/0', `${path}?x=1`, path]) {
      statuses.push((await ask(service, at, { key: three })).status)
    }
    expect(statuses).toEqual([200, 404, 400, 429])
  })
})

test('any text as the number gets a valid 200, 400 or 404', async () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 80 }),
    fc.stringMatching(/^[0-9. ]{1,70}$/),
  )
  await fc.assert(
    fc.asyncProperty(text, async (written) => {
      fc.pre(written.isWellFormed() && !/^\.{1,2}$/.test(written))
      const answer = await get(`/v1/brands/${encodeURIComponent(written)}`)
      expect([200, 400, 404]).toContain(answer.status)
      expect(answer.status === 200 ? detailProblems(answer.body) : envelopeProblems(answer.body)).toEqual([])
    }),
    { numRuns: 50 },
  )
})

/** Sorts annotations as in the detail: newest day first, and within a day the last received first. */
const newestFirst = (annotations: SampleMark['anotaciones']) =>
  annotations
    .map((annotation, place) => ({ annotation, place }))
    .sort((a, b) => b.annotation.fecha.localeCompare(a.annotation.fecha) || b.place - a.place)
    .map(({ annotation }) => ({ ...annotation, fuente: 'bulletin' }))

/** Returns the text with one character per UTF-8 byte, because fetch accepts only such header values. */
const encodeLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
