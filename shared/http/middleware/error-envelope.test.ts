import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
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

/** A request as a gateway hands it over, with nothing of our own server around it. */
const eventWith = (key: string) => ({
  version: '2.0',
  rawPath: path,
  rawQueryString: '',
  headers: { 'x-api-key': key },
  pathParameters: { nroSolicitud: mark.nroSolicitud },
  requestContext: { http: { method: 'GET', path } },
})

/** Whether a statement of admission has gone through for a key. */
const lastUse = async (key: string): Promise<boolean> => {
  const found = await verifyKey(service.owner, key)
  return typeof found === 'object' && found.lastUsedAt !== null
}

const LOCK_BRANDS = { text: 'lock table brand in access exclusive mode', parameters: [] }
const run = (text: string) => service.owner.query({ text, parameters: [] })
const spent = async (): Promise<number | undefined> => (await listKeys(service.owner))[0]?.monthUsed

function expectInternalError(answer: Answer): void {
  expect(answer).toMatchObject({
    status: 500,
    body: { error: { code: 'internal_error', message: 'Internal server error' } },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

describe('an answer that fails', () => {
  test('tells nothing of why, and gives its unit of the month back but not of the burst', async () => {
    const key = await service.key({ monthlyQuota: 2, burstPerMinute: 3 })
    await run('alter table brand rename to brand_gone')
    for (let call = 0; call < 2; call++) {
      const answer = await ask(service, path, { key })
      expectInternalError(answer)
      expect(JSON.stringify(answer.body)).not.toContain('brand')
    }
    await run('alter table brand_gone rename to brand')
    expect(await spent()).toBe(0)
    expect((await ask(service, path, { key })).status).toBe(200)
    expect((await ask(service, path, { key })).body.error.code).toBe('rate_limited')
  })

  test('because a statement takes too long ends within the deadline, and gives its unit back', async () => {
    const key = await service.key({ consumer: 'patient' })
    const answer = await service.owner.transaction(async (transaction) => {
      await transaction.query(LOCK_BRANDS)
      return ask(service, path, { key })
    })
    expectInternalError(answer)
    expect(await spent()).toBe(0)
  })

  test('beside many others, more than there are connections to the database, gives its unit back too', async () => {
    const key = await service.key({ consumer: 'many' })
    const answers = await service.owner.transaction(async (transaction) => {
      await transaction.query(LOCK_BRANDS)
      return Promise.all(Array.from({ length: 24 }, () => ask(service, path, { key })))
    })
    answers.forEach(expectInternalError)
    await until(async () => (await spent()) === 0)
  })

  test('because admission itself cannot be decided ends within the deadline', async () => {
    const key = await service.key({ consumer: 'blocked' })
    const answer = await service.owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table usage_counter in access exclusive mode', parameters: [] })
      return ask(service, path, { key })
    })
    expectInternalError(answer)
    expect(await spent()).toBe(0)
    expect((await ask(service, path, { key })).status).toBe(200)
  })

  test('because admission comes too late gives the unit back when it comes after all', async () => {
    const key = await service.key({ consumer: 'too late' })
    const result = await service.owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table usage_counter in access exclusive mode', parameters: [] })
      return getBrand(eventWith(key) as never, createContext(1_600))
    })
    expect(result.statusCode).toBe(500)
    // The lock is gone, so that the statement that was given up is granted after all, and then undone.
    await until(async () => (await lastUse(key)) && (await spent()) === 0)
  })

  test('because its time is up is given up in time to say so', async () => {
    const key = await service.key({ consumer: 'late' })
    const result = await service.owner.transaction(async (transaction) => {
      await transaction.query(LOCK_BRANDS)
      return getBrand(eventWith(key) as never, createContext(1_600))
    })
    expect(result.statusCode).toBe(500)
    expect(await spent()).toBe(0)
  })
})
