import type { ErrorCode, ErrorDetail } from './types.ts'

/** An error response of the service, with its `message` for people. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly status: number
  /** A stable token for programs. */
  readonly code: ErrorCode
  /** The request id, for a report to the operator. */
  readonly requestId: string | undefined
  /** The invalid parameters of a `validation_error`. */
  readonly details: ErrorDetail[] | undefined
  /** Seconds until a request over a limit may be retried. */
  readonly retryAfter: number | undefined

  constructor(message: string, fields: ServiceErrorFields) {
    super(message)
    this.status = fields.status
    this.code = fields.code
    this.requestId = fields.requestId
    this.details = fields.details
    this.retryAfter = fields.retryAfter
  }
}

type ServiceErrorFields = Pick<ServiceError, 'status' | 'code' | 'requestId' | 'details' | 'retryAfter'>

/** No response, or a response that is not of the service; then `status` is set. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly status: number | undefined

  constructor(message: string, { status, cause }: { status?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
  }
}
