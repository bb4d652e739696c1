import type { FromSchema } from 'json-schema-to-ts'
import { codes, SCOPES } from './catalogs.ts'

/** What a migration is asked for: nothing but to be made. */
export const migrationOrder = { type: 'object', additionalProperties: false, properties: {} } as const

const ID = { type: 'string', pattern: '^key_[A-Za-z0-9]{12}$' } as const

/** An order for keys where no terminal of the operator reaches the database; the same orders as `npm run keys`. */
export const keyOrder = {
  type: 'object',
  additionalProperties: false,
  required: ['action'],
  properties: {
    action: { type: 'string', enum: ['create', 'list', 'show', 'rotate', 'revoke', 'usage'] },
    id: { ...ID, description: 'The key that is shown, rotated or revoked.' },
    consumer: { type: 'string', pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]{1,100}$' },
    scopes: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: codes(SCOPES) },
      description: 'What a new key opens: these, or with "unrestricted" everything.',
    },
    unrestricted: { type: 'boolean', const: true },
    monthlyQuota: { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 },
    burstPerMinute: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    expires: { type: 'string', format: 'date', description: 'Its last day, in America/Santiago.' },
    overlapMinutes: {
      type: 'integer',
      minimum: 0,
      maximum: 129_600,
      default: 0,
      description: 'How long the old key stays valid beside its successor.',
    },
    month: { type: 'string', pattern: '^(?!0000)\\d{4}-(0[1-9]|1[0-2])$' },
    reason: { type: 'string', minLength: 1, description: 'For the audit log of the key.' },
  },
} as const

export type KeyOrder = FromSchema<typeof keyOrder>
