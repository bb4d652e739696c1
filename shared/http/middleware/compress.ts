import { chooseCoding, encode } from '../../platform/content-coding.ts'
import type { HttpMiddleware } from './http.ts'

/** What fits into one packet is not sent sooner by being smaller. */
const SMALLEST_BYTES = 1_400

/** Sends what is long enough in the coding that its client likes best (docs/decisions.md#requests: Bodies). */
export function compress(): HttpMiddleware {
  const send: NonNullable<HttpMiddleware['after']> = async ({ event, response }) => {
    const { body, headers = {}, isBase64Encoded } = response ?? {}
    if (!response || body === undefined || body.length < SMALLEST_BYTES || isBase64Encoded) {
      return // also bytes that came with a coding of their own
    }
    response.headers = { ...headers, vary: withAcceptEncoding(headers.vary) }
    const coding = chooseCoding(event.headers['accept-encoding'])
    if (coding !== 'identity') {
      const bytes = await encode(Buffer.from(body), coding, { kept: false })
      response.headers = { ...response.headers, 'content-encoding': coding }
      response.body = bytes.toString('base64')
      response.isBase64Encoded = true
    }
  }
  return { after: send, onError: send }
}

const withAcceptEncoding = (vary: unknown = ''): string =>
  [...new Set([...String(vary).split(', '), 'Accept-Encoding'])].filter((name) => name !== '').join(', ')
