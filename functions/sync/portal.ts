import { syncJob } from '../../shared/jobs/sync-job.ts'
import { config } from '../../shared/platform/config.ts'
import { rateLimitFor } from '../../shared/sync/sources/portal/rate-limit.ts'
import { syncPortal } from '../../shared/sync/sources/portal/sync-portal.ts'

export const handler = syncJob('portal', async (database, run, options) => {
  const report = await syncPortal(database, { ...run, ...rateLimitFor(run.sample, config()) }, options)
  options.onReport(report)
  return [report]
})
