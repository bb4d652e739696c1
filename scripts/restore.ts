import { Command, InvalidArgumentError } from 'commander'
import { terminalLine } from '../local/terminal-line.ts'
import { chooseBackups } from '../shared/backup/choose-backups.ts'
import { type RestorePhase, restore } from '../shared/backup/restore.ts'
import { restoreReport } from '../shared/backup/restore-report.ts'
import { deriveSigningKey } from '../shared/backup/signing-key.ts'
import { assertRoles, connectUnmigrated } from '../shared/db/connect-database.ts'
import { config } from '../shared/platform/config.ts'
import { secondsSince } from './backup/make-backups.ts'
import { openSource } from './backup/open-source.ts'
import * as output from './backup/output.ts'
import { readIdentityFile } from './backup/read-keys.ts'
import { runCommand, withDatabase } from './run-command.ts'
import { screenOf } from './screen.ts'
import { number } from './table.ts'

interface Options {
  from?: string
  identity: string
  at?: Date
  withoutKeys?: boolean
  withoutCorpus?: boolean
  unsigned?: boolean
  json?: boolean
}

export const program = new Command('restore')
  .description('Restore backups into an empty database (DATABASE_URL) or a new database (in DATA_DIR).')
  .requiredOption('--identity <file>', 'the file of the age secret key, or - for standard input (required)')
  .option('--from <url>', 'the target of the backups (default: BACKUP_TARGET)')
  .option(
    '--at <time>',
    'use the newest backups taken at this time or before, such as 2026-11-22T05:00Z (default: now)',
    readInstant,
  )
  .option('--without-keys', 'do not restore keys')
  .option('--without-corpus', 'do not restore marks; the next runs of sync load them from the sources')
  .option(
    '--unsigned',
    'if there is no signed backup, restore an unsigned backup: an earlier version of this software made it, or an attacker forged it',
  )
  .option('--json', 'one JSON object on standard output')
  .action(async ({ identity, from, json, at, withoutKeys, withoutCorpus, unsigned }: Options) => {
    const startedAt = performance.now()
    config() // wrong settings are refused before the key is read
    const key = await readIdentityFile(identity)
    const target = openSource(from)
    const without = [...(withoutKeys ? ['keys' as const] : []), ...(withoutCorpus ? ['corpus' as const] : [])]
    const { manifests, ignored } = await chooseBackups(target, deriveSigningKey(key), {
      at,
      without,
      unsigned,
    })
    const rows = await withDatabase(
      'restore',
      'owner',
      async (database) => {
        const restored = await withProgress((onPhase) =>
          restore(database, { target, manifests, identity: key, onPhase }),
        )
        await assertRoles(database) // throws if the owner may not act as a role of the service
        return restored
      },
      connectUnmigrated,
    )
    const report = restoreReport({ manifests, ignored }, rows, secondsSince(startedAt), new Date())
    process.stdout.write(`${output.restored(report, { json, screen: screenOf(process.stdout) })}\n`)
  })

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/** Parses an instant in RFC 3339, with optional seconds. */
function readInstant(text: string): Date {
  const instant = new Date(text)
  if (!INSTANT.test(text) || Number.isNaN(instant.getTime())) {
    throw new InvalidArgumentError('It must be a time with its time zone, such as 2026-11-22T05:00Z.')
  }
  return instant
}

async function withProgress<Result>(
  work: (onPhase: (phase: RestorePhase) => void) => Promise<Result>,
): Promise<Result> {
  const line = terminalLine()
  try {
    return await work((phase) => line.show(describe(phase)))
  } finally {
    line.clear()
  }
}

function describe(phase: RestorePhase): string {
  switch (phase.step) {
    case 'check':
      return `Reading ${phase.backup}: ${phase.part.table}`
    case 'load':
      return `Restoring ${phase.part.table}: ${number(phase.part.rows)} rows`
    case 'listing':
      return 'Building the table for lists of marks'
    case 'index':
      return `Building the search index: ${number(phase.marks)} marks`
    case 'count':
      return 'Counting rows'
  }
}

if (import.meta.main) {
  await runCommand(program)
}
