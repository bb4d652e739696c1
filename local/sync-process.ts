import { handler as bulletin } from '../functions/sync/bulletin.ts'
import { handler as sheets } from '../functions/sync/sheets.ts'
import type { SyncOrder } from '../schemas/sync.ts'
import { inASentence, reachDatabase } from '../shared/db/reach-database.ts'
import { ingestInto } from '../shared/db/serving.ts'
import type { JobContext } from '../shared/handlers/job.ts'
import { SyncError } from '../shared/sync/sync-error.ts'
import { onStopSignal, runProcess } from './run-process.ts'

/** One scheduled run in a process of its own: node local/sync-process.ts sheets '{"trigger":"schedule"}' */
const HANDLERS = { sheets, bulletin } as const

async function main(): Promise<void> {
  const [source, order] = process.argv.slice(2) as [keyof typeof HANDLERS, string]
  const stop = new AbortController()
  onStopSignal(
    () =>
      stop.abort(new SyncError('interrupted', 'The service was stopped; nothing of the run was applied.')),
    () => process.exit(1),
  )
  const reached = await reachDatabase({ name: 'sync' })
  const ingest = reached.open('trademark_ingest')
  ingestInto(ingest)
  try {
    await HANDLERS[source](JSON.parse(order) as SyncOrder, { signal: stop.signal } as JobContext)
  } catch (error) {
    throw inASentence(error)
  } finally {
    await ingest.close()
    await reached.leave()
  }
}

await runProcess(main)
