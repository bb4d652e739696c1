import { migrationOrder } from '../../schemas/admin.ts'
import { ensureConfiguredLogins } from '../../shared/db/logins.ts'
import { migrate } from '../../shared/db/migrate.ts'
import { adminJob } from '../../shared/jobs/admin-job.ts'
import { ensureSearchIndex } from '../../shared/search/index/rebuild-index.ts'

/** Does the same as `npm run migrate`, for an operator who has no terminal with access to the database. */
export const handler = adminJob(migrationOrder, async (database) => {
  const applied = await migrate(database)
  const built = await ensureSearchIndex(database)
  await ensureConfiguredLogins(database)
  return { applied, searchIndex: built ? 'built' : 'unchanged' }
})
