import type { FromSchema } from 'json-schema-to-ts'

/** What a scheduled run is asked for; an empty one is a run by the schedule on the configured source. */
export const syncOrder = {
  type: 'object',
  additionalProperties: false,
  properties: {
    trigger: { type: 'string', enum: ['schedule', 'catch_up'], default: 'schedule' },
    scheduledFor: {
      type: 'string',
      format: 'date-time',
      description: 'The time of the schedule that it is for: of several processes that ask, one has it.',
    },
    url: {
      type: 'string',
      minLength: 1,
      description: 'The source, as in SHEETS_URL, BULLETIN_URL and PORTAL_URL; else what those say.',
    },
    sample: { type: 'boolean', default: false, description: 'The source is the made-up office.' },
  },
} as const

export type SyncOrder = FromSchema<typeof syncOrder>
