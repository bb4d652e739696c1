import type { SyncOrder } from '../schemas/sync.ts'
import type { Config } from '../shared/config.ts'
import type { Database } from '../shared/db/database.ts'
import type { Due } from '../shared/schedule/due.ts'
import { scheduledSources } from '../shared/schedule/scheduled-sources.ts'
import { corpusState } from '../shared/sync/merge/compare.ts'
import { runSyncProcess } from './run-sync-process.ts'
import { forgetSampleKey } from './sample-key.ts'
import { forgetSampleRuns } from './sample-office/fill-corpus.ts'
import { published } from './sample-office/publish.ts'
import type { Office } from './sample-office/server/office.ts'
import { type ScheduledSource, type Scheduler, startScheduler } from './scheduler.ts'

/** Lets the sources run by themselves from now on: the configured ones, or those of the made-up office where it is open. */
export function scheduleRuns(settings: Config, database: Database, office: Office | undefined): Scheduler {
  const sources = Object.entries(scheduledSources(settings, office !== undefined)) as [
    ScheduledSource['source'],
    string,
  ][]
  return startScheduler({
    database,
    sample: office !== undefined,
    sources: sources.map(([source, pattern]) => ({ source, pattern })),
    run: async (source, due, signal) => {
      const from = office ? await fromOffice(office, source, database) : {}
      if (from !== undefined) {
        await runSyncProcess(source, { ...orderOf(due), ...from }, signal)
        if (!signal.aborted) {
          await forgetSampleOfRegister(settings, database) // whoever stops does not wait for a database that hangs
        }
      }
    },
  })
}

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
  office.publish(published(new Date()))
  return { url: source === 'sheets' ? office.sheetsUrl : office.bulletinUrl, sample: true }
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
