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

/**
 * Runs a program with the arguments of the process. Reports an error as one sentence on standard error, with exit code 1, or 2
 * for a wrong setting. With `--json` it does the same, so that standard output has either a JSON result or nothing.
 */
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
    process.exit() // a running statement would keep the process alive
  }
}

/** Configures the help and the error messages in the same way for all programs. */
export function prepare(program: Command): void {
  addHelp(program)
  for (const [command, name] of commandsOf(program)) {
    command
      .configureOutput({
        writeErr: (text) => process.stderr.write(text), // the help, with its colours
        outputError: (text, write) => write(harmless(`${errorSentences(text)}\n`)),
      })
      .exitOverride()
      .showHelpAfterError(`(${asTyped(name, '--help')} shows how)`)
    checkRequiredLast(command)
  }
}

/**
 * Checks required options last. Commander checks them before unknown options, and would ask for `--consumer` after a typing
 * error such as `--consumr`.
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

/** Match the beginning of a message of commander about an invalid value. The reason follows it. */
const REFUSED_OPTION = /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*?)' is invalid\. /s
const REFUSED_ARGUMENT = /^command-argument value '(.*?)' is invalid for argument '(\w+)'\. /s

/** Converts an error message of commander, which may include a suggestion, to sentences. */
export function errorSentences(text: string): string {
  const [problem = '', suggestion] = text
    .trimEnd()
    .replace(/^error: /, '')
    .replace(REFUSED_OPTION, "$1 cannot be '$2'. ")
    .replace(REFUSED_ARGUMENT, "the $2 cannot be '$1'. ")
    .split(/\n\((?=Did you mean)/)
  const capitalized = problem.replace(/^[a-z](?=[a-z-]* )/, (letter) => letter.toUpperCase()) // but not a path
  const sentence = /[.?!]$/.test(capitalized) ? capitalized : `${capitalized}.`
  return suggestion === undefined ? sentence : `${sentence} ${suggestion.replace(/\)$/, '')}`
}

/** Ignores a pipe that its reader, such as `head`, has closed. Reports other errors of standard output. The command continues. */
function reportOutputError({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') {
    process.exitCode = EXIT.refused
    writeError(`Standard output cannot be written: ${code}.\n`)
  }
}

const writeError = (text: string): void => void process.stderr.write(harmless(text))

/** Removes keys and control characters from a message, which may contain arguments. */
const harmless = (text: string): string => withoutKeys(text).replaceAll(/(?![\n\t])\p{Cc}/gu, ' ')

/** Returns the message of an `OperatorError`, or the stack of an unexpected error. */
const explain = (error: unknown): string =>
  error instanceof OperatorError ? error.message : `Unexpected error: ${(error as Error).stack ?? error}`

/** Connects to the configured database as `role`, calls `work` and closes the connection. */
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
