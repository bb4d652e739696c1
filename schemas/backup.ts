import type { FromSchema } from 'json-schema-to-ts'

const SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const
const COUNT = { type: 'integer', minimum: 0 } as const
const NAME = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,62}$' } as const

/**
 * The manifest of a backup (`manifest.json`), written after all parts. Format 2 has a `signature`. Earlier versions of the
 * software wrote format 1, which has only a `digest`. A digest does not detect deliberate changes.
 */
export const backupManifest = {
  type: 'object',
  additionalProperties: false,
  required: [
    'format',
    'name',
    'kind',
    'takenAt',
    'corpus',
    'software',
    'postgresql',
    'schema',
    'recipient',
    'parts',
  ],
  properties: {
    format: { type: 'integer', enum: [1, 2] },
    name: { type: 'string', pattern: '^(keys|corpus)-[0-9]{8}T[0-9]{9}Z-[0-9a-f]{6}(-[0-9a-f]{20})?$' },
    kind: { type: 'string', enum: ['keys', 'corpus'] },
    takenAt: {
      type: 'string',
      format: 'date-time',
      description: 'Time of the snapshot from which all parts were read.',
    },
    corpus: { type: 'string', enum: ['sample', 'register'] },
    software: { type: 'string', description: 'Version of the software that made the backup.' },
    postgresql: {
      type: 'integer',
      description: 'Major version of the PostgreSQL server that was backed up.',
    },
    schema: {
      type: 'array',
      minItems: 1,
      description: 'Applied migrations of the database.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['version', 'digest'],
        properties: { version: COUNT, digest: SHA256 },
      },
    },
    recipient: { type: 'string', description: 'The age public key that encrypts the parts.' },
    parts: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['file', 'table', 'columns', 'rows', 'bytes', 'sha256', 'contentBytes'],
        properties: {
          file: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,62}\\.copy\\.zst\\.age$' },
          table: NAME,
          columns: { type: 'array', minItems: 1, items: NAME },
          rows: COUNT,
          bytes: { ...COUNT, description: 'Size of the stored file.' },
          sha256: SHA256,
          contentBytes: { ...COUNT, description: 'Size of the output of COPY, before compression.' },
          contentSha256: {
            ...SHA256,
            description: 'Present only in format 1; the software does not read it.',
          },
        },
      },
    },
    signature: { ...SHA256, description: 'Format 2: HMAC-SHA256 of all other members of this manifest.' },
    digest: { ...SHA256, description: 'Format 1: SHA-256 of all other members of this manifest.' },
  },
} as const

/** The input of a backup job. */
export const backupOrder = {
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { type: 'string', enum: ['keys', 'corpus'] },
    trigger: { type: 'string', enum: ['schedule', 'catch_up'], default: 'schedule' },
    scheduledFor: { type: 'string', format: 'date-time' },
  },
} as const

export type BackupOrder = FromSchema<typeof backupOrder>
