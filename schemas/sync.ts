import type { FromSchema } from 'json-schema-to-ts'

/** The input of a scheduled run. */
export const syncOrder = {
  type: 'object',
  additionalProperties: false,
  properties: {
    trigger: { type: 'string', enum: ['schedule', 'catch_up'], default: 'schedule' },
    scheduledFor: {
      type: 'string',
      format: 'date-time',
      description:
        'Scheduled time of the run. If several processes request a run for the same time, only one run starts.',
    },
    url: {
      type: 'string',
      minLength: 1,
      description: 'Address of the source; default: SHEETS_URL, BULLETIN_URL or PORTAL_URL.',
    },
    sample: { type: 'boolean', default: false, description: 'Whether the source serves sample data.' },
  },
} as const

export type SyncOrder = FromSchema<typeof syncOrder>
