import { Command } from 'commander'
import { prepareSearchIndex } from '../local/search-index.ts'
import { runCommand, withDatabase } from './run-command.ts'

// Whoever reaches the database migrates it on the way; what is left is an index that other rules have made.
await runCommand(
  new Command('migrate')
    .description('Bring the schema of the database up to date, and the search index to its rules.')
    .action(() =>
      withDatabase('migrate', 'owner', async (owner) => {
        const built = await prepareSearchIndex(owner)
        process.stdout.write(`The schema is up to date${built ? ', the search index is new' : ''}.\n`)
      }),
    ),
)
