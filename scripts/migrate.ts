import { Command } from 'commander'
import { updateIndexWithProgress } from '../local/search-index-progress.ts'
import { ensureConfiguredLogins } from '../shared/db/logins.ts'
import { runCommand, withDatabase } from './run-command.ts'

// `withDatabase` migrates the database when it connects. The action then updates the search index and the logins.
export const program = new Command('migrate')
  .description('Migrate the schema of the database, and rebuild a missing or outdated search index.')
  .option('--json', 'one JSON object on standard output')
  .action(({ json }: { json?: true }) =>
    withDatabase('migrate', 'owner', async (owner) => {
      const built = await updateIndexWithProgress(owner)
      await ensureConfiguredLogins(owner)
      const sentence = `The schema is up to date${built ? ', and the search index is rebuilt' : ''}.`
      process.stdout.write(
        `${json ? JSON.stringify({ searchIndex: built ? 'built' : 'unchanged' }) : sentence}\n`,
      )
    }),
  )

if (import.meta.main) {
  await runCommand(program)
}
