import type { MiddlewareObj } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Caller, Charge } from '../../keys/admit.ts'

/** A REST request or a tool call. */
export interface Call {
  /** The headers by lower-case name. The middleware `requestId` sets `x-request-id`. */
  headers: Readonly<Record<string, string | undefined>>
  /** The corpus versions for which the client has cached the response to this request. */
  cachedVersions?: readonly number[]
  /** The validated input. */
  input?: unknown
  /** The key of the call and its limits, set by the middleware `admission`; null if the key is missing or not active. */
  caller?: Caller | null | undefined
}

/** The state that the middleware of one call shares. */
export interface CallState {
  requestId: string
  startedAt: number
  /** The charge of this call to the monthly quota; undefined after a refund. */
  charge?: Charge | undefined
  [key: string]: unknown
}

/**
 * The function name in the context of warm-up calls, which the server makes before clients can connect. Warm-up calls are
 * neither logged nor counted. Functions on AWS Lambda cannot have this name.
 */
export const WARM_UP = 'local:warm-up'

export const isWarmUp = ({ functionName }: Context): boolean => functionName === WARM_UP

export type Middleware<Event, Result> = MiddlewareObj<Event, Result, Error, Context, CallState>
