import { randomUUID } from 'node:crypto'
import { addHeaders } from './add-headers.ts'
import type { HttpMiddleware } from './http.ts'
import type { Call, Middleware } from './middleware.ts'

const ACCEPTABLE = /^[\x21-\x7E]{1,200}$/

/** The id that a client sent, when it is 1 to 200 visible ASCII characters; otherwise one of ours. */
export const chooseRequestId = (sent: string | undefined): string =>
  sent !== undefined && ACCEPTABLE.test(sent) ? sent : randomUUID()

/** Gives the call its id. From here on it stands in the headers, so that a call inside this one has the same. */
export const requestId = <Event extends Call, Result>(): Middleware<Event, Result> => ({
  before: async ({ event, internal }) => {
    internal.requestId = chooseRequestId(event.headers['x-request-id'])
    event.headers = { ...event.headers, 'x-request-id': internal.requestId }
  },
})

/** Gives every answer the `x-request-id` header (docs/contract.md#errors, rule 2). */
export const sendRequestId = (): HttpMiddleware =>
  addHeaders(({ internal }) => ({ 'x-request-id': internal.requestId }))
