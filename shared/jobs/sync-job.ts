import middy, { type MiddyfiedHandler } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Source } from '../../schemas/catalogs.ts'
import { type SyncOrder, syncOrder } from '../../schemas/sync.ts'
import { noBackupWarning } from '../backup/no-backup-warning.ts'
import type { Database } from '../db/database.ts'
import { ingestDatabase } from '../db/serving.ts'
import { config } from '../platform/config.ts'
import { log } from '../platform/logger.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { validator } from '../platform/validation.ts'
import { withoutPassword } from '../sync/fetch/credentials.ts'
import type { RunOrder, RunReport } from '../sync/run.ts'
import { SyncError } from '../sync/sync-error.ts'

interface ScheduledRun extends Pick<RunOrder, 'trigger' | 'scheduledFor' | 'sample'> {
  from: { url: string }
}

/** Synchronizes a source in one or more runs. When a run ends, passes its report to `onReport`. */
type Pipeline = (
  database: Database,
  run: ScheduledRun,
  options: { signal: AbortSignal; onReport: (report: RunReport) => void },
) => Promise<RunReport[]>

/** The context of AWS Lambda, with a signal if the job runs outside AWS Lambda. */
export interface JobContext extends Context {
  /** Aborts when the process has to stop. */
  signal?: AbortSignal
}

/** The share of the remaining time that is reserved for an orderly end. */
const RESERVED_SHARE = 0.1
const MAX_RESERVED_MS = 10_000

const validate = validator(syncOrder)

/** Creates the handler of the scheduled runs of a source. */
export const syncJob = (
  source: Source & keyof ReturnType<typeof config>['sources'],
  pipeline: Pipeline,
): MiddyfiedHandler<SyncOrder, RunReport[], Error, JobContext> =>
  middy<SyncOrder, RunReport[], Error, JobContext>().handler((order, context) => {
    const run = toRun(source, order)
    // The address is not public, but only operators read the log.
    const facts = { source, from: withoutPassword(run.from.url) }
    return pipeline(ingestDatabase(), run, {
      signal: stopSignal(context, OUT_OF_TIME),
      onReport: (report) => {
        log()[isExpected(report) ? 'info' : 'error']('sync run', { ...facts, ...report })
        const warning = noBackupWarning(config())
        if (report.becameRegister && warning) log().warn(warning)
      },
    })
  })

/** A skipped run is no error: for example, nothing has changed, or another run is active. */
const isExpected = ({ status }: RunReport): boolean => status === 'succeeded' || status === 'skipped'

function toRun(source: Source, order: SyncOrder): ScheduledRun {
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

/**
 * Returns a signal that aborts when the process stops, or shortly before the time limit.
 *
 * @param outOfTime the reason of the abort shortly before the time limit
 */
export function stopSignal(
  { signal, getRemainingTimeInMillis }: Pick<JobContext, 'signal'> & Partial<Context>,
  outOfTime: Error,
): AbortSignal {
  const left = getRemainingTimeInMillis?.()
  const timeout = new AbortController()
  if (left !== undefined) {
    const reserved = Math.min(MAX_RESERVED_MS, left * RESERVED_SHARE)
    setTimeout(() => timeout.abort(outOfTime), left - reserved).unref()
  }
  return AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])])
}

const OUT_OF_TIME = new SyncError(
  'interrupted',
  'The run exceeded its time limit; nothing of it was applied.',
)
