import middy from '@middy/core'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import type { HttpEvent, HttpResult } from './http.ts'
import { baseMiddleware } from './order.ts'
import { securityHeadersFor } from './security-headers.ts'

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}
const OVER_TLS = { ...EVERYWHERE, 'strict-transport-security': 'max-age=31536000' }

describe('the security headers', () => {
  test.each([
    ['without TLS', {}, EVERYWHERE],
    ['with a public address without TLS', { PUBLIC_URL: 'http://marks.example' }, EVERYWHERE],
    ['behind a TLS proxy', { PUBLIC_URL: 'https://marks.example' }, OVER_TLS],
    ['with a certificate of its own', { TLS_CERT_FILE: 'a.pem', TLS_KEY_FILE: 'b.pem' }, OVER_TLS],
  ])('%s', (_, environment, expected) => {
    expect(securityHeadersFor(readConfig(environment))).toEqual(expected)
  })
})

/** Returns a response with the headers of all handlers, as AWS Lambda would receive it. */
const answer = (headers: Record<string, string>): Promise<HttpResult> => {
  const handler = middy<HttpEvent, HttpResult>()
    .use(baseMiddleware('test'))
    .handler(async () => ({ statusCode: 200, headers, body: '' }))
  const event = { headers: {}, rawPath: '/', requestContext: { http: { method: 'GET' } } }
  return handler(event as never, {} as never)
}

test('every response of a handler has the security headers', async () => {
  expect((await answer({ allow: 'GET' })).headers).toMatchObject({ ...EVERYWHERE, allow: 'GET' })
})

test('a page with its own policy keeps it and gets the other headers', async () => {
  const own = { 'content-security-policy': "default-src 'self'" }
  expect((await answer(own)).headers).toMatchObject({ ...EVERYWHERE, ...own })
})
