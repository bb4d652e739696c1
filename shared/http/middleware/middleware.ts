import type { MiddlewareObj } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Caller, Charge } from '../../keys/admit.ts'

/** A REST request or a tool call. */
export interface Call {
  /** By lower-case name; `x-request-id` is set by the middleware `requestId`. */
  headers: Readonly<Record<string, string | undefined>>
  /** The validated input. */
  input?: unknown
  /** The key of the call and its limits, once the key was found active. */
  caller?: Caller | undefined
}

/** The state that the middleware of one call shares. */
export interface CallState {
  requestId: string
  startedAt: number
  /** The unit of the month that the call was charged, until it is refunded. */
  charge?: Charge | undefined
  [key: string]: unknown
}

export type Middleware<Event, Result> = MiddlewareObj<Event, Result, Error, Context, CallState>
