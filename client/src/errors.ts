import type { ErrorBody, ErrorCode, ErrorDetail } from './types.ts'

/** An error response of the service. The `message` is for people. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  declare readonly status: number
  /** The stable error code, for programs. */
  declare readonly code: ErrorCode
  /** The request id, for a report to the operator. */
  declare readonly requestId: string | undefined
  /** The invalid parameters of a `validation_error`. */
  declare readonly details: ErrorDetail[] | undefined
  /** The seconds to wait before a retry, if the response states them. */
  declare readonly retryAfter: number | undefined

  constructor(status: number, { message, code, requestId, details, retryAfter }: ErrorBody) {
    super(message)
    Object.assign(this, { status, code, requestId, details, retryAfter })
  }
}

/**
 * The error of a request that got no response, an incomplete response, or a response of another program, such as a
 * proxy. `status` is undefined if there was no response.
 */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly status: number | undefined

  constructor(message: string, { status, cause }: { status?: number | undefined; cause?: unknown }) {
    super(message, { cause })
    this.status = status
  }
}
