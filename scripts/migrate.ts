import { Command } from 'commander'
import { updateIndexWithProgress } from '../local/search-index-progress.ts'
import { ensureServingLogin } from '../shared/db/serving-login.ts'
import { config } from '../shared/platform/config.ts'
import { runCommand, withDatabase } from './run-command.ts'

// Connecting to the database has already migrated it; the search index and the serving login are left to update.
export const program = new Command('migrate')
  .description('Migrate the schema of the database, and update the search index to the current rules.')
  .option('--json', 'one JSON object on standard output')
  .action(({ json }: { json?: true }) =>
    withDatabase('migrate', 'owner', async (owner) => {
      const built = await updateIndexWithProgress(owner)
      const { databasePoolUrl } = config()
      if (databasePoolUrl !== undefined) await ensureServingLogin(owner, databasePoolUrl)
      const sentence = `The schema is up to date${built ? ', and the search index is rebuilt' : ''}.`
      process.stdout.write(
        `${json ? JSON.stringify({ searchIndex: built ? 'built' : 'unchanged' }) : sentence}\n`,
      )
    }),
  )

if (import.meta.main) {
  await runCommand(program)
}
