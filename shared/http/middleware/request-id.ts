import { randomUUID } from 'node:crypto'
import { addHeaders } from './add-headers.ts'
import type { HttpMiddleware } from './http.ts'
import type { Call, Middleware } from './middleware.ts'

const ACCEPTABLE = /^[\x21-\x7E]{1,200}$/

/** Returns the request id that the client sent, if it is 1 to 200 visible ASCII characters; otherwise a new one. */
const chooseRequestId = (sent: string | undefined): string =>
  sent !== undefined && ACCEPTABLE.test(sent) ? sent : randomUUID()

/** Sets the request id of a call and its header `x-request-id`. A tool call gets the id through the header. */
export const requestId = <Event extends Call, Result>(): Middleware<Event, Result> => ({
  before: async ({ event, internal }) => {
    internal.requestId = chooseRequestId(event.headers['x-request-id'])
    event.headers = { ...event.headers, 'x-request-id': internal.requestId }
  },
})

/** Adds `x-request-id` to every response (docs/contract.md#errors, rule 2). */
export const requestIdHeader = (): HttpMiddleware =>
  addHeaders(({ internal }) => ({ 'x-request-id': internal.requestId }))
