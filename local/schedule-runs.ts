import type { Source } from '../schemas/catalogs.ts'
import type { SyncOrder } from '../schemas/sync.ts'
import type { Config } from '../shared/config.ts'
import type { Database } from '../shared/db/database.ts'
import { type Due, dueRun } from '../shared/schedule/due.ts'
import { scheduledSources } from '../shared/schedule/scheduled-sources.ts'
import { nextSlot } from '../shared/schedule/slots.ts'
import { corpusState } from '../shared/sync/merge/compare.ts'
import { runJobProcess } from './run-job-process.ts'
import { forgetSampleKey } from './sample-key.ts'
import { forgetSampleRuns } from './sample-office/fill-corpus.ts'
import { publishTo, sourceUrl } from './sample-office/publish.ts'
import type { Office } from './sample-office/server/office.ts'
import type { Task } from './scheduler.ts'

/** The runs of the sources, as they come by themselves: of the configured ones, or those of the made-up office where it is open. */
export function sourceTasks(settings: Config, database: Database, office: Office | undefined): Task[] {
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
  /** It is of the made-up office. */
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

/** What the made-up office has today; nothing once the corpus is a register. */
async function fromOffice(
  office: Office,
  source: ScheduledSource['source'],
  database: Database,
): Promise<Partial<SyncOrder> | undefined> {
  if ((await corpusState(database)).kind === 'register') {
    return undefined
  }
  publishTo(office, source, new Date())
  return { url: sourceUrl(office, source), sample: true }
}

/**
 * The first run on real data ends the sample, and the ready key with it; a run of the made-up office that began in the
 * same moment was refused, and a register tells of no such run.
 */
async function forgetSampleOfRegister({ dataDir }: Config, database: Database): Promise<void> {
  if ((await corpusState(database)).kind === 'register') {
    await forgetSampleKey(dataDir)
    await forgetSampleRuns(database)
  }
}
