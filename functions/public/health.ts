import { operations } from '../../schemas/operations.ts'
import { configuredPlace } from '../../shared/backup/recorded-place.ts'
import { servingDatabase } from '../../shared/db/serving.ts'
import { publicEndpoint } from '../../shared/http/public-endpoint.ts'
import { freshnessPolicy } from '../../shared/insights/freshness.ts'
import { checkHealth } from '../../shared/insights/health.ts'
import { config, embeddedDataFolder } from '../../shared/platform/config.ts'

export const handler = publicEndpoint(operations.health, async () => {
  const settings = config()
  const body = await checkHealth(servingDatabase(), {
    dataFolder: embeddedDataFolder(settings),
    backups: settings.backup && {
      target: settings.backup.target,
      place: configuredPlace(settings.backup),
    },
    ...freshnessPolicy(settings),
  })
  return { statusCode: body.status === 'ok' ? 200 : 503, body }
})
