import { type Command, CommanderError } from 'commander'
import {
  asRole,
  type ConnectedDatabase,
  connectDatabase,
  toOperatorError,
} from '../shared/db/connect-database.ts'
import type { Database, DatabaseRole } from '../shared/db/database.ts'
import { withoutKeys } from '../shared/platform/logger.ts'
import { OperatorError } from '../shared/platform/operator-error.ts'
import { EXIT } from './exit-codes.ts'
import { addHelp, asTyped, commandsOf } from './help.ts'

/** Runs a program. Reports an error on standard error and sets the exit code (`EXIT`). */
export async function runCommand(program: Command): Promise<void> {
  prepare(program)
  process.stdout.on('error', reportOutputError)
  try {
    await program.parseAsync()
  } catch (error) {
    const isKnown = error instanceof CommanderError || error instanceof OperatorError
    process.exitCode = isKnown ? error.exitCode : EXIT.refused
    if (!(error instanceof CommanderError)) {
      writeError(`${explain(error)}\n`)
    }
  }
  if (process.exitCode === EXIT.interrupted) {
    process.exit() // a running SQL statement would keep the process alive
  }
}

/** Configures the help and the error messages. */
export function prepare(program: Command): void {
  addHelp(program)
  for (const [command, name] of commandsOf(program)) {
    command
      .configureOutput({
        writeErr: (text) => process.stderr.write(text), // without `harmless`, which removes the colours of the help
        outputError: (text, write) => write(harmless(`${errorSentences(text)}\n`)),
      })
      .exitOverride()
      .showHelpAfterError(`(${asTyped(name, '--help')} shows the usage)`)
    checkRequiredLast(command)
  }
}

/**
 * Makes commander report unknown options before it reports missing required options. Otherwise, the error for the typo
 * `--consumr` would only be that `--consumer` is missing.
 */
function checkRequiredLast(command: Command): void {
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

/** Match the start of commander's messages about invalid values. */
const REFUSED_OPTION = /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*?)' is invalid\. /s
const REFUSED_ARGUMENT = /^command-argument value '(.*?)' is invalid for argument '(\w+)'\. /s

/** Converts an error message of commander to sentences. */
export function errorSentences(text: string): string {
  const [problem = '', suggestion] = text
    .trimEnd()
    .replace(/^error: /, '')
    .replace(REFUSED_OPTION, "$1 cannot be '$2'. ")
    .replace(REFUSED_ARGUMENT, "the $2 cannot be '$1'. ")
    .split(/\n\((?=Did you mean)/)
  const capitalized = problem.replace(/^[a-z](?=[a-z-]* )/, (letter) => letter.toUpperCase()) // leaves paths unchanged
  const sentence = /[.?!]$/.test(capitalized) ? capitalized : `${capitalized}.`
  return suggestion === undefined ? sentence : `${sentence} ${suggestion.replace(/\)$/, '')}`
}

/** Ignores EPIPE, because a reader such as `head` may close a pipe early. */
function reportOutputError({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') {
    process.exitCode = EXIT.refused
    writeError(`Standard output cannot be written: ${code}.\n`)
  }
}

const writeError = (text: string): void => void process.stderr.write(harmless(text))

const harmless = (text: string): string => withoutKeys(text).replaceAll(/(?![\n\t])\p{Cc}/gu, ' ')

const explain = (error: unknown): string =>
  error instanceof OperatorError ? error.message : `Unexpected error: ${(error as Error).stack ?? error}`

/** Runs `work` as `role` on the configured database. */
export async function withDatabase<Result>(
  name: string,
  role: DatabaseRole,
  work: (database: Database) => Promise<Result>,
  reach: (visitor: { name: string }) => Promise<ConnectedDatabase> = connectDatabase,
): Promise<Result> {
  const reached = await reach({ name })
  try {
    return await asRole(reached, role, work)
  } catch (error) {
    throw toOperatorError(error, role)
  } finally {
    await reached.leave()
  }
}
