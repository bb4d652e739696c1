import type { FromSchema } from 'json-schema-to-ts'
import { codes, SOURCES } from './catalogs.ts'
import { inputSchema, runParameters } from './query-parameters.ts'
import { RHYTHMS, RUN_STATUSES, SOURCE_STATES, TRIGGERS } from './states.ts'

const source = { type: 'string', enum: codes(SOURCES), description: 'One of the three sources.' } as const
const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const
const dayOrNull = { type: ['string', 'null'], format: 'date' } as const
const count = { type: 'integer', minimum: 0 } as const

const runStatus = { type: 'string', enum: codes(RUN_STATUSES), description: 'The state of the run.' } as const

/** How late one source is. */
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
      description: 'How often the office publishes here, by the calendar of timeZone.',
    },
    lastRunAt: {
      ...instantOrNull,
      description:
        'When the newest run on the source began; null when there was none. Runs on files of the operator count only ' +
        'for a source without an address.',
    },
    lastRunStatus: {
      type: ['string', 'null'],
      enum: [...codes(RUN_STATUSES), null],
      description: 'Status of that run, as in sync-runs.',
    },
    lastSuccessAt: {
      ...instantOrNull,
      description:
        'When the newest run that compared the corpus with the source ended: it succeeded, or was skipped because ' +
        'nothing had changed. Runs that were skipped because another run held the source do not count, nor runs that ' +
        'read an older edition than an earlier run.',
    },
    sourceDate: { ...dayOrNull, description: "The office's newest date in those runs." },
    lagSeconds: {
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'Whole seconds that we lie behind. Of sheets and portal: from lastSuccessAt to generatedAt. Of the bulletin: ' +
        'since the first edition that we lack was due, 10:00 on its day, counting only days on which it appears, ' +
        'Monday to Friday but Chilean public holidays; 0 when no edition that is due is lacking. null when there was ' +
        'no such run, or when no edition of the bulletin is in.',
    },
    thresholdSeconds: { ...count, description: 'The lag that the operator allows.' },
    state: {
      type: 'string',
      enum: codes(SOURCE_STATES),
      description: 'Whether the source is current.',
    },
    stale: { type: 'boolean', description: 'Whether state is stale.' },
    nextRunAt: {
      ...instantOrNull,
      description:
        'When the next run begins by the schedule, for the bulletin on the next day whose edition is not in yet; null ' +
        'when the source is not scheduled.',
    },
  },
} as const

/** How late each source is (docs/contract.md#other-records; fields as decided under Records). */
export const freshness = {
  type: 'object',
  additionalProperties: false,
  required: ['generatedAt', 'timeZone', 'sources'],
  properties: {
    generatedAt: { type: 'string', format: 'date-time', description: 'When this report was generated.' },
    timeZone: { type: 'string', enum: ['America/Santiago'], description: 'The time zone of every cadence.' },
    sample: { type: 'boolean', enum: [true], description: 'Present while the corpus is made up.' },
    sources: { type: 'array', items: sourceFreshness, description: 'In the order sheets, bulletin, portal.' },
  },
} as const

export type Freshness = FromSchema<typeof freshness>
export type SourceFreshness = FromSchema<typeof sourceFreshness>

/** Input of freshness. */
export const freshnessQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { source: { ...source, description: 'This source alone.' } },
} as const

export type FreshnessQuery = FromSchema<typeof freshnessQuery>

/** One synchronization run. */
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
      description: 'What started it.',
    },
    status: runStatus,
    startedAt: { type: 'string', format: 'date-time', description: 'When it began.' },
    finishedAt: { ...instantOrNull, description: 'When it ended; null while it is running.' },
    sourceDate: { ...dayOrNull, description: "The office's own date of what was read." },
    rowsRead: {
      ...count,
      description:
        'Rows that were read; it grows while the run reads. In a run that was applied it is the sum of the seven counts down to `repeated`.',
    },
    inserted: { ...count, description: 'Brands that were new.' },
    updated: { ...count, description: 'Brands that differed.' },
    unchanged: { ...count, description: 'Brands that were as known.' },
    rejected: { ...count, description: 'Rows that could not be used.' },
    outdated: { ...count, description: 'Brands that differed, but of which the corpus has a newer edition.' },
    waiting: { ...count, description: 'Applications of the bulletin that the corpus does not have yet.' },
    repeated: { ...count, description: 'Further rows of the same application.' },
    kept: {
      ...count,
      description:
        'Of the inserted and updated brands, those that keep an earlier value which their new record lacks.',
    },
    withdrawn: {
      ...count,
      description:
        'Applications whose entries a corrected edition of the bulletin no longer has; not among the rows read.',
    },
    error: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'Stable token.' },
        message: { type: 'string', description: 'For people; never internal detail.' },
      },
      description: 'Why it did not succeed; null without a reason to report.',
    },
  },
} as const

export type SyncRun = FromSchema<typeof syncRun>

/** A page of the history of runs (docs/contract.md#other-records; fields as decided under Records). */
export const syncRunPage = {
  type: 'object',
  additionalProperties: false,
  required: ['items', 'nextCursor'],
  properties: {
    items: { type: 'array', items: syncRun, description: 'Newest first.' },
    nextCursor: {
      type: ['string', 'null'],
      description: 'Pass it back as cursor, with the same other parameters; null at the end of the results.',
    },
  },
} as const

export type SyncRunPage = FromSchema<typeof syncRunPage>

/** Input of the history of runs. */
export const syncRunQuery = inputSchema(runParameters)

export type SyncRunQuery = FromSchema<typeof syncRunQuery>
