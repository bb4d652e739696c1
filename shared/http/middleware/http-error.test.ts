import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handler as getBrand } from '../../../functions/api/get-brand.ts'
import { createContext } from '../../../local/http-event.ts'
import { type SampleMark, sampleMarks } from '../../../test/support/marks.ts'
import { type Answer, ask, startTestService, type TestService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'
import { listKeys, verifyKey } from '../../keys/keys.ts'

const [mark] = sampleMarks() as [SampleMark]
const path = `/v1/brands/${mark.nroSolicitud}`

let service: TestService
beforeAll(async () => {
  service = await startTestService({ marks: [mark] })
})
afterAll(() => service.stop())

/** An event of API Gateway, passed to the handler without the local server. */
const eventWith = (key: string) => ({
  version: '2.0',
  rawPath: path,
  rawQueryString: '',
  headers: { 'x-api-key': key },
  pathParameters: { nroSolicitud: mark.nroSolicitud },
  requestContext: { http: { method: 'GET', path } },
})

/** Returns whether an admission statement has completed for a key. */
const lastUse = async (key: string): Promise<boolean> => {
  const found = await verifyKey(service.owner, key)
  return typeof found === 'object' && found.lastUsedAt !== null
}

const LOCK_BRANDS = { text: 'lock table brand_detail in access exclusive mode', parameters: [] }
const run = (text: string) => service.owner.query({ text, parameters: [] })
const spent = async (): Promise<number | undefined> => (await listKeys(service.owner))[0]?.monthUsed

function expectInternalError(answer: Answer): void {
  expect(answer).toMatchObject({
    status: 500,
    body: { error: { code: 'internal_error', message: 'Internal server error' } },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

describe('a failed response', () => {
  test('contains no cause; the unit of the month is refunded, the unit of the burst is not', async () => {
    const key = await service.key({ monthlyQuota: 2, burstPerMinute: 3 })
    await run('alter table brand_detail rename to detail_gone')
    for (let call = 0; call < 2; call++) {
      const answer = await ask(service, path, { key })
      expectInternalError(answer)
      expect(JSON.stringify(answer.body)).not.toContain('brand')
    }
    await run('alter table detail_gone rename to brand_detail')
    expect(await spent()).toBe(0)
    expect((await ask(service, path, { key })).status).toBe(200)
    expect((await ask(service, path, { key })).body.error.code).toBe('rate_limited')
  })

  test('after a statement timeout is refunded, even if more calls fail than the database has connections', async () => {
    const key = await service.key({ consumer: 'many' })
    await ask(service, path, { key })
    const answers = await service.owner.transaction(async (transaction) => {
      await transaction.query(LOCK_BRANDS)
      return Promise.all(Array.from({ length: 24 }, () => ask(service, path, { key })))
    })
    answers.forEach(expectInternalError)
    await until(async () => (await spent()) === 1)
  })

  test('after a blocked admission ends within the deadline', async () => {
    const key = await service.key({ consumer: 'blocked' })
    const answer = await service.owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table usage_counter in access exclusive mode', parameters: [] })
      return ask(service, path, { key })
    })
    expectInternalError(answer)
    expect(await spent()).toBe(0)
    expect((await ask(service, path, { key })).status).toBe(200)
  })

  test('after a late admission is refunded once the admission completes', async () => {
    const key = await service.key({ consumer: 'too late' })
    const result = await service.owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table usage_counter in access exclusive mode', parameters: [] })
      return getBrand(eventWith(key) as never, createContext(1_600))
    })
    expect(result.statusCode).toBe(500)
    // The lock is released: the abandoned statement completes and charges the call, which is then refunded.
    await until(async () => (await lastUse(key)) && (await spent()) === 0)
  })

  test('at the deadline is sent before the handler times out', async () => {
    const key = await service.key({ consumer: 'late' })
    const result = await service.owner.transaction(async (transaction) => {
      await transaction.query(LOCK_BRANDS)
      return getBrand(eventWith(key) as never, createContext(1_600))
    })
    expect(result.statusCode).toBe(500)
    expect(await spent()).toBe(0)
  })
})
