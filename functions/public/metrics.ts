import { configuredPlace } from '../../shared/backup/recorded-place.ts'
import { servingDatabase } from '../../shared/db/serving.ts'
import { metricsEndpoint } from '../../shared/http/metrics-endpoint.ts'
import { freshnessPolicy } from '../../shared/insights/freshness.ts'
import { metricsPage } from '../../shared/insights/metrics/page.ts'
import { config } from '../../shared/platform/config.ts'
import { isLoopback } from '../../shared/platform/net/loopback.ts'
import { handler as notFound } from '../api/not-found.ts'

/** Serves the metrics of this process. This handler is not deployed on AWS Lambda, where CloudWatch has the metrics. */
export const handler = metricsEndpoint(() => {
  const settings = config()
  const terms = {
    ...freshnessPolicy(settings),
    backups: settings.backup && configuredPlace(settings.backup),
    onLoopback: isLoopback(settings.host),
  }
  return metricsPage(servingDatabase(), terms)
}, notFound)
