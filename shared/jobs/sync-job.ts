import middy, { type MiddyfiedHandler } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Source } from '../../schemas/catalogs.ts'
import { type SyncOrder, syncOrder } from '../../schemas/sync.ts'
import type { Database } from '../db/database.ts'
import { ingestDatabase } from '../db/serving.ts'
import { config } from '../platform/config.ts'
import { log } from '../platform/logger.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { validator } from '../platform/validation.ts'
import { withoutPassword } from '../sync/fetch/credentials.ts'
import type { RunOrder, RunReport } from '../sync/run.ts'
import { SyncError } from '../sync/sync-error.ts'

/** A run as the pipeline of a source is asked for it. */
export interface ScheduledRun extends Pick<RunOrder, 'trigger' | 'scheduledFor' | 'sample'> {
  from: { url: string }
}

/** The pipeline of a source: what its runs came to, in their order; each is told when it is over. */
export type Pipeline = (
  database: Database,
  run: ScheduledRun,
  options: { signal: AbortSignal; onReport: (report: RunReport) => void },
) => Promise<RunReport[]>

/** Told by whoever hosts the handler besides what AWS Lambda tells: aborted when the host is to stop. */
export interface JobContext extends Context {
  signal?: AbortSignal
}

/** What a run needs to be closed in order before its time is over: this part of it, and not more than so long. */
const RESERVED = 0.1
const MOST_RESERVED_MS = 10_000

const validate = validator(syncOrder)

/**
 * Makes the handler of a source's scheduled runs: what is asked for is checked, and each run leaves one line in the log.
 * A run whose time is over, or whose host stops, ends as failed and changes nothing.
 */
export const job = (
  source: Source & keyof ReturnType<typeof config>['sources'],
  pipeline: Pipeline,
): MiddyfiedHandler<SyncOrder, RunReport[], Error, JobContext> =>
  middy<SyncOrder, RunReport[], Error, JobContext>().handler((order, context) => {
    const run = read(source, order)
    const told = { source, from: withoutPassword(run.from.url) } // for the operator: readers are told no address
    return pipeline(ingestDatabase(), run, {
      signal: stopSignal(context),
      onReport: (report) => log()[isFine(report) ? 'info' : 'error']('sync run', { ...told, ...report }),
    })
  })

/** Also a run that was skipped because another one holds the source: that one tells how it goes. */
const isFine = ({ status }: RunReport): boolean => status === 'succeeded' || status === 'skipped'

function read(source: Source, order: SyncOrder): ScheduledRun {
  const mistakes = validate(order)
  if (mistakes.length > 0) {
    throw new OperatorError(mistakes.map(({ field, reason }) => `${field} ${reason}`).join('; '))
  }
  const { url = config().sources[source], trigger, scheduledFor, sample } = order
  if (url === undefined) {
    throw new OperatorError(`No source is configured for ${source}: set ${source.toUpperCase()}_URL.`)
  }
  return {
    from: { url },
    trigger,
    sample,
    ...(scheduledFor === undefined ? {} : { scheduledFor: new Date(scheduledFor) }),
  }
}

/** Aborted when the host is to stop, or shortly before the time of a job is over. */
export function stopSignal({ signal, getRemainingTimeInMillis }: JobContext): AbortSignal {
  const left = getRemainingTimeInMillis?.()
  const timeout = new AbortController()
  if (left !== undefined) {
    const reserved = Math.min(MOST_RESERVED_MS, left * RESERVED)
    setTimeout(() => timeout.abort(outOfTime()), left - reserved).unref()
  }
  return AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])])
}

const outOfTime = (): SyncError =>
  new SyncError('interrupted', 'The run took longer than it may; nothing of it was applied.')
