import type { Database } from '../db/database.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { claimBackup, finishBackup } from './backup-runs.ts'
import { type BackupOptions, makeBackup } from './make-backup.ts'
import { MANIFEST_FILE, type Manifest } from './manifest.ts'
import { expired } from './retention.ts'
import { listBackups } from './stored-backups.ts'
import type { BackupKind } from './tables.ts'
import type { Target } from './target.ts'

/** Where backups go, and who can read them. */
export interface BackupPlace {
  target: Target
  /** The age public key. */
  recipient: string
}

export interface BackUpOptions extends BackupOptions {
  /** The time of the schedule that it is for: of several processes that are asked for it, one makes it. */
  slot?: Date | undefined
}

/** A backup that was made; or undefined where another process has made that of the slot, or is about to. */
export type BackUpOutcome = { manifest: Manifest; removed: string[]; notRemoved?: string } | undefined

/**
 * Makes a backup, keeps how it went, and removes from the target what need not be kept any longer. One that cannot tidy
 * up is a backup all the same.
 *
 * @throws BackupError, or what the database reports
 */
export async function backUp(
  database: Database,
  kind: BackupKind,
  place: BackupPlace,
  { slot, ...options }: BackUpOptions = {},
): Promise<BackUpOutcome> {
  const id = await claimBackup(database, kind, place.target.place, slot)
  if (id === undefined) {
    return undefined
  }
  try {
    const manifest = await unlessAborted(makeBackup(database, kind, place, options), options.signal)
    await finishBackup(database, id, { manifest })
    return { manifest, ...(await tidy(place.target, manifest)) }
  } catch (error) {
    await finishBackup(database, id, { error: sentenceOf(error) }).catch(() => {}) // told by what is thrown
    throw error
  }
}

/** What `work` comes to; or an error as soon as it is told to stop, as a target or a lock may keep it from hearing that. */
async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const over = Promise.withResolvers<never>()
  const stop = (): void => over.reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  try {
    return await Promise.race([work, over.promise])
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

async function tidy(target: Target, { name }: Manifest): Promise<{ removed: string[]; notRemoved?: string }> {
  try {
    const gone = expired(await listBackups(target)).filter((backup) => backup.name !== name)
    const files = gone.flatMap((backup) => backup.files.map((file) => file.name))
    await target.remove(files.filter(isManifest)) // first: what is removed in part is no backup any more
    await target.remove(files.filter((file) => !isManifest(file)))
    return { removed: gone.map((backup) => backup.name) }
  } catch (error) {
    return { removed: [], notRemoved: sentenceOf(error) }
  }
}

const isManifest = (name: string): boolean => name.endsWith(`/${MANIFEST_FILE}`)

const sentenceOf = (error: unknown): string =>
  error instanceof OperatorError ? error.message : `It failed: ${(error as Error).message}`
