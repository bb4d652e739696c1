import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { config } from '../../shared/config.ts'
import { servingDatabase } from '../../shared/db/serving.ts'
import { metricsEndpoint } from '../../shared/handlers/metrics-endpoint.ts'
import { sourceTerms } from '../../shared/insights/source-terms.ts'
import { metricsPage } from '../../shared/metrics/page.ts'
import { handler as notFound } from '../api/not-found.ts'

/** Of the single machine alone: functions of AWS Lambda come and go, and have metrics of their own there. */
export const handler = metricsEndpoint(() => {
  const settings = config()
  return metricsPage(servingDatabase(), {
    ...sourceTerms(settings),
    backups: settings.backup && openTarget(settings.backup.target).place,
  })
}, notFound)
