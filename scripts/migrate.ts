import { Command } from 'commander'
import { updateIndexWithProgress } from '../local/search-index-progress.ts'
import { ensureServingLogin } from '../shared/db/serving-login.ts'
import { config } from '../shared/platform/config.ts'
import { runCommand, withDatabase } from './run-command.ts'

// Whoever reaches the database migrates it on the way; what is left is an index that other rules have made, and the login
// that requests are answered with behind a pooler.
export const program = new Command('migrate')
  .description('Bring the schema of the database up to date, and the search index to its rules.')
  .option('--json', 'one JSON object on standard output')
  .action(({ json }: { json?: true }) =>
    withDatabase('migrate', 'owner', async (owner) => {
      const built = await updateIndexWithProgress(owner)
      const { databasePoolUrl } = config()
      if (databasePoolUrl !== undefined) await ensureServingLogin(owner, databasePoolUrl)
      const said = `The schema is up to date${built ? ', the search index is new' : ''}.`
      process.stdout.write(
        `${json ? JSON.stringify({ searchIndex: built ? 'built' : 'unchanged' }) : said}\n`,
      )
    }),
  )

if (import.meta.main) {
  await runCommand(program)
}
