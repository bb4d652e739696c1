import { OperatorError } from '../../platform/operator-error.ts'

/** The embedded PostgreSQL cannot be used. The message is for the operator; `cause` has the details. */
export class EmbeddedPostgresError extends OperatorError {
  override name = 'EmbeddedPostgresError'
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'the user that runs this command has no permission',
  EPERM: 'the user that runs this command has no permission',
  EROFS: 'the file system is read-only',
  EEXIST: 'another file of that name exists',
  ENOTDIR: 'a part of that path is a file and not a folder',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a loop',
  EBUSY: 'it is in use, perhaps as a mount point',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/** Returns the code of a system error, or the SQLSTATE of a PostgreSQL error. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string } | undefined)?.code

export const messageOf = (error: unknown): string =>
  (error as { message?: string } | undefined)?.message ?? String(error)

/** Runs `work`. Converts an error to an `EmbeddedPostgresError` with the message `cannot <action>: <reason>`. */
export async function attempt<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    const reason = reasons[codeOf(error) ?? ''] ?? messageOf(error)
    throw new EmbeddedPostgresError(`cannot ${action}: ${reason}`, { cause: error })
  }
}

const knownOutput: ReadonlyArray<readonly [RegExp, string]> = [
  [/No space left on device|Disk quota exceeded/, 'the disk is full'],
  [/Read-only file system/, 'the file system is read-only'],
  [
    /could not look up effective user ID (\d+)/,
    'its user has no entry in /etc/passwd: add one, or run as a user that has one',
  ],
  [/could not (?:map|create) .*shared memory/, 'there is too little memory for its shared buffers'],
  [
    /pre-existing shared memory block/,
    'processes of an earlier server still exist, perhaps suspended: end them ("ps ax | grep postgres:", kill -9)',
  ],
  [/error while loading shared libraries|Library not loaded/, 'its shared libraries cannot be loaded'],
]

/** Returns the error `<what>: <reason><hint>` of a failed program. `cause` has the last lines of `output`. */
export function programError(what: string, output: string, hint = ''): EmbeddedPostgresError {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const known = knownOutput.find(([pattern]) => pattern.test(output))?.[1]
  const cause = new Error(lines.slice(-20).join('\n'))
  return new EmbeddedPostgresError(`${what}: ${known ?? errorLineIn(lines)}${hint}`, { cause })
}

function errorLineIn(lines: readonly string[]): string {
  const line = lines.findLast((each) => /(?:FATAL|PANIC|ERROR|error):/.test(each)) ?? lines.at(-1)
  return line?.replace(/^.*(?:FATAL|PANIC|ERROR|error): +/, '') ?? 'it printed nothing'
}
