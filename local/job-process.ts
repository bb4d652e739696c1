import type { BackupOrder } from '../schemas/backup.ts'
import type { SyncOrder } from '../schemas/sync.ts'
import { BackupError } from '../shared/backup/backup-error.ts'
import { connectDatabase, toOperatorError } from '../shared/db/connect-database.ts'
import type { DatabaseRole } from '../shared/db/database.ts'
import { setDatabases } from '../shared/db/serving.ts'
import type { JobContext } from '../shared/jobs/sync-job.ts'
import { SyncError } from '../shared/sync/sync-error.ts'
import { abortOnStop, runProcess } from './run-process.ts'

/** How to run a job. */
interface Job<Order> {
  name: 'sync' | 'backup'
  /** Imports the handler. A process imports only the handler of its own job, to save memory and time. */
  load: () => Promise<{ handler: (order: Order, context: JobContext) => Promise<unknown> }>
  role: DatabaseRole
  /** The name under which the database is passed to `setDatabases`. */
  as: 'ingesting' | 'owner'
}

/** The error of a job if the service stops during the job. */
const STOPPED: Readonly<Record<'sync' | 'backup', Error>> = {
  sync: new SyncError('interrupted', 'The service was stopped; nothing of the run was applied.'),
  backup: new BackupError('The service was stopped; the backup is incomplete.'),
}

interface Orders {
  sheets: SyncOrder
  bulletin: SyncOrder
  portal: SyncOrder
  backup: BackupOrder
}
export type JobName = keyof Orders
export type JobOrder<Name extends JobName> = Partial<Orders[Name]>

const syncJob = (load: Job<SyncOrder>['load']): Job<SyncOrder> => ({
  name: 'sync',
  load,
  role: 'trademark_ingest',
  as: 'ingesting',
})

/** The scheduled jobs. Each job runs in its own process: `node local/job-process.ts sheets '{"trigger":"schedule"}'` */
const JOBS: { readonly [Name in JobName]: Job<Orders[Name]> } = {
  sheets: syncJob(() => import('../functions/sync/sheets.ts')),
  bulletin: syncJob(() => import('../functions/sync/bulletin.ts')),
  portal: syncJob(() => import('../functions/sync/portal.ts')),
  backup: { name: 'backup', load: () => import('../functions/admin/backup.ts'), role: 'owner', as: 'owner' },
}

async function main(): Promise<void> {
  const [job, order = '{}'] = process.argv.slice(2) as [JobName, string]
  const { name, load, role, as } = JOBS[job] as Job<object> // the handler validates its order
  const signal = abortOnStop(STOPPED[name], 1)
  const { handler } = await load()
  const reached = await connectDatabase({ name })
  const database = reached.open(role)
  setDatabases({ [as]: database })
  try {
    await handler(JSON.parse(order), { signal } as JobContext)
  } catch (error) {
    throw toOperatorError(error)
  } finally {
    await database.close()
    await reached.leave()
  }
}

await runProcess(main)
