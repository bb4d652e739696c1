import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorEnvelope } from '../../schemas/error.ts'
import { validator } from '../../shared/platform/validation.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'

const envelopeProblems = validator(errorEnvelope)

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.stop())

function expectNotFound({ status, headers, body }: Answer, allow: string | null): void {
  expect({ status, code: body.error.code, allow: headers.get('allow') }).toEqual({
    status: 404,
    code: 'not_found',
    allow,
  })
  expect(envelopeProblems(body)).toEqual([])
}

test.each([
  '/v1',
  '/v1/brands/',
  '/v2/brands/1',
  '/V1/brands/1',
  '/v1/Brands/1',
  '//v1/brands/1',
  '/v1//brands/1',
  '/v1/brands//1',
  '/v1/brands/1/2',
  '/v1/brands/1132851/',
  '/health/',
  '/constructor',
  '/__proto__',
])('the unknown path %s is 404, with and without a key', async (unknown) => {
  for (const answer of [await ask(service, unknown, { key }), await ask(service, unknown)]) {
    expectNotFound(answer, null)
  }
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  'a known path with the method %s is 404, with its methods in Allow',
  async (method) => {
    const answer = await ask(service, '/v1/brands/1132851', { key, method })
    expectNotFound(answer, 'GET, HEAD')
  },
)
