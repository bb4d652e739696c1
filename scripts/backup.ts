import { Command } from 'commander'
import { abortOnStop } from '../local/run-process.ts'
import { BackupError } from '../shared/backup/backup-error.ts'
import { openBackupPlace } from '../shared/backup/backup-place.ts'
import { sameDiskWarning } from '../shared/backup/same-disk.ts'
import { summarizeBackups } from '../shared/backup/stored-backups.ts'
import { BACKED_UP, type BackupKind } from '../shared/backup/tables.ts'
import { config } from '../shared/platform/config.ts'
import { type Made, makeBackups } from './backup/make-backups.ts'
import { keySettings, makeIdentity } from './backup/make-identity.ts'
import { openSource, refuseWithoutTarget } from './backup/open-source.ts'
import * as output from './backup/output.ts'
import { readIdentityFile, readKeys } from './backup/read-keys.ts'
import { verifyBackups } from './backup/verify-backups.ts'
import { EXIT } from './exit-codes.ts'
import { runCommand, withDatabase } from './run-command.ts'
import { screenOf } from './screen.ts'
import { suggestion } from './suggestion.ts'

interface Reading {
  json?: boolean
  from?: string
  identity?: string
}

/** The error of a backup that a signal has stopped. */
class StoppedError extends BackupError {
  override readonly exitCode = EXIT.interrupted
}

const KINDS = Object.keys(BACKED_UP) as BackupKind[]

export const program = new Command('backup')
  .description(
    'Back up the keys with their usage and audit log (kind keys), the data of the sources (kind corpus), or both.',
  )
  .usage('[kind|COMMAND] [options]')
  .argument('[kind]', 'keys or corpus (default: both)')
  .option('--json', 'one JSON object on standard output')
  .action(async (kind: string | undefined, { json }: Reading, command: Command) => {
    const kinds = KINDS.filter((each) => kind === undefined || each === kind)
    if (kinds.length === 0) {
      command.error(
        `error: unknown kind of backup "${kind}": use keys or corpus, or give no kind to back up both${suggestion(kind ?? '', kindsAndCommands())}`,
      )
    }
    const place = openBackupPlace(config().backup ?? refuseWithoutTarget())
    const stop = abortOnStop(new StoppedError('Stopped: the backup is incomplete.'), EXIT.interrupted)
    const made = await withDatabase('backup', 'owner', (database) =>
      makeBackups(database, kinds, place, stop),
    )
    report(made, json)
    await warnOfSameDisk()
  })

program
  .command('init')
  .description('Create the secret key of backups, and print the settings that are derived from this key.')
  .argument('[file]', 'the new file for the secret key', 'trademark-backup.key')
  .option(
    '--identity <file>',
    'the file of an existing secret key, or - for standard input: prints its settings, and creates no key',
  )
  .option('--json', 'one JSON object on standard output')
  .action(async (file: string, _: Reading, command: Command) => {
    const { json, identity: existing } = command.optsWithGlobals<Reading>()
    if (existing !== undefined && command.args.length > 0) {
      command.error(
        'error: init creates a secret key in a new file, or reads an existing key with --identity: give a file or --identity, not both',
      )
    }
    const made = existing === undefined ? await makeIdentity(file) : undefined
    const identity = made?.identity ?? (await readIdentityFile(existing ?? '-'))
    print(output.keySettings(await keySettings(identity), made?.file, { json }))
  })

const reading = (name: string, description: string, identity: string): Command =>
  program
    .command(name)
    .description(description)
    .option('--from <url>', 'the target of the backups (default: BACKUP_TARGET)')
    .option('--identity <file>', identity)
    .option('--json', 'one JSON object on standard output')

reading(
  'list',
  'List the backups, newest first.',
  'the file of the secret key, or - for standard input; needed if BACKUP_SIGNING_KEY is not set',
).action(async (_: Reading, command: Command) => {
  const { json, from, identity } = command.optsWithGlobals<Reading>()
  const { signingKey } = await readKeys(identity)
  const backups = await summarizeBackups(openSource(from), signingKey)
  print(output.list(backups, { json, screen: screenOf(process.stdout) }))
  await warnOfSameDisk(from)
})

reading(
  'verify',
  'Read and check backups: the newest of each kind, or the named ones.',
  'the file of the secret key, or - for standard input: decrypts the backups, and counts their rows',
)
  .argument('[name...]', 'names of backups, as list shows them')
  .option('--all', 'every signed backup')
  .action(async (names: string[], _: Reading, command: Command) => {
    const { json, from, all, identity } = command.optsWithGlobals<Reading & { all?: boolean }>()
    const keys = await readKeys(identity)
    const verified = await verifyBackups(openSource(from), keys, { names, all: all === true })
    print(output.verified(verified, { json, opened: keys.identity !== undefined }))
    await warnOfSameDisk(from)
  })

/** Prints the backups that were made, then throws the error if a backup failed. */
function report({ made, place, remarks, error }: Made, json: boolean | undefined): void {
  if (made.length > 0) {
    print(output.made(made, place, { json }))
  }
  for (const remark of remarks) {
    process.stderr.write(`${remark}\n`)
  }
  if (error !== undefined) {
    throw error
  }
}

/** Warns if the configured target is a folder on the disk of the data. A target named with `--from` may be a copy: no warning. */
async function warnOfSameDisk(from?: string): Promise<void> {
  const warning = from === undefined ? await sameDiskWarning(config()) : undefined
  if (warning !== undefined) {
    process.stderr.write(`${warning}\n`)
  }
}

/** Returns the valid values of the first argument. */
const kindsAndCommands = (): string[] => [...KINDS, ...program.commands.map((command) => command.name())]

const print = (text: string): void => void process.stdout.write(`${text}\n`)

if (import.meta.main) {
  await runCommand(program)
}
