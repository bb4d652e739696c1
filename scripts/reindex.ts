import { Command } from 'commander'
import { rebuildIndexWithProgress } from '../local/search-index-progress.ts'
import { secondsSince } from './backup/make-backups.ts'
import { runCommand, withDatabase } from './run-command.ts'

export const program = new Command('reindex')
  .description(
    'Rebuild the search index from the marks. Until the new index is ready, searches use the current index.',
  )
  .option('--json', 'one JSON object on standard output')
  .action(({ json }: { json?: true }) =>
    withDatabase('reindex', 'owner', async (owner) => {
      const startedAt = performance.now()
      await rebuildIndexWithProgress(owner)
      const seconds = secondsSince(startedAt)
      const sentence = `The search index is rebuilt (${seconds.toFixed(1)} s).`
      process.stdout.write(`${json ? JSON.stringify({ searchIndex: 'built', seconds }) : sentence}\n`)
    }),
  )

if (import.meta.main) {
  await runCommand(program)
}
