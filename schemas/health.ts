import type { FromSchema } from 'json-schema-to-ts'

/** Body of `GET /health`. `degraded` (503) only when reads cannot be served. */
export const health = {
  type: 'object',
  required: ['status', 'version', 'checks'],
  properties: {
    status: { type: 'string', enum: ['ok', 'degraded'] },
    version: { type: 'string' },
    sample: { type: 'boolean', description: 'True while the corpus is made up; absent when unknown.' },
    checks: {
      type: 'object',
      required: ['database', 'migrations'],
      properties: {
        database: { type: 'string', enum: ['ok', 'unreachable'] },
        migrations: {
          type: 'string',
          enum: ['ok', 'missing', 'newer', 'unknown'],
          description: 'missing: this software needs a newer schema. newer: the schema needs newer software.',
        },
      },
    },
  },
} as const

export type Health = FromSchema<typeof health>
