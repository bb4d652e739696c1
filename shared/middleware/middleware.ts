import type { MiddlewareObj } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Charge } from '../access/admit.ts'

/** What every call has, over whichever door it comes. `x-request-id` is there once the call was given its id. */
export interface Call {
  headers: Readonly<Record<string, string | undefined>>
  /** What is asked for, once it was read and found valid. */
  input?: unknown
}

/** What the middlewares of one call tell each other. */
export interface CallState {
  requestId: string
  startedAt: number
  /** Public id of the key that the call came with, once it is known. */
  keyId?: string
  /** The unit that the call was charged. */
  charge?: Charge
  [key: string]: unknown
}

export type Middleware<Event, Result> = MiddlewareObj<Event, Result, Error, Context, CallState>
