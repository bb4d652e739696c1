import { Command } from 'commander'
import { runCommand, withOwner } from './run-command.ts'

// Whoever reaches the database migrates it on the way; this command does nothing else.
await runCommand(
  new Command('migrate')
    .description('Bring the schema of the database up to date.')
    .action(() => withOwner('migrate', async () => void process.stdout.write('The schema is up to date.\n'))),
)
