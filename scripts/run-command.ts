import { type Command, CommanderError } from 'commander'
import { KEY_IN_TEXT } from '../shared/access/key-format.ts'
import type { Database, Role } from '../shared/db/database.ts'
import { asRole, inASentence, type ReachedDatabase, reachDatabase } from '../shared/db/reach-database.ts'
import { OperatorError } from '../shared/operator-error.ts'

/**
 * Runs what was typed. A mistake is one sentence on standard error and exit code 1, a wrong setting exit code 2.
 */
export async function runCommand(program: Command): Promise<void> {
  for (const command of [program, ...program.commands]) {
    const typed = command === program ? program.name() : `${program.name()} ${command.name()}`
    command
      .configureOutput({
        writeErr: (text) => process.stderr.write(text.replaceAll(KEY_IN_TEXT, 'tmk_[hidden]')),
      })
      .exitOverride()
      .showHelpAfterError(`(${typed} --help shows how)`)
  }
  process.stdout.on('error', endQuietly)
  try {
    await program.parseAsync()
  } catch (error) {
    const isKnown = error instanceof CommanderError || error instanceof OperatorError
    process.exitCode = isKnown ? error.exitCode : 1
    if (!(error instanceof CommanderError)) {
      process.stderr.write(`${explain(error)}\n`)
    }
  }
}

/** Whoever read what we print, `head` for one, has enough. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') {
    throw error
  }
}

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
