import { operations } from '../../schemas/operations.ts'
import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { config } from '../../shared/config.ts'
import { servingDatabase } from '../../shared/db/serving.ts'
import { open } from '../../shared/handlers/open.ts'
import { checkHealth } from '../../shared/insights/health.ts'
import { sourceTerms } from '../../shared/insights/source-terms.ts'

export const handler = open(operations.health, async () => {
  const settings = config()
  const body = await checkHealth(servingDatabase(), {
    dataFolder: settings.databaseUrl === undefined ? settings.dataDir : undefined,
    backups: settings.backup && openTarget(settings.backup.target).place,
    ...sourceTerms(settings),
  })
  return { statusCode: body.status === 'ok' ? 200 : 503, body }
})
