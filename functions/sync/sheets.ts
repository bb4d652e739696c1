import { job } from '../../shared/jobs/sync-job.ts'
import { syncSheets } from '../../shared/sync/sources/sheets/sync-sheets.ts'

export const handler = job('sheets', async (database, run, options) => {
  const report = await syncSheets(database, run, options)
  options.onReport(report)
  return [report]
})
