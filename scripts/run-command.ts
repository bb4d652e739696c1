import { type Command, CommanderError } from 'commander'
import { asRole, inASentence, type ReachedDatabase, reachDatabase } from '../shared/db/connect-database.ts'
import type { Database, Role } from '../shared/db/database.ts'
import { withoutKeys } from '../shared/platform/logger.ts'
import { OperatorError } from '../shared/platform/operator-error.ts'
import { EXIT } from './exit-codes.ts'
import { addHelp, asTyped, commandsOf } from './help.ts'

/**
 * Runs what was typed. A mistake is one sentence on standard error and exit code 1, a wrong setting exit code 2: also with
 * `--json`, so that standard output holds an answer or nothing.
 */
export async function runCommand(program: Command): Promise<void> {
  prepare(program)
  process.stdout.on('error', tellUnwritten)
  try {
    await program.parseAsync()
  } catch (error) {
    const isKnown = error instanceof CommanderError || error instanceof OperatorError
    process.exitCode = isKnown ? error.exitCode : EXIT.refused
    if (!(error instanceof CommanderError)) {
      complain(`${explain(error)}\n`)
    }
  }
  if (process.exitCode === EXIT.interrupted) {
    process.exit() // a statement that was left to itself would keep the process alive
  }
}

/** What all programs have in common: their help, and how they speak of a mistake. */
export function prepare(program: Command): void {
  addHelp(program)
  for (const [command, name] of commandsOf(program)) {
    command
      .configureOutput({
        writeErr: (text) => process.stderr.write(text), // a help, in the colours that it has on a terminal
        outputError: (text, write) => write(harmless(`${inWords(text)}\n`)),
      })
      .exitOverride()
      .showHelpAfterError(`(${asTyped(name, '--help')} shows how)`)
    askForRequired(command)
  }
}

/**
 * Commander asks for the options that are required before it looks for ones that it does not know, and would ask for
 * `--consumer` where `--consumr` was typed. So they are asked for when all else is well.
 */
function askForRequired(command: Command): void {
  const required = command.options.filter(({ mandatory }) => mandatory)
  for (const option of required) {
    option.makeOptionMandatory(false)
  }
  command.hook('preAction', (_, acting) => {
    const missing = required.find((option) => command.getOptionValue(option.attributeName()) === undefined)
    if (acting === command && missing) {
      command.error(`error: required option '${missing.flags}' not specified`)
    }
  })
}

/** What commander says of a value that is refused, before the sentence that says which ones are not. */
const REFUSED_OPTION = /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*?)' is invalid\. /s
const REFUSED_ARGUMENT = /^command-argument value '(.*?)' is invalid for argument '(\w+)'\. /s

/** A mistake as commander tells it, as a sentence like all others; its guess of what was meant is one more. */
export function inWords(text: string): string {
  const [what = '', guess] = text
    .trimEnd()
    .replace(/^error: /, '')
    .replace(REFUSED_OPTION, "$1 cannot be '$2'. ")
    .replace(REFUSED_ARGUMENT, "the $2 cannot be '$1'. ")
    .split(/\n\((?=Did you mean)/)
  const begun = what.replace(/^[a-z](?=[a-z-]* )/, (letter) => letter.toUpperCase()) // a path stays as it is
  const sentence = /[.?!]$/.test(begun) ? begun : `${begun}.`
  return guess === undefined ? sentence : `${sentence} ${guess.replace(/\)$/, '')}`
}

/** Whoever read what we print, `head` for one, may have enough. Else it is told; what is under way ends in order. */
function tellUnwritten({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') {
    process.exitCode = EXIT.refused
    complain(`Standard output cannot be written: ${code}.\n`)
  }
}

const complain = (text: string): void => void process.stderr.write(harmless(text))

/** What may hold what was typed: without a key in it, and with nothing that would disturb a terminal. */
const harmless = (text: string): string => withoutKeys(text).replaceAll(/(?![\n\t])\p{Cc}/gu, ' ')

/** A defect keeps its stack. */
const explain = (error: unknown): string =>
  error instanceof OperatorError
    ? error.message
    : `This should not have happened: ${(error as Error).stack ?? error}`

/** Lends the database of the settings to `work`, in the rights of `role`, and leaves it as it was found. */
export async function withDatabase<Result>(
  name: string,
  role: Role,
  work: (database: Database) => Promise<Result>,
  reach: (visitor: { name: string }) => Promise<ReachedDatabase> = reachDatabase,
): Promise<Result> {
  const reached = await reach({ name })
  try {
    return await asRole(reached, role, work)
  } catch (error) {
    throw inASentence(error)
  } finally {
    await reached.leave()
  }
}
