import { migrationOrder } from '../../schemas/admin.ts'
import { migrate } from '../../shared/db/migrate.ts'
import { ensureServingLogin } from '../../shared/db/serving-login.ts'
import { adminJob } from '../../shared/jobs/admin-job.ts'
import { config } from '../../shared/platform/config.ts'
import { ensureSearchIndex } from '../../shared/search/index/rebuild-index.ts'

/** Does the same as `npm run migrate`, where the operator has no terminal with access to the database. */
export const handler = adminJob(migrationOrder, async (database) => {
  const applied = await migrate(database)
  const built = await ensureSearchIndex(database)
  const { databasePoolUrl } = config()
  if (databasePoolUrl !== undefined) {
    await ensureServingLogin(database, databasePoolUrl)
  }
  return { applied, searchIndex: built ? 'built' : 'unchanged' }
})
