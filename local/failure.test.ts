import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { handler as getBrand } from '../functions/api/get-brand.ts'
import { listKeys } from '../shared/access/keys.ts'
import { createContext } from './http-event.ts'
import { type SampleMark, sampleMarks } from './sample-office/marks.ts'
import { type Answer, ask, startTestService, type TestService } from './testing/service.ts'

const [mark] = sampleMarks() as [SampleMark]
const path = `/v1/brands/${mark.nroSolicitud}`

let service: TestService
beforeAll(async () => {
  service = await startTestService({ marks: [mark] })
})
afterAll(() => service.stop())

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

  test('because its time is up is given up in time to say so', async () => {
    const key = await service.key({ consumer: 'late' })
    const event = {
      version: '2.0',
      rawPath: path,
      rawQueryString: '',
      headers: { 'x-api-key': key },
      pathParameters: { nroSolicitud: mark.nroSolicitud },
      requestContext: { http: { method: 'GET', path } },
    }
    const result = await service.owner.transaction(async (transaction) => {
      await transaction.query(LOCK_BRANDS)
      return getBrand(event as never, createContext(1_600))
    })
    expect(result.statusCode).toBe(500)
    expect(await spent()).toBe(0)
  })
})
