import type { FromSchema } from 'json-schema-to-ts'
import { codes } from './catalogs.ts'
import { ERROR_MEANINGS } from './error-meanings.ts'

/** A mistake in one field of a request. */
export const errorDetail = {
  type: 'object',
  additionalProperties: false,
  required: ['field', 'reason'],
  properties: {
    field: { type: 'string', description: 'The parameter, or another part of the request.' },
    reason: { type: 'string', description: 'Description of the mistake, for people.' },
    allowed: {
      type: 'array',
      items: { type: 'string' },
      description: 'The allowed values; for an unknown parameter, the names of the known parameters.',
    },
    didYouMean: { type: 'string', description: 'The allowed value or name that was probably meant.' },
  },
} as const

/** The body of every error response (docs/contract.md#error-envelope). */
export const errorEnvelope = {
  type: 'object',
  additionalProperties: false,
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'The error.',
      additionalProperties: false,
      required: ['code', 'message', 'requestId'],
      properties: {
        code: {
          type: 'string',
          enum: codes(ERROR_MEANINGS),
          description: 'Code of the error, for programs.',
        },
        message: { type: 'string', description: 'A message for people, without internal details.' },
        requestId: {
          type: 'string',
          description:
            'Id of the request, as in the x-request-id header; include the id when you report a problem.',
        },
        details: {
          type: 'array',
          items: errorDetail,
          description:
            'The mistakes in the request, one entry for each. Present with 400 for invalid parameters, and with 404 if the number is a registration number.',
        },
        retryAfter: {
          type: 'integer',
          minimum: 0,
          description:
            'Seconds to wait, as in Retry-After. Present with 429, and with 503 if the service is overloaded.',
        },
      },
    },
  },
} as const

export type ErrorDetail = FromSchema<typeof errorDetail>
export type ErrorEnvelope = FromSchema<typeof errorEnvelope>
