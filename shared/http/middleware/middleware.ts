import type { MiddlewareObj } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Charge, KnownCaller } from '../../keys/admit.ts'

/** What every call has, over whichever door it comes. `x-request-id` is there once the call was given its id. */
export interface Call {
  headers: Readonly<Record<string, string | undefined>>
  /** What is asked for, once it was read and found valid. */
  input?: unknown
  /** Whose key the call came with, once that was found to be live. */
  caller?: KnownCaller | undefined
}

/** What the middlewares of one call tell each other. */
export interface CallState {
  requestId: string
  startedAt: number
  /** The unit of its month that the call was charged, until it is given back. */
  charge?: Charge | undefined
  [key: string]: unknown
}

export type Middleware<Event, Result> = MiddlewareObj<Event, Result, Error, Context, CallState>
