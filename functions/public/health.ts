import { operations } from '../../schemas/operations.ts'
import { configuredPlace } from '../../shared/backup/recorded-place.ts'
import { servingDatabase } from '../../shared/db/serving.ts'
import { publicEndpoint } from '../../shared/http/public-endpoint.ts'
import { freshnessPolicy } from '../../shared/insights/freshness.ts'
import { checkHealth } from '../../shared/insights/health.ts'
import { type Config, config } from '../../shared/platform/config.ts'

export const handler = publicEndpoint(operations.health, async () => {
  const settings = config()
  const body = await checkHealth(servingDatabase(), {
    dataFolder: isEmbedded(settings) ? settings.dataDir : undefined,
    backups: settings.backup && configuredPlace(settings.backup),
    ...freshnessPolicy(settings),
  })
  return { statusCode: body.status === 'ok' ? 200 : 503, body }
})

/** Returns whether the service uses the embedded database. Only the disk of an embedded database is checked. */
const isEmbedded = ({ databaseUrl, databasePoolUrl }: Config): boolean =>
  databaseUrl === undefined && databasePoolUrl === undefined
