import { syncJob } from '../../shared/jobs/sync-job.ts'
import { syncSheets } from '../../shared/sync/sources/sheets/sync-sheets.ts'

export const handler = syncJob('sheets', async (database, run, options) => {
  const report = await syncSheets(database, run, options)
  options.onReport(report)
  return [report]
})
