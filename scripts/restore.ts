import { Command } from 'commander'
import { terminalLine } from '../local/terminal-line.ts'
import { choose } from '../shared/backup/choose.ts'
import { receiptOf } from '../shared/backup/receipt.ts'
import { type RestorePhase, restore } from '../shared/backup/restore.ts'
import { assertRoles, connectUnmigrated } from '../shared/db/connect-database.ts'
import { secondsSince } from './backup/make-backups.ts'
import { openSource } from './backup/open-source.ts'
import * as output from './backup/output.ts'
import { readInstant } from './backup/read-instant.ts'
import { readKeyFile } from './backup/read-key-file.ts'
import { runCommand, withDatabase } from './run-command.ts'
import { screenOf } from './screen.ts'
import { number } from './table.ts'

interface Typed {
  from?: string
  identity: string
  at?: Date
  withoutKeys?: boolean
  withoutCorpus?: boolean
  json?: boolean
}

export const program = new Command('restore')
  .description('Bring backups into an empty database: that of DATABASE_URL, or a new one under DATA_DIR.')
  .requiredOption('--identity <file>', 'the secret key of age; - reads it from standard input (required)')
  .option('--from <url>', 'where the backups are (default: BACKUP_TARGET)')
  .option(
    '--at <time>',
    'the newest backups of this time or before, such as 2026-11-22T05:00Z (default: now)',
    readInstant,
  )
  .option('--without-keys', 'no keys, as where there is no backup of them')
  .option('--without-corpus', 'no marks: the sources bring them')
  .option('--json', 'one JSON object on standard output')
  .action(async ({ identity, from, json, at, withoutKeys, withoutCorpus }: Typed) => {
    const startedAt = performance.now()
    const key = await readKeyFile(identity)
    const target = openSource(from)
    const without = [...(withoutKeys ? ['keys' as const] : []), ...(withoutCorpus ? ['corpus' as const] : [])]
    const manifests = await choose(target, { at, without })
    const rows = await withDatabase(
      'restore',
      'owner',
      async (database) => {
        const order = { target, manifests, identity: key }
        const restored = await withProgress((onPhase) => restore(database, { ...order, onPhase }))
        await assertRoles(database) // what is restored can be served from
        return restored
      },
      connectUnmigrated,
    )
    const receipt = receiptOf(manifests, rows, secondsSince(startedAt), new Date())
    process.stdout.write(`${output.receipt(receipt, { json, screen: screenOf(process.stdout) })}\n`)
  })

async function withProgress<Result>(
  work: (onPhase: (phase: RestorePhase) => void) => Promise<Result>,
): Promise<Result> {
  const line = terminalLine()
  try {
    return await work((phase) => line.show(inWords(phase)))
  } finally {
    line.clear()
  }
}

function inWords(phase: RestorePhase): string {
  switch (phase.step) {
    case 'check':
      return `Reading ${phase.backup}: ${phase.part.table}`
    case 'load':
      return `Restoring ${phase.part.table}: ${number(phase.part.rows)} rows`
    case 'listing':
      return 'Making the listing'
    case 'index':
      return `Building the search index: ${number(phase.marks)} marks`
    case 'count':
      return 'Counting'
  }
}

if (import.meta.main) {
  await runCommand(program)
}
