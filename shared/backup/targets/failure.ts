import { BackupError, MissingFileError } from '../backup-error.ts'

/** What a target was asked to do, as its failures tell it. */
export type Doing = 'write to' | 'read from' | 'list' | 'remove from'

/** A sentence such as `Cannot write to the folder /backups: no room is left there.` */
export const failure = (doing: Doing, place: string, reason: string, cause?: unknown): BackupError =>
  new BackupError(`Cannot ${doing} ${place}: ${reason}.`, { cause })

export const missing = (place: string, name: string, cause?: unknown): MissingFileError =>
  new MissingFileError(`There is no ${name} in ${place}.`, { cause })

/**
 * Hands `bytes` to `write`. What their source throws stays as it is, since it says what happened there; what the target
 * throws is put into words by `tell`.
 */
export async function handOver(
  bytes: AsyncIterable<Uint8Array>,
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  tell: (error: unknown) => BackupError,
): Promise<void> {
  let source: { error: unknown } | undefined
  async function* watched(): AsyncGenerator<Uint8Array> {
    const iterator = bytes[Symbol.asyncIterator]()
    try {
      for (;;) {
        // Only this is the source's: what is thrown at the yield comes from a target that gives up.
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
    throw source ? source.error : error instanceof BackupError ? error : tell(error)
  }
}
