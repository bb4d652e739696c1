import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleMarks } from '../../../test/support/marks.ts'
import { request } from '../../../test/support/mcp-service.ts'
import { type Answer, ask, startTestService, type TestService } from '../../../test/support/service.ts'
import { generateKey } from '../../keys/key-format.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ marks: sampleMarks().slice(0, 3) })
  key = await service.key()
})
afterAll(() => service.stop())

type Sent = Record<string, string>

const overRest = (headers: Sent): Promise<Answer> => ask(service, '/v1/brands?limit=1', { headers })

/** Returns the code of the error of a tool call, or `granted`. */
async function overMcp(headers: Sent): Promise<string> {
  const { body } = await ask(service, '/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request('tools/call', { name: 'search_brands', arguments: { limit: 1 } })),
  })
  const { isError, content } = body.result
  return isError ? JSON.parse(content[0].text).error.code : 'granted'
}

describe('a key is accepted', () => {
  test.each<[string, () => Sent]>([
    ['in X-API-Key', () => ({ 'x-api-key': key })],
    ['as a bearer token', () => ({ authorization: `Bearer ${key}` })],
    ['as a bearer token, whatever the case of the scheme', () => ({ authorization: `bEARER ${key}` })],
    ['as a bearer token after several spaces', () => ({ authorization: `Bearer   ${key}` })],
    ['in both headers', () => ({ 'x-api-key': key, authorization: `Bearer ${key}` })],
    [
      'in X-API-Key beside credentials of another scheme',
      () => ({ 'x-api-key': key, authorization: 'Basic dTpw' }),
    ],
    [
      'in X-API-Key beside a token that is not a key',
      () => ({ 'x-api-key': key, authorization: 'Bearer eyJh.e30.x' }),
    ],
  ])('%s, over REST and MCP', async (_, headers) => {
    expect((await overRest(headers())).status).toBe(200)
    expect(await overMcp(headers())).toBe('granted')
  })
})

describe('a key is refused', () => {
  test.each<[string, () => Sent]>([
    ['that is unknown, as a bearer token', () => ({ authorization: `Bearer ${generateKey()}` })],
    ['in Authorization without a scheme', () => ({ authorization: key })],
    ['with the scheme Basic', () => ({ authorization: `Basic ${key}` })],
    ['as a bearer token without a space', () => ({ authorization: `Bearer${key}` })],
    ['as a bearer token followed by other text', () => ({ authorization: `Bearer ${key} x` })],
    ['as two bearer tokens', () => ({ authorization: `Bearer ${key},Bearer ${key}` })],
    [
      'beside another key in X-API-Key',
      () => ({ 'x-api-key': generateKey(), authorization: `Bearer ${key}` }),
    ],
    ['beside another bearer token', () => ({ 'x-api-key': key, authorization: `Bearer ${generateKey()}` })],
    ['beside an empty X-API-Key', () => ({ 'x-api-key': '', authorization: `Bearer ${key}` })],
  ])('%s, over REST and MCP', async (_, headers) => {
    const { status, headers: answered, body } = await overRest(headers())
    expect({ status, code: body.error.code, message: body.error.message }).toEqual({
      status: 401,
      code: 'unauthorized',
      message: 'Missing or invalid API key',
    })
    expect(answered.get('www-authenticate')).toBe('ApiKey')
    expect(await overMcp(headers())).toBe('unauthorized')
  })
})

test('the Vary header of a response lists both headers that may contain the key', async () => {
  const { headers } = await overRest({ authorization: `Bearer ${key}` })
  expect(headers.get('vary')).toBe('X-API-Key, Authorization, Accept-Encoding')
})
