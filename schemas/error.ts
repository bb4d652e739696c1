import type { FromSchema } from 'json-schema-to-ts'

/** What was wrong with one field of a request. */
export const errorDetail = {
  type: 'object',
  additionalProperties: false,
  required: ['field', 'reason'],
  properties: {
    field: { type: 'string' },
    reason: { type: 'string' },
    allowed: { type: 'array', items: { type: 'string' } },
    didYouMean: { type: 'string' },
  },
} as const

/** The one shape of every error (contract, Error envelope; `details` and `retryAfter` are additive). */
export const errorEnvelope = {
  type: 'object',
  additionalProperties: false,
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      additionalProperties: false,
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', description: 'Stable token.' },
        message: { type: 'string', description: 'For people; never internal detail.' },
        requestId: { type: 'string', description: 'Same as the x-request-id header; quote it in a report.' },
        details: { type: 'array', items: errorDetail },
        retryAfter: { type: 'integer', minimum: 0, description: 'Seconds, as in Retry-After.' },
      },
    },
  },
} as const

export type ErrorDetail = FromSchema<typeof errorDetail>
export type ErrorEnvelope = FromSchema<typeof errorEnvelope>
