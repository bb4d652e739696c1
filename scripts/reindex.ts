import { Command } from 'commander'
import { rebuildIndexWithProgress } from '../local/search-index-progress.ts'
import { secondsSince } from './backup/make-backups.ts'
import { runCommand, withDatabase } from './run-command.ts'

export const program = new Command('reindex')
  .description('Build the search index anew from the marks. The present one is searched until it is done.')
  .option('--json', 'one JSON object on standard output')
  .action(({ json }: { json?: true }) =>
    withDatabase('reindex', 'owner', async (owner) => {
      const startedAt = performance.now()
      await rebuildIndexWithProgress(owner)
      const seconds = secondsSince(startedAt)
      const said = `The search index is new (${seconds.toFixed(1)} s).`
      process.stdout.write(`${json ? JSON.stringify({ searchIndex: 'built', seconds }) : said}\n`)
    }),
  )

if (import.meta.main) {
  await runCommand(program)
}
