import type { FromSchema } from 'json-schema-to-ts'
import { codes, SOURCES } from './catalogs.ts'
import { inputSchema, runParameters } from './query-parameters.ts'
import { RHYTHMS, RUN_STATUSES, SOURCE_STATES, TRIGGERS } from './states.ts'

const source = { type: 'string', enum: codes(SOURCES), description: 'One of the three sources.' } as const
const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const
const dayOrNull = { type: ['string', 'null'], format: 'date' } as const
const count = { type: 'integer', minimum: 0 } as const

const runStatus = { type: 'string', enum: codes(RUN_STATUSES), description: 'The state of the run.' } as const

/** The lag of one source. */
export const sourceFreshness = {
  type: 'object',
  additionalProperties: false,
  required: [
    'source',
    'cadence',
    'lastRunAt',
    'lastRunStatus',
    'lastSuccessAt',
    'sourceDate',
    'lagSeconds',
    'thresholdSeconds',
    'state',
    'stale',
    'nextRunAt',
  ],
  properties: {
    source,
    cadence: {
      type: 'string',
      enum: codes(RHYTHMS),
      description: 'How often the office publishes this source.',
    },
    lastRunAt: {
      ...instantOrNull,
      description:
        'Start of the newest run of the source; null if there was no run. Runs that an operator starts ' +
        'with a file are ignored if the service downloads the source.',
    },
    lastRunStatus: {
      type: ['string', 'null'],
      enum: [...codes(RUN_STATUSES), null],
      description: 'Status of the run in lastRunAt; null if there was no run.',
    },
    lastSuccessAt: {
      ...instantOrNull,
      description:
        'End of the newest run that succeeded or found nothing new; null if there was no such run. A run of sheets or ' +
        'portal does not count if another run of the source has a later sourceDate.',
    },
    sourceDate: {
      ...dayOrNull,
      description: 'The date of the newest data that was read, as the office gives it.',
    },
    lagSeconds: {
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'Lag of the corpus in whole seconds; null before the first load. For sheets and portal: the time since ' +
        'lastSuccessAt. For the bulletin: the time since 10:00 on the day of the first missing edition, or 0 if no edition ' +
        'is missing. The lag of the bulletin does not include weekends and Chilean public holidays.',
    },
    thresholdSeconds: { ...count, description: 'The lag that the operator allows.' },
    state: {
      type: 'string',
      enum: codes(SOURCE_STATES),
      description: 'Whether the source is current.',
    },
    stale: { type: 'boolean', description: 'True if state is "stale".' },
    nextRunAt: {
      ...instantOrNull,
      description:
        'Start of the next scheduled run; null if the source has no schedule. After the edition of a day is loaded, the ' +
        'bulletin has no more runs on that day.',
    },
  },
} as const

/** The lag of each source (docs/contract.md#other-records, docs/decisions.md#records). */
export const freshness = {
  type: 'object',
  additionalProperties: false,
  required: ['generatedAt', 'timeZone', 'sources'],
  properties: {
    generatedAt: { type: 'string', format: 'date-time', description: 'When this report was generated.' },
    timeZone: {
      type: 'string',
      enum: ['America/Santiago'],
      description: 'The days of cadence are days in this time zone.',
    },
    sample: {
      type: 'boolean',
      enum: [true],
      description: 'Present while the corpus is sample data, which is invented.',
    },
    sources: { type: 'array', items: sourceFreshness, description: 'In the order sheets, bulletin, portal.' },
  },
} as const

export type Freshness = FromSchema<typeof freshness>
export type SourceFreshness = FromSchema<typeof sourceFreshness>

export const freshnessQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { source: { ...source, description: 'Only this source.' } },
} as const

export type FreshnessQuery = FromSchema<typeof freshnessQuery>

export const syncRun = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'source',
    'trigger',
    'status',
    'startedAt',
    'finishedAt',
    'sourceDate',
    'rowsRead',
    'inserted',
    'updated',
    'unchanged',
    'rejected',
    'outdated',
    'waiting',
    'repeated',
    'kept',
    'withdrawn',
    'error',
  ],
  properties: {
    id: { type: 'string', description: 'Identifies the run.' },
    source,
    trigger: {
      type: 'string',
      enum: codes(TRIGGERS),
      description: 'What started the run.',
    },
    status: runStatus,
    startedAt: { type: 'string', format: 'date-time', description: 'When the run began.' },
    finishedAt: { ...instantOrNull, description: 'When the run ended; null while the run is in progress.' },
    sourceDate: {
      ...dayOrNull,
      description: 'The date of the data that the run read, as the office gives it.',
    },
    rowsRead: {
      ...count,
      description:
        'Rows read; grows while the run reads. In a run that succeeded, the sum of the seven counts from `inserted` to `repeated`.',
    },
    inserted: { ...count, description: 'New brands.' },
    updated: { ...count, description: 'Brands whose data had changed.' },
    unchanged: { ...count, description: 'Brands whose data had not changed.' },
    rejected: { ...count, description: 'Rows that the run could not use.' },
    outdated: {
      ...count,
      description:
        'Brands whose stored record is newer than the record that the run read, and differs from it.',
    },
    waiting: { ...count, description: 'Applications of the bulletin that the corpus does not have yet.' },
    repeated: { ...count, description: 'Second and further rows of the same application.' },
    kept: {
      ...count,
      description: 'Brands that keep an earlier value, because their new record lacks that value.',
    },
    withdrawn: {
      ...count,
      description:
        'Applications with entries that the office removed from a bulletin edition. rowsRead does not include them.',
    },
    error: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'Code of the error, for programs.' },
        message: { type: 'string', description: 'A message for people, without internal details.' },
      },
      description: 'Why the run did not succeed; null for a run without an error.',
    },
  },
} as const

export type SyncRun = FromSchema<typeof syncRun>

/** A page of the history of runs (docs/contract.md#other-records, docs/decisions.md#records). */
export const syncRunPage = {
  type: 'object',
  additionalProperties: false,
  required: ['items', 'nextCursor'],
  properties: {
    items: { type: 'array', items: syncRun, description: 'Newest first.' },
    nextCursor: {
      type: ['string', 'null'],
      description:
        'Value of cursor for the next page, with all other parameters unchanged; null on the last page.',
    },
  },
} as const

export type SyncRunPage = FromSchema<typeof syncRunPage>

export const syncRunQuery = inputSchema(runParameters)

export type SyncRunQuery = FromSchema<typeof syncRunQuery>
