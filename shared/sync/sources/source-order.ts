import type { Source } from '../../../schemas/catalogs.ts'
import { chileanDay } from '../../platform/time/chilean-day.ts'
import type { RunOrder } from '../run.ts'
import { SyncError } from '../sync-error.ts'

/** A request to run a source. `runOrder` converts it to a `RunOrder`. */
export interface SourceOrder extends Pick<RunOrder, 'trigger' | 'scheduledFor' | 'accepts'> {
  /** Paths of files that an operator has named, or the address of the source. */
  from: { files: readonly string[] } | { url: string }
  /** The edition that the operator has given, `YYYY-MM-DD`. */
  date?: string
  /** True if the source is the sample office. */
  sample?: boolean
}

/** Returns the `RunOrder` of one run of a source. */
export const runOrder = (
  source: Source,
  { from, date, sample = false, trigger, scheduledFor, accepts }: SourceOrder,
): RunOrder => ({
  source,
  trigger,
  sample,
  ...(scheduledFor ? { scheduledFor } : {}),
  ...(accepts === undefined ? {} : { accepts }),
  ...('files' in from ? { input: { files: from.files, ...(date === undefined ? {} : { date }) } } : {}),
})

/**
 * Rejects an order if `date` is in the future. An order with `accepts` is never rejected, because an operator has already
 * approved the run.
 *
 * @throws SyncError
 */
export function rejectFutureEdition({ date, accepts }: SourceOrder): void {
  if (date !== undefined && accepts === undefined && date > chileanDay(new Date())) {
    throw new SyncError('edition_in_future', `The edition ${date} is in the future.`)
  }
}
