import type { ErrorCode, ErrorDetail } from './types.ts'

/** What the service said about a request that it did not serve; `message` is the service's own, for people. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly status: number
  /** A stable token, to decide by. */
  readonly code: ErrorCode
  /** To quote in a report to the operator. */
  readonly requestId: string | undefined
  /** What is wrong with which parameter, where `code` is `validation_error`. */
  readonly details: ErrorDetail[] | undefined
  /** Seconds until the same request may go through, where a limit refused it. */
  readonly retryAfter: number | undefined

  constructor(message: string, told: Told) {
    super(message)
    this.status = told.status
    this.code = told.code
    this.requestId = told.requestId
    this.details = told.details
    this.retryAfter = told.retryAfter
  }
}

type Told = Pick<ServiceError, 'status' | 'code' | 'requestId' | 'details' | 'retryAfter'>

/** Nothing answered, or something that is not the service: then there is its `status`. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly status: number | undefined

  constructor(message: string, { status, cause }: { status?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
  }
}
