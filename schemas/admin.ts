import type { FromSchema } from 'json-schema-to-ts'
import { codes, SCOPES } from './catalogs.ts'

/** The input of the function Migrate, which has no parameters. */
export const migrationOrder = { type: 'object', additionalProperties: false, properties: {} } as const

const ID = { type: 'string', pattern: '^key_[A-Za-z0-9]{12}$' } as const

/** The input of the function Keys, which manages API keys. Each action is also a command of `npm run keys`. */
export const keyOrder = {
  type: 'object',
  additionalProperties: false,
  required: ['action'],
  properties: {
    action: { type: 'string', enum: ['create', 'list', 'show', 'rotate', 'revoke', 'usage'] },
    id: { ...ID, description: 'Id of the key to show, rotate or revoke.' },
    consumer: { type: 'string', pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]{1,100}$' },
    scopes: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: codes(SCOPES) },
      description: 'Scopes of the new key; or set "unrestricted" for all scopes.',
    },
    unrestricted: { type: 'boolean', const: true },
    monthlyQuota: { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 },
    burstPerMinute: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    expires: {
      type: 'string',
      format: 'date',
      description: 'Last day on which the key is valid, in America/Santiago.',
    },
    overlapMinutes: {
      type: 'integer',
      minimum: 0,
      maximum: 129_600,
      default: 0,
      description: 'Minutes for which the old key stays valid after its rotation.',
    },
    month: { type: 'string', pattern: '^(?!0000)\\d{4}-(0[1-9]|1[0-2])$' },
    reason: {
      type: 'string',
      minLength: 1,
      description: 'Reason for the change, kept in the audit log of the key.',
    },
  },
} as const

export type KeyOrder = FromSchema<typeof keyOrder>
