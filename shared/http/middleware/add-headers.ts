import type { HttpMiddleware, HttpResult } from './http.ts'

type Request = Parameters<NonNullable<HttpMiddleware['after']>>[0]

/** Gives every answer of a handler headers, be it an error or not. */
export function addHeaders(headersFor: (request: Request) => Record<string, string>): HttpMiddleware {
  const add = async (request: Request): Promise<void> => {
    if (request.response) {
      request.response.headers = joined(request.response, headersFor(request))
    }
  }
  return { after: add, onError: add }
}

/** Headers that are lists: what others have said in them stays (RFC 9110, 5.3). */
const LISTS = ['vary', 'link']

function joined({ headers = {} }: HttpResult, added: Record<string, string>): HttpResult['headers'] {
  const lists = LISTS.filter((name) => name in headers && name in added)
  return {
    ...headers,
    ...added,
    ...Object.fromEntries(lists.map((name) => [name, `${headers[name]}, ${added[name]}`])),
  }
}
