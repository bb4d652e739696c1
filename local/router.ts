import httpRouter from '@middy/http-router'
import type { HttpHandler } from '../shared/http/endpoint.ts'
import type { HttpEvent, HttpResult } from '../shared/http/middleware/http.ts'
import { notFound, routes } from './routes.ts'

/**
 * Marks a request without a route, so that `router` calls the not-found handler. `notFoundResponse` of Middy cannot call this
 * handler, because it gets neither the event nor the context.
 */
const NO_ROUTE: HttpResult = Object.freeze({})

const table = routes.flatMap(({ method, path, handler }) =>
  // HEAD is answered as GET; node:http leaves out the body.
  [method, ...(method === 'GET' ? (['HEAD'] as const) : [])].map((method) => ({ method, path, handler })),
)

const route = httpRouter<HttpEvent>({
  routes: table as never,
  notFoundResponse: () => NO_ROUTE as never,
}) as unknown as HttpHandler

/** Calls the handler of the route of a request, or the not-found handler. */
export const router: HttpHandler = async (event, context) => {
  // The router of Middy ignores a trailing slash. In this service, a path with a trailing slash is a different path
  // (docs/decisions.md#requests). Only the documentation has paths with a trailing slash.
  const isRouted = !event.rawPath.endsWith('/') || /^\/(docs\/.*)?$/.test(event.rawPath)
  const result = isRouted ? await route(event, context) : NO_ROUTE
  return result === NO_ROUTE ? notFound(event, context) : result
}
