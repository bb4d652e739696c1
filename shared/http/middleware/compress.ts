import { chooseCoding, encode } from '../../platform/content-coding.ts'
import type { HttpMiddleware } from './http.ts'

/** A shorter body fits into one packet, which compression does not make faster. */
const MIN_BYTES = 1_400

/** Compresses long bodies in the content coding that the client prefers (docs/decisions.md#requests: Bodies). */
export function compress(): HttpMiddleware {
  const send: NonNullable<HttpMiddleware['after']> = async ({ event, response }) => {
    const { body, headers = {}, isBase64Encoded } = response ?? {}
    if (!response || body === undefined || body.length < MIN_BYTES || isBase64Encoded) {
      return // base64 bodies are already encoded
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
