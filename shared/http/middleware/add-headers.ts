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

/** Headers with a list as their value. `merge` joins the values, instead of replacing them (RFC 9110, 5.3). */
const LISTS = ['vary', 'link']

function merge({ headers = {} }: HttpResult, added: Record<string, string>): HttpResult['headers'] {
  const lists = LISTS.filter((name) => name in headers && name in added)
  return {
    ...headers,
    ...added,
    ...Object.fromEntries(lists.map((name) => [name, `${headers[name]}, ${added[name]}`])),
  }
}
