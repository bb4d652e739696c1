import { Command } from 'commander'
import { runCommand, withDatabase } from './run-command.ts'

// Whoever reaches the database migrates it on the way; this command does nothing else.
await runCommand(
  new Command('migrate')
    .description('Bring the schema of the database up to date.')
    .action(() =>
      withDatabase('migrate', 'owner', async () => void process.stdout.write('The schema is up to date.\n')),
    ),
)
