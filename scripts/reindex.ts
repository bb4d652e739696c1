import { Command } from 'commander'
import { renewSearchIndex } from '../local/search-index.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand(
  new Command('reindex')
    .description('Build the search index anew from the marks. The present one is searched until it is done.')
    .action(() =>
      withDatabase('reindex', 'owner', async (owner) => {
        const startedAt = performance.now()
        await renewSearchIndex(owner)
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
        process.stdout.write(`The search index is new (${seconds} s).\n`)
      }),
    ),
)
