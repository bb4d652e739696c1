import httpRouter from '@middy/http-router'
import type { HttpHandler } from '../shared/http/endpoint.ts'
import type { HttpEvent, HttpResult } from '../shared/http/middleware/http.ts'
import { notFound, routes } from './routes.ts'

/** Says that no route took a request; the router's own way to say so knows neither the event nor the context. */
const NO_ROUTE: HttpResult = Object.freeze({})

const table = routes.flatMap(({ method, path, handler }) =>
  // The answer to HEAD is that to GET; node:http leaves its body out.
  [method, ...(method === 'GET' ? (['HEAD'] as const) : [])].map((method) => ({ method, path, handler })),
)

const route = httpRouter<HttpEvent, HttpResult>({
  routes: table as never,
  notFoundResponse: () => NO_ROUTE as never,
}) as unknown as HttpHandler

/** Gives a request to the handler of its route, or to the one for requests without a route. */
export const router: HttpHandler = async (event, context) => {
  // Middy's router takes a trailing slash for nothing; here it makes another path (docs/decisions.md#requests).
  const result = event.rawPath.endsWith('/') ? NO_ROUTE : await route(event, context)
  return result === NO_ROUTE ? notFound(event, context) : result
}
