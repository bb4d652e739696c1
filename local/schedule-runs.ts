import type { Source } from '../schemas/catalogs.ts'
import type { SyncOrder } from '../schemas/sync.ts'
import type { Database } from '../shared/db/database.ts'
import type { Config } from '../shared/platform/config.ts'
import { type Due, dueRun } from '../shared/schedule/due.ts'
import { scheduledSources } from '../shared/schedule/scheduled-sources.ts'
import { nextSlot } from '../shared/schedule/slots.ts'
import { corpusKind } from '../shared/sync/apply/corpus-kind.ts'
import { runJobProcess } from './run-job-process.ts'
import { forgetSampleRuns } from './sample/fill.ts'
import type { SampleOffice } from './sample/office.ts'
import { forgetSampleKey } from './sample-key.ts'
import type { Task } from './scheduler.ts'

/** Returns one task for each configured source. With a sample `office`, returns one task for each of its sources. */
export function sourceTasks(
  settings: Config,
  database: Database,
  office: Pick<SampleOffice, 'urls'> | undefined,
): Task[] {
  const sources = Object.entries(scheduledSources(settings, office !== undefined)) as [
    ScheduledSource['source'],
    string,
  ][]
  const run: ScheduledSource['run'] = async (source, due, signal) => {
    const from = office ? await fromOffice(office, source, database) : {}
    if (from !== undefined) {
      await runJobProcess(source, { ...orderOf(due), ...from }, signal)
      if (!signal.aborted) {
        await forgetSampleOfRegister(settings, database) // skipped after a stop, because the database may hang
      }
    }
  }
  return sources.map(([source, pattern]) =>
    sourceTask({ database, source, pattern, run, sample: office !== undefined }),
  )
}

export interface ScheduledSource {
  database: Database
  source: Source
  /** A cron expression of five fields, in the time zone of Chile. */
  pattern: string
  /** Whether the source belongs to the sample office. */
  sample?: boolean
  run: (source: ScheduledSource['source'], due: Due, signal: AbortSignal) => Promise<void>
}

export const sourceTask = ({ database, source, pattern, sample, run }: ScheduledSource): Task => ({
  name: source,
  due: (now) => dueRun(database, source, pattern, now, sample),
  next: (now) => nextSlot(source, pattern, now),
  run: (due, signal) => run(source, due, signal),
})

const orderOf = ({ trigger, scheduledFor }: Due): Partial<SyncOrder> => ({
  trigger,
  scheduledFor: scheduledFor.toISOString(),
})

/** Returns the part of an order that selects the sample office. Returns undefined if the corpus has become a register. */
async function fromOffice(
  { urls }: Pick<SampleOffice, 'urls'>,
  source: ScheduledSource['source'],
  database: Database,
): Promise<Partial<SyncOrder> | undefined> {
  if ((await corpusKind(database)) === 'register') {
    return undefined
  }
  return { url: urls[source], sample: true }
}

/**
 * Deletes the sample key and the history of runs on the sample office, if the corpus has become a register.
 */
async function forgetSampleOfRegister({ dataDir }: Config, database: Database): Promise<void> {
  if ((await corpusKind(database)) === 'register') {
    await forgetSampleKey(dataDir)
    await forgetSampleRuns(database)
  }
}
