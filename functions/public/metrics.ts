import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { servingDatabase, servingReplica } from '../../shared/db/serving.ts'
import { metricsEndpoint } from '../../shared/http/metrics-endpoint.ts'
import { freshnessPolicy } from '../../shared/insights/freshness.ts'
import { metricsPage } from '../../shared/insights/metrics/page.ts'
import { config } from '../../shared/platform/config.ts'
import { handler as notFound } from '../api/not-found.ts'

/** Of the single machine alone: functions of AWS Lambda come and go, and have metrics of their own there. */
export const handler = metricsEndpoint(() => {
  const settings = config()
  const terms = {
    ...freshnessPolicy(settings),
    backups: settings.backup && openTarget(settings.backup.target).place,
  }
  return metricsPage(servingDatabase(), terms, servingReplica())
}, notFound)
