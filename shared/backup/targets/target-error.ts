import { BackupError, MissingFileError } from '../backup-error.ts'

/** An operation on a target, as error messages name it. */
export type TargetOperation = 'write to' | 'read from' | 'list' | 'remove from'

/** Returns an error such as `Cannot write to the folder /backups: no space is left there.` */
export const targetError = (
  operation: TargetOperation,
  place: string,
  reason: string,
  cause?: unknown,
): BackupError => new BackupError(`Cannot ${operation} ${place}: ${reason}.`, { cause })

/** Returns the error for a file that a target does not have. */
export const missingFile = (place: string, name: string, cause?: unknown): MissingFileError =>
  new MissingFileError(`There is no ${name} in ${place}.`, { cause })

/** Passes `bytes` to `write`. Throws BackupErrors and errors of `bytes` unchanged. Converts other errors with `describe`. */
export async function writeStream(
  bytes: AsyncIterable<Uint8Array>,
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  describe: (error: unknown) => BackupError,
): Promise<void> {
  let source: { error: unknown } | undefined
  async function* watched(): AsyncGenerator<Uint8Array> {
    const iterator = bytes[Symbol.asyncIterator]()
    try {
      for (;;) {
        // Catches only errors of `bytes`. An error of `write` ends this generator at the yield.
        const next = await iterator.next().catch((error: unknown) => {
          source = { error }
          throw error
        })
        if (next.done) {
          return
        }
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  try {
    await write(watched())
  } catch (error) {
    throw source ? source.error : error instanceof BackupError ? error : describe(error)
  }
}
