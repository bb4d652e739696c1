import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import type { Scope } from '../schemas/catalogs.ts'
import { configSchema } from '../schemas/config.ts'
import type { Database } from '../shared/db/database.ts'
import {
  type Author,
  activePredecessors,
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
import { nameWhatWasMeant } from './keys/name-what-was-meant.ts'
import * as output from './keys/output.ts'
import { readDayOption } from './read-day.ts'
import { runCommand, withDatabase } from './run-command.ts'
import { screenOf } from './screen.ts'
import { number } from './table.ts'

/** The argument of the commands that are about one key. */
const ID = 'the public id of a key, as list tells it'

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
  .description('Issue, change and end the API keys of this service.')
  .usage('COMMAND [options]')

const command = (name: string, description: string): Command =>
  program.command(name).description(description).option('--json', 'one JSON object on standard output')

const changing = (name: string, description: string): Command =>
  command(name, description).option('--reason <text>', 'why; kept in the trail of the key', readReason)

const scopesOption = () =>
  new Option('--scopes <list>', `what the key opens, with commas: ${scopeNames.join(',')}`).argParser(
    readScopes,
  )
const unrestrictedOption = () => new Option('--unrestricted', 'the key opens everything').conflicts('scopes')
/** What counts where an option is left out. */
const orDefaultOf = (setting: 'DEFAULT_MONTHLY_QUOTA' | 'BURST_PER_MINUTE'): string =>
  ` (default: ${setting}, or ${number(configSchema.properties[setting].default)})`
const quotaOption = (otherwise = '') =>
  new Option('--quota <n>', `requests a calendar month${otherwise}`).argParser(readQuota)
const burstOption = (otherwise = '') =>
  new Option('--burst <n>', `requests in 60 seconds${otherwise}`).argParser(readBurst)

changing('create', 'Make a key; it is shown once, now.')
  .requiredOption('--consumer <name>', 'who it is for (required)', readConsumer)
  .addOption(scopesOption())
  .addOption(unrestrictedOption())
  .addOption(quotaOption(orDefaultOf('DEFAULT_MONTHLY_QUOTA')))
  .addOption(burstOption(orDefaultOf('BURST_PER_MINUTE')))
  .option(
    '--expires <YYYY-MM-DD>',
    'last day on which it is valid, in America/Santiago (default: none)',
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
      print(output.created(await createKey(database, terms, author(options)), shown(options))),
    )
  })

command('list', 'Every key that was ever made, newest first.').action((options: Common) =>
  withKeys(async (database) => print(output.list(await listKeys(database), shown(options)))),
)

command('show', 'One key, and what was done to it.')
  .argument('<id>', ID)
  .action((id: string, options: Common) =>
    withKeys(async (database) =>
      print(
        output.overviewWithAuditLog(
          await showKey(database, id),
          await keyAuditLog(database, id),
          shown(options),
        ),
      ),
    ),
  )

changing('rotate', 'Replace a key by a new one with the same terms; the old one ends.')
  .argument('<id>', ID)
  .addOption(
    new Option('--overlap <duration>', 'how long the old one goes on, such as 30m, 24h or 7d')
      .argParser(readOverlap)
      .default('0 seconds', 'it ends at once'),
  )
  .action((id: string, options: Common & { overlap: string }) =>
    changeKeys(async (database) => {
      const fresh = await rotateKey(database, id, options.overlap, author(options))
      print(
        output.created(fresh, shown(options)) +
          output.stillValid(await activePredecessors(database, fresh), options),
      )
    }),
  )

changing('revoke', 'End a key for good, from the next request on.')
  .argument('<id>', ID)
  .action((id: string, options: Common) =>
    changeKeys(async (database) => {
      const key = await revokeKey(database, id, author(options))
      print(
        output.overview(key, shown(options)) +
          output.stillValid(await activePredecessors(database, key), options),
      )
    }),
  )

changing('expire', 'Set the last day of a key, or lift it.')
  .argument('<id>', ID)
  .option('--on <YYYY-MM-DD>', 'last day on which it is valid; a past one ends it now', readDayOption)
  .addOption(new Option('--never', 'it does not expire').conflicts('on'))
  .action((id: string, options: Common & { on?: string; never?: boolean }, command: Command) => {
    if (options.on === undefined && !options.never) {
      command.error('error: say when it expires: --on YYYY-MM-DD or --never')
    }
    return changeKeys(async (database) =>
      print(output.overview(await expireKey(database, id, options.on, author(options)), shown(options))),
    )
  })

changing('update', 'Change what a key may do; what is not named stays.')
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
      command.error('error: nothing to change: name --quota, --burst, --scopes or --unrestricted')
    }
    return changeKeys(async (database) =>
      print(output.overview(await updateKey(database, id, terms, author(options)), shown(options))),
    )
  })

command('usage', 'What was spent in a month, by all keys or by one.')
  .argument('[id]', `${ID} (default: all of them)`)
  .option('--month <YYYY-MM>', 'a month in America/Santiago (default: the current one)', readMonth)
  .action((id: string | undefined, options: Common & { month?: string }) =>
    withKeys(async (database) =>
      print(output.usage(await monthlyUsage(database, { id, month: options.month }), shown(options))),
    ),
  )

command('verify', 'Say what a key is; it is read from standard input.').action((options: Common) =>
  withKeys(async (database) => {
    if (process.stdin.isTTY) {
      process.stderr.write('Paste the key, then Enter and Ctrl-D: ')
    }
    const verdict = await verifyKey(database, (await text(process.stdin)).trim())
    print(output.verdict(verdict, shown(options)))
    process.exitCode = typeof verdict === 'object' && verdict.state === 'active' ? EXIT.done : EXIT.refused
  }),
)

const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** As it is shown to whoever reads standard output. */
const shown = ({ json }: Common) => ({ ...(json ? { json } : {}), screen: screenOf(process.stdout) })

const withKeys = (work: (database: Database) => Promise<void>): Promise<void> =>
  withDatabase('keys', 'owner', (database) =>
    work(database).catch((error) => nameWhatWasMeant(database, error)),
  )

const chosenScopes = ({ scopes, unrestricted }: Terms): Scope[] | undefined => (unrestricted ? [] : scopes)

/** What was changed is backed up before the command ends. */
const changeKeys = (work: (database: Database) => Promise<void>): Promise<void> =>
  withKeys(async (database) => {
    await work(database)
    await backUpKeys(database)
  })

/** Empty scopes open everything, so that leaving them out must not be the way to get there. */
const noScopesChosen = (command: Command): never =>
  command.error(
    `error: say what the key opens: --scopes ${scopeNames.join(',')} (or one of them), or --unrestricted`,
  )

function notPast(day: string | undefined, command: Command): string | undefined {
  if (day !== undefined && day < chileanDay(new Date())) {
    command.error(`error: --expires ${day} lies in the past: the key would never be valid`)
  }
  return day
}

const author = ({ reason }: Common): Author => ({ actor: operatingSystemUser(), reason })

function operatingSystemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}` // a container's user need not have a name
  }
}

if (import.meta.main) {
  await runCommand(program)
}
