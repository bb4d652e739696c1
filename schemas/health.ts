import type { FromSchema } from 'json-schema-to-ts'

/** Body of `GET /health`. `degraded` (503) only when reads cannot be served; the other checks warn, with 200. */
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
        disk: {
          type: 'string',
          enum: ['ok', 'low', 'full', 'read-only', 'unreachable'],
          description:
            'Of the embedded database; absent without one. low: under 1 GiB is free. full: no room to go on writing. ' +
            'unreachable: it does not answer, or is not there.',
        },
        syncs: {
          type: 'string',
          enum: ['ok', 'failing', 'stale', 'none', 'unknown'],
          description:
            'The worst of the sources that are scheduled or were ever read. failing: the last run of one failed or was ' +
            'held. stale: one lies further behind than its operator allows. none: there is no such source. GET ' +
            '/v1/freshness tells which.',
        },
        backups: {
          type: 'string',
          enum: ['ok', 'late', 'none', 'unknown'],
          description:
            'late: the newest of the keys is older than 30 minutes, or that of the corpus than 50 hours. none: no place ' +
            'for them is configured.',
        },
      },
    },
  },
} as const

export type Health = FromSchema<typeof health>
