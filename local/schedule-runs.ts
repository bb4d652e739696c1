import type { Source } from '../schemas/catalogs.ts'
import type { SyncOrder } from '../schemas/sync.ts'
import type { Database } from '../shared/db/database.ts'
import type { Config } from '../shared/platform/config.ts'
import { type Due, dueRun } from '../shared/schedule/due.ts'
import { scheduledSources } from '../shared/schedule/scheduled-sources.ts'
import { nextSlot } from '../shared/schedule/slots.ts'
import { corpusState } from '../shared/sync/apply/compare.ts'
import { runJobProcess } from './run-job-process.ts'
import { forgetSampleRuns } from './sample/fill.ts'
import type { SampleOffice } from './sample/office.ts'
import { forgetSampleKey } from './sample-key.ts'
import type { Task } from './scheduler.ts'

/** Returns the scheduled runs of the configured sources, or of the sample office where it is open. */
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
        await forgetSampleOfRegister(settings, database) // whoever stops does not wait for a database that hangs
      }
    }
  }
  return sources.map(([source, pattern]) =>
    sourceTask({ database, source, pattern, run, sample: office !== undefined }),
  )
}

/** A source that runs by itself. */
export interface ScheduledSource {
  database: Database
  source: Source
  /** When: a cron of five fields by the clocks of Chile. */
  pattern: string
  /** The source is that of the sample office. */
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

/** The part of an order that names the sample office; undefined once the corpus is a register. */
async function fromOffice(
  { urls }: Pick<SampleOffice, 'urls'>,
  source: ScheduledSource['source'],
  database: Database,
): Promise<Partial<SyncOrder> | undefined> {
  if ((await corpusState(database)).kind === 'register') {
    return undefined
  }
  return { url: urls[source], sample: true }
}

/**
 * The first run on real data ends the sample, and the ready key with it. A run on the sample office that began at the
 * same time was refused; the history of a register does not show such a run.
 */
async function forgetSampleOfRegister({ dataDir }: Config, database: Database): Promise<void> {
  if ((await corpusState(database)).kind === 'register') {
    await forgetSampleKey(dataDir)
    await forgetSampleRuns(database)
  }
}
