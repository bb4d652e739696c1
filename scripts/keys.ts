import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import type { Scope } from '../schemas/catalogs.ts'
import { configSchema } from '../schemas/config.ts'
import type { Database } from '../shared/db/database.ts'
import {
  type Author,
  createKey,
  expireKey,
  keyAuditLog,
  listKeys,
  monthlyUsage,
  revokeKey,
  rotateKey,
  scopeNames,
  showKey,
  updateKey,
  verifyKey,
  withValidPredecessors,
} from '../shared/keys/keys.ts'
import { config } from '../shared/platform/config.ts'
import { chileanDay } from '../shared/platform/time/chilean-day.ts'
import { EXIT } from './exit-codes.ts'
import {
  readBurst,
  readConsumer,
  readMonth,
  readOverlap,
  readQuota,
  readReason,
  readScopes,
} from './keys/arguments.ts'
import { backUpKeys } from './keys/back-up-keys.ts'
import { confirmEnd } from './keys/confirm-end.ts'
import * as output from './keys/output.ts'
import { suggestKeyId } from './keys/suggest-key-id.ts'
import { readDayOption } from './read-day.ts'
import { runCommand, withDatabase } from './run-command.ts'
import { screenOf } from './screen.ts'
import { number } from './table.ts'

const ID = 'the public id of a key (list shows it)'

interface Common {
  json?: boolean
  reason?: string
}

interface Terms extends Common {
  scopes?: Scope[]
  unrestricted?: boolean
  quota?: number
  burst?: number
}

export const program = new Command('keys')
  .description('Issue, change and revoke the API keys of this service.')
  .usage('COMMAND [options]')

const command = (name: string, description: string): Command =>
  program.command(name).description(description).option('--json', 'one JSON object on standard output')

const changing = (name: string, description: string): Command =>
  command(name, description).option(
    '--reason <text>',
    'the reason; kept in the audit log of the key',
    readReason,
  )

const scopesOption = () =>
  new Option('--scopes <list>', `scopes of the key, separated by commas: ${scopeNames.join(',')}`).argParser(
    readScopes,
  )
const unrestrictedOption = () => new Option('--unrestricted', 'the key has all scopes').conflicts('scopes')
const orDefaultOf = (setting: 'DEFAULT_MONTHLY_QUOTA' | 'BURST_PER_MINUTE'): string =>
  ` (default: ${setting}, or ${number(configSchema.properties[setting].default)})`
const quotaOption = (defaultNote = '') =>
  new Option('--quota <n>', `requests per calendar month${defaultNote}`).argParser(readQuota)
const burstOption = (defaultNote = '') =>
  new Option('--burst <n>', `requests in 60 seconds${defaultNote}`).argParser(readBurst)

changing('create', 'Create a key; it is shown once.')
  .requiredOption('--consumer <name>', 'who the key is for (required)', readConsumer)
  .addOption(scopesOption())
  .addOption(unrestrictedOption())
  .addOption(quotaOption(orDefaultOf('DEFAULT_MONTHLY_QUOTA')))
  .addOption(burstOption(orDefaultOf('BURST_PER_MINUTE')))
  .option(
    '--expires <YYYY-MM-DD>',
    'last day on which the key is valid, in America/Santiago (default: none)',
    readDayOption,
  )
  .action((options: Terms & { consumer: string; expires?: string }, command: Command) => {
    const terms = {
      consumer: options.consumer,
      scopes: chosenScopes(options) ?? noScopesChosen(command),
      monthlyQuota: options.quota ?? config().monthlyQuota,
      burstPerMinute: options.burst ?? config().burstPerMinute,
      expires: notPast(options.expires, command),
    }
    return changeKeys(async (database) =>
      print(output.formatCreatedKey(await createKey(database, terms, author(options)), formOf(options))),
    )
  })

command('list', 'List all keys, newest first.').action((options: Common) =>
  withKeys(async (database) => print(output.formatKeys(await listKeys(database), formOf(options)))),
)

command('show', 'Show one key and its audit log.')
  .argument('<id>', ID)
  .action((id: string, options: Common) =>
    withKeys(async (database) =>
      print(
        output.formatKeyWithAuditLog(
          await showKey(database, id),
          await keyAuditLog(database, id),
          formOf(options),
        ),
      ),
    ),
  )

