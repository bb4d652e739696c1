import { chooseCoding, encode } from '../../platform/content-coding.ts'
import type { HttpMiddleware } from './http.ts'

/** The minimum length of a body to compress. A shorter body fits into one network packet without compression. */
const MIN_BYTES = 1_400

/** Compresses long bodies in the content coding that the client prefers (docs/decisions.md#requests: Bodies). */
export function compress(): HttpMiddleware {
  const send: NonNullable<HttpMiddleware['after']> = async ({ event, response }) => {
    const { body, headers = {} } = response ?? {}
    // A body that is a Buffer already has its content coding.
    if (!response || typeof body !== 'string' || body.length < MIN_BYTES) {
      return
    }
    response.headers = { ...headers, vary: withAcceptEncoding(headers.vary) }
    const coding = chooseCoding(event.headers['accept-encoding'])
    if (coding !== 'identity') {
      response.headers = { ...response.headers, 'content-encoding': coding }
      response.body = await encode(Buffer.from(body), coding, { kept: false })
    }
  }
  return { after: send, onError: send }
}

const withAcceptEncoding = (vary: unknown = ''): string =>
  [...new Set([...String(vary).split(', '), 'Accept-Encoding'])].filter((name) => name !== '').join(', ')
