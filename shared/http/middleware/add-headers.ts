import type { HttpMiddleware, HttpResult } from './http.ts'

type Request = Parameters<NonNullable<HttpMiddleware['after']>>[0]

/** Returns a middleware that adds headers to every response, errors included. */
export function addHeaders(headersFor: (request: Request) => Record<string, string>): HttpMiddleware {
  const add = async (request: Request): Promise<void> => {
    if (request.response) {
      request.response.headers = merge(request.response, headersFor(request))
    }
  }
  return { after: add, onError: add }
}

/** Adds headers to those of a response. Joins the two values of `Vary`, which is a list (RFC 9110, 5.3). */
function merge({ headers = {} }: HttpResult, added: Record<string, string>): HttpResult['headers'] {
  const vary = 'vary' in headers && 'vary' in added ? { vary: `${headers.vary}, ${added.vary}` } : {}
  return { ...headers, ...added, ...vary }
}
