import { config } from '../../shared/config.ts'
import { job } from '../../shared/handlers/job.ts'
import { SAMPLE_MANNERS } from '../../shared/sync/portal/manners.ts'
import { syncPortal } from '../../shared/sync/portal/sync-portal.ts'

export const handler = job('portal', async (database, run, options) => {
  const manners = run.sample ? SAMPLE_MANNERS : config().portal
  const sheetsFirst = !run.sample && config().sources.sheets !== undefined
  const report = await syncPortal(database, { ...run, manners, sheetsFirst }, options)
  options.onReport(report)
  return [report]
})