changing('rotate', 'Replace a key with a new key of the same scopes, limits and expiry date.')
  .argument('<id>', ID)
  .addOption(
    new Option(
      '--overlap <duration>',
      'how long the old key stays valid, such as 30m, 24h or 7d (default: it ends at once)',
    ).argParser(readOverlap),
  )
  .addOption(new Option('--now', 'end the old key at once, without a confirmation').conflicts('overlap'))
  .action((id: string, options: Common & { overlap?: string; now?: boolean }) =>
    changeKeys(async (database) => {
      if (options.overlap === undefined && !options.now) {
        await confirmEnd(await showKey(database, id))
      }
      const fresh = await rotateKey(database, id, options.overlap ?? '0 seconds', author(options))
      print(output.formatRotatedKey(await withValidPredecessors(database, fresh), formOf(options)))
    }),
  )

changing('revoke', 'Revoke a key: the next request with it is refused.')
  .argument('<id>', ID)
  .action((id: string, options: Common) =>
    changeKeys(async (database) => {
      const key = await revokeKey(database, id, author(options))
      print(output.formatRevokedKey(await withValidPredecessors(database, key), formOf(options)))
    }),
  )

changing('expire', 'Set or remove the last day of a key.')
  .argument('<id>', ID)
  .option('--on <YYYY-MM-DD>', 'last day on which the key is valid; a past day ends it now', readDayOption)
  .addOption(new Option('--never', 'the key does not expire').conflicts('on'))
  .action((id: string, options: Common & { on?: string; never?: boolean }, command: Command) => {
    if (options.on === undefined && !options.never) {
      command.error('error: no expiry date is given: use --on YYYY-MM-DD or --never')
    }
    return changeKeys(async (database) =>
      print(output.formatKey(await expireKey(database, id, options.on, author(options)), formOf(options))),
    )
  })

changing('update', 'Change scopes and limits of a key; omitted options keep their values.')
  .argument('<id>', ID)
  .addOption(quotaOption())
  .addOption(burstOption())
  .addOption(scopesOption())
  .addOption(unrestrictedOption())
  .action((id: string, options: Terms, command: Command) => {
    const terms = {
      scopes: chosenScopes(options),
      monthlyQuota: options.quota,
      burstPerMinute: options.burst,
    }
    if (Object.values(terms).every((term) => term === undefined)) {
      command.error('error: nothing to change: use --quota, --burst, --scopes or --unrestricted')
    }
    return changeKeys(async (database) => {
      const key = await updateKey(database, id, terms, author(options))
      print(output.formatUpdatedKey(await withValidPredecessors(database, key), formOf(options)))
    })
  })

command('usage', 'Show the usage of all keys or of one key in a month.')
  .argument('[id]', `${ID} (default: all keys)`)
  .option('--month <YYYY-MM>', 'a month in America/Santiago (default: the current one)', readMonth)
  .action((id: string | undefined, options: Common & { month?: string }) =>
    withKeys(async (database) =>
      print(output.formatUsage(await monthlyUsage(database, { id, month: options.month }), formOf(options))),
    ),
  )

command('verify', 'Read a key from standard input, and show its state.').action((options: Common) =>
  withKeys(async (database) => {
    if (process.stdin.isTTY) {
      process.stderr.write('Paste the key, then press Enter and Ctrl-D: ')
    }
    const verdict = await verifyKey(database, (await text(process.stdin)).trim())
    print(output.formatVerdict(verdict, formOf(options)))
    process.exitCode = typeof verdict === 'object' && verdict.state === 'active' ? EXIT.done : EXIT.refused
  }),
)

const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** Returns the options for the functions of `output`. */
const formOf = ({ json }: Common) => ({ ...(json ? { json } : {}), screen: screenOf(process.stdout) })

const withKeys = (work: (database: Database) => Promise<void>): Promise<void> =>
  withDatabase('keys', 'owner', (database) => work(database).catch((error) => suggestKeyId(database, error)))

const chosenScopes = ({ scopes, unrestricted }: Terms): Scope[] | undefined => (unrestricted ? [] : scopes)

/** Changes keys, and backs them up before the command ends. */
const changeKeys = (work: (database: Database) => Promise<void>): Promise<void> =>
  withKeys(async (database) => {
    await work(database)
    await backUpKeys(database)
  })

/** Rejects a command without scopes, because a key without scopes would be unrestricted. */
const noScopesChosen = (command: Command): never =>
  command.error(
    `error: no scopes are given: use --scopes ${scopeNames.join(',')} (or one of them), or --unrestricted`,
  )

function notPast(day: string | undefined, command: Command): string | undefined {
  if (day !== undefined && day < chileanDay(new Date())) {
    command.error(`error: --expires ${day} is in the past: the key would never be valid`)
  }
  return day
}

const author = ({ reason }: Common): Author => ({ actor: operatingSystemUser(), reason })

function operatingSystemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}` // the user of a container may have no name
  }
}

if (import.meta.main) {
  await runCommand(program)
}
