import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import type { Scope } from '../schemas/catalogs.ts'
import {
  type Author,
  activePredecessors,
  createKey,
  expireKey,
  keyTrail,
  listKeys,
  monthlyUsage,
  revokeKey,
  rotateKey,
  scopeNames,
  showKey,
  updateKey,
  verifyKey,
} from '../shared/access/keys.ts'
import { chileanDay } from '../shared/chilean-day.ts'
import { config } from '../shared/config.ts'
import type { Database } from '../shared/db/database.ts'
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
import * as output from './keys/output.ts'
import { readDay } from './read-day.ts'
import { runCommand, withDatabase } from './run-command.ts'

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

const program = new Command('keys')
  .description('Issue, change and end the API keys of this service.')
  .usage('COMMAND [options]')
  .configureHelp({ sortSubcommands: false })
  .helpCommand(false)

const command = (name: string, description: string): Command =>
  program.command(name).description(description).option('--json', 'one JSON object on standard output')

const changing = (name: string, description: string): Command =>
  command(name, description).option('--reason <text>', 'why; kept in the trail of the key', readReason)

const scopesOption = () =>
  new Option('--scopes <list>', `what the key opens, with commas: ${scopeNames.join(',')}`).argParser(
    readScopes,
  )
const unrestrictedOption = () => new Option('--unrestricted', 'the key opens everything').conflicts('scopes')
const quotaOption = () => new Option('--quota <n>', 'requests a calendar month').argParser(readQuota)
const burstOption = () => new Option('--burst <n>', 'requests in 60 seconds').argParser(readBurst)

changing('create', 'Make a key; it is shown once, now.')
  .requiredOption('--consumer <name>', 'who it is for', readConsumer)
  .addOption(scopesOption())
  .addOption(unrestrictedOption())
  .addOption(quotaOption())
  .addOption(burstOption())
  .option('--expires <YYYY-MM-DD>', 'last day on which it is valid, in America/Santiago', readDay)
  .action((options: Terms & { consumer: string; expires?: string }, command: Command) => {
    const terms = {
      consumer: options.consumer,
      scopes: chosenScopes(options) ?? noScopesChosen(command),
      monthlyQuota: options.quota ?? config().monthlyQuota,
      burstPerMinute: options.burst ?? config().burstPerMinute,
      expires: notPast(options.expires, command),
    }
    return changeKeys(async (database) =>
      print(output.created(await createKey(database, terms, author(options)), options)),
    )
  })

command('list', 'Every key that was ever made, newest first.').action((options: Common) =>
  withKeys(async (database) => print(output.list(await listKeys(database), options))),
)

command('show', 'One key, and what was done to it.')
  .argument('<id>')
  .action((id: string, options: Common) =>
    withKeys(async (database) =>
      print(output.overviewWithTrail(await showKey(database, id), await keyTrail(database, id), options)),
    ),
  )

changing('rotate', 'Replace a key by a new one with the same terms; the old one ends.')
  .argument('<id>')
  .option(
    '--overlap <duration>',
    'how long the old one goes on, such as 30m, 24h or 7d',
    readOverlap,
    '0 seconds',
  )
  .action((id: string, options: Common & { overlap: string }) =>
    changeKeys(async (database) => {
      const fresh = await rotateKey(database, id, options.overlap, author(options))
      print(
        output.created(fresh, options) +
          output.stillValid(await activePredecessors(database, fresh), options),
      )
    }),
  )

changing('revoke', 'End a key for good, from the next request on.')
  .argument('<id>')
  .action((id: string, options: Common) =>
    changeKeys(async (database) => {
      const key = await revokeKey(database, id, author(options))
      print(
        output.overview(key, options) + output.stillValid(await activePredecessors(database, key), options),
      )
    }),
  )

changing('expire', 'Set the last day of a key, or lift it.')
  .argument('<id>')
  .option('--on <YYYY-MM-DD>', 'last day on which it is valid; a past one ends it now', readDay)
  .addOption(new Option('--never', 'it does not expire').conflicts('on'))
  .action((id: string, options: Common & { on?: string; never?: boolean }, command: Command) => {
    if (options.on === undefined && !options.never) {
      command.error('error: say when it expires: --on YYYY-MM-DD or --never')
    }
    return changeKeys(async (database) =>
      print(output.overview(await expireKey(database, id, options.on, author(options)), options)),
    )
  })

changing('update', 'Change what a key may do; what is not named stays.')
  .argument('<id>')
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
      print(output.overview(await updateKey(database, id, terms, author(options)), options)),
    )
  })

command('usage', 'What was spent in a month, by all keys or by one.')
  .argument('[id]')
  .option('--month <YYYY-MM>', 'the current one without it', readMonth)
  .action((id: string | undefined, options: Common & { month?: string }) =>
    withKeys(async (database) =>
      print(output.usage(await monthlyUsage(database, { id, month: options.month }), options)),
    ),
  )

command('verify', 'Say what a key is; it is read from standard input.').action((options: Common) =>
  withKeys(async (database) => {
    if (process.stdin.isTTY) {
      process.stderr.write('Paste the key, then Enter and Ctrl-D: ')
    }
    const verdict = await verifyKey(database, (await text(process.stdin)).trim())
    print(output.verdict(verdict, options))
    process.exitCode = typeof verdict === 'object' && verdict.state === 'active' ? 0 : 1
  }),
)

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const withKeys = (work: (database: Database) => Promise<void>): Promise<void> =>
  withDatabase('keys', 'owner', work)

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

await runCommand(program)
