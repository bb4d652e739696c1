import type { FromSchema } from 'json-schema-to-ts'
import { codes } from './catalogs.ts'
import { HEALTH_CHECKS, HEALTH_STATUSES } from './states.ts'

/** Body of `GET /health`. `degraded` (503) only when reads cannot be served; the other checks warn, with 200. */
export const health = {
  type: 'object',
  required: ['status', 'version', 'checks'],
  properties: {
    status: { type: 'string', enum: codes(HEALTH_STATUSES), description: 'Whether reads can be served.' },
    version: { type: 'string', description: 'The version of this software.' },
    sample: { type: 'boolean', description: 'True while the corpus is made up; absent when unknown.' },
    checks: {
      type: 'object',
      required: ['database', 'migrations'],
      description: 'What was looked at. Only database and migrations make the service degraded.',
      properties: {
        database: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.database),
          description: 'Whether the database answers.',
        },
        migrations: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.migrations),
          description: 'Whether software and schema fit together.',
        },
        postgresql: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.postgresql),
          description: 'Whether the release of PostgreSQL has the known security fixes.',
        },
        disk: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.disk),
          description: 'The disk of the embedded database; absent without one.',
        },
        syncs: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.syncs),
          description: 'The worst of the configured sources. GET /v1/freshness names it.',
        },
        backups: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.backups),
          description: 'How old the newest backups are.',
        },
      },
    },
  },
} as const

export type Health = FromSchema<typeof health>
