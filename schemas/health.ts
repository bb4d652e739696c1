import type { FromSchema } from 'json-schema-to-ts'
import { codes } from './catalogs.ts'
import { HEALTH_CHECKS, HEALTH_STATUSES } from './states.ts'

/**
 * Body of `GET /health`. `status` is `degraded` (503) only when reads cannot be served. The checks `database` and `migrations`
 * decide whether reads can be served. The other checks are warnings and do not change the status.
 */
export const health = {
  type: 'object',
  required: ['status', 'version', 'checks'],
  properties: {
    status: { type: 'string', enum: codes(HEALTH_STATUSES), description: 'Whether reads can be served.' },
    version: { type: 'string', description: 'The version of this software.' },
    sample: {
      type: 'boolean',
      description: 'True while the corpus is sample data, which is invented; absent when unknown.',
    },
    checks: {
      type: 'object',
      required: ['database', 'migrations'],
      description: 'The results of the checks. Only database and migrations make the service degraded.',
      properties: {
        database: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.database),
          description: 'Whether the database answers.',
        },
        migrations: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.migrations),
          description: 'Whether the database schema has the version that this software needs.',
        },
        postgresql: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.postgresql),
          description: 'Whether the release of PostgreSQL has the known security fixes.',
        },
        disk: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.disk),
          description:
            'Whether the disk of the embedded database has space and can be written to; absent with another database.',
        },
        syncs: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.syncs),
          description:
            'The worst state among all configured sources. GET /v1/freshness shows the state of each source.',
        },
        backups: {
          type: 'string',
          enum: codes(HEALTH_CHECKS.backups),
          description: 'Whether the newest backups are recent enough, and on another disk than the database.',
        },
      },
    },
  },
} as const

export type Health = FromSchema<typeof health>
