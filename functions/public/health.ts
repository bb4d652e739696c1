import { operations } from '../../schemas/operations.ts'
import { servingDatabase } from '../../shared/db/serving.ts'
import { open } from '../../shared/handlers/open.ts'
import { checkHealth } from '../../shared/insights/health.ts'

export const handler = open(operations.health, async () => {
  const body = await checkHealth(servingDatabase())
  return { statusCode: body.status === 'ok' ? 200 : 503, body }
})
