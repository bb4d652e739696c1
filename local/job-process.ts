import { handler as backup } from '../functions/admin/backup.ts'
import { handler as bulletin } from '../functions/sync/bulletin.ts'
import { handler as portal } from '../functions/sync/portal.ts'
import { handler as sheets } from '../functions/sync/sheets.ts'
import type { BackupOrder } from '../schemas/backup.ts'
import type { SyncOrder } from '../schemas/sync.ts'
import { BackupError } from '../shared/backup/backup-error.ts'
import { connectDatabase, toOperatorError } from '../shared/db/connect-database.ts'
import type { DatabaseRole } from '../shared/db/database.ts'
import { setDatabases } from '../shared/db/serving.ts'
import type { JobContext } from '../shared/jobs/sync-job.ts'
import { SyncError } from '../shared/sync/sync-error.ts'
import { abortOnStop, runProcess } from './run-process.ts'

/** A job: its handler and its database connection. `setDatabases` gets the connection under the name `as`. */
interface Job<Order> {
  name: 'sync' | 'backup'
  handler: (order: Order, context: JobContext) => Promise<unknown>
  role: DatabaseRole
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

/** The scheduled jobs. Each job runs in its own process: `node local/job-process.ts sheets '{"trigger":"schedule"}'` */
const JOBS: { readonly [Name in JobName]: Job<Orders[Name]> } = {
  sheets: { name: 'sync', handler: sheets, role: 'trademark_ingest', as: 'ingesting' },
  bulletin: { name: 'sync', handler: bulletin, role: 'trademark_ingest', as: 'ingesting' },
  portal: { name: 'sync', handler: portal, role: 'trademark_ingest', as: 'ingesting' },
  backup: { name: 'backup', handler: backup, role: 'owner', as: 'owner' },
}

async function main(): Promise<void> {
  const [job, order = '{}'] = process.argv.slice(2) as [JobName, string]
  const { name, handler, role, as } = JOBS[job] as Job<object> // the handler validates its order
  const signal = abortOnStop(STOPPED[name], 1)
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
