import type { MiddlewareObj } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Caller, Charge } from '../../keys/admit.ts'

/** A REST request or a tool call. */
export interface Call {
  /** By lower-case name; `x-request-id` is set by the middleware `requestId`. */
  headers: Readonly<Record<string, string | undefined>>
  /** The corpus versions whose response to this request the client has cached. */
  cachedVersions?: readonly number[]
  /** The validated input. */
  input?: unknown
  /** The key of the call and its limits, once admission has decided; null when the key is missing or not active. */
  caller?: Caller | null | undefined
}

/** The state that the middleware of one call shares. */
export interface CallState {
  requestId: string
  startedAt: number
  /** The unit of the month that the call was charged, until it is refunded. */
  charge?: Charge | undefined
  [key: string]: unknown
}

/**
 * The function name of a call that the host makes itself, before clients can: it is neither logged nor counted. Functions of
 * AWS Lambda cannot have such a name.
 */
export const WARM_UP = 'local:warm-up'

/** Returns whether a call is one of the warm-up. */
export const isWarmUp = ({ functionName }: Context): boolean => functionName === WARM_UP

export type Middleware<Event, Result> = MiddlewareObj<Event, Result, Error, Context, CallState>
