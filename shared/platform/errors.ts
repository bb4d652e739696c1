import type { ErrorDetail, ErrorEnvelope } from '../../schemas/error.ts'

/** The errors for clients, by code: status and default message. */
export const ERRORS = {
  validation_error: { status: 400, message: 'The request is not valid' },
  unauthorized: { status: 401, message: 'Missing or invalid API key' },
  forbidden: { status: 403, message: 'API key lacks a required scope' },
  origin_not_allowed: { status: 403, message: 'Pages of this origin may not call this address' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'This address accepts only POST' },
  request_timeout: { status: 408, message: 'The request did not arrive in time' },
  gone: { status: 410, message: 'The requested changes are no longer available' },
  payload_too_large: { status: 413, message: 'The request body is too large' },
  uri_too_long: { status: 414, message: 'The request URL is too long' },
  rate_limited: { status: 429, message: 'Burst limit exceeded' },
  quota_exceeded: { status: 429, message: 'Monthly quota exceeded' },
  headers_too_large: { status: 431, message: 'The request headers are too large' },
  internal_error: { status: 500, message: 'Internal server error' },
  overloaded: { status: 503, message: 'The service is overloaded' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

interface ErrorOptions {
  message?: string
  details?: ErrorDetail[]
  /** In seconds. */
  retryAfter?: number
  headers?: Record<string, string>
  /** For the log only, never for a client. */
  cause?: unknown
}

/** An error for the client. The message is public, the cause is private. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetail[] | undefined
  readonly retryAfter: number | undefined
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause })
    this.code = code
    this.status = ERRORS[code].status
    this.details = options.details
    this.retryAfter = options.retryAfter
    this.headers = {
      ...(code === 'unauthorized' ? { 'www-authenticate': 'ApiKey' } : {}), // RFC 9110, 11.6.1
      ...(options.retryAfter === undefined ? {} : { 'retry-after': String(options.retryAfter) }),
      ...options.headers,
    }
  }
}

/** Returns a validation error whose message includes all details. */
export const validationError = (details: ErrorDetail[]): ApiError =>
  new ApiError('validation_error', {
    message: details.map(({ field, reason }) => `${field} ${reason}`).join('; '),
    details,
  })

/** Returns the error for the client: an `ApiError` unchanged, and an `internal_error` for anything else. */
export const toApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : new ApiError('internal_error', { cause: thrown })

/** Returns the error envelope of the contract. No other function builds an error envelope. */
export function toErrorEnvelope(error: ApiError, requestId: string): ErrorEnvelope {
  const { code, message, details, retryAfter } = error
  return {
    error: {
      code,
      message,
      requestId,
      ...(details ? { details } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  }
}
