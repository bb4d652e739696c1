import type { Database } from '../db/database.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { BackupPlace } from './backup-place.ts'
import { claimBackup, finishBackup } from './backup-runs.ts'
import { type BackupOptions, makeBackup } from './make-backup.ts'
import { MANIFEST_FILE, type Manifest } from './manifest.ts'
import { recordedPlace } from './recorded-place.ts'
import { expired } from './retention.ts'
import { listBackups } from './stored-backups.ts'
import type { BackupKind } from './tables.ts'

interface BackUpOptions extends BackupOptions {
  /** The scheduled time. Only one process makes the backup for this time. */
  slot?: Date | undefined
}

/** The result of a backup; undefined if another process has made or is making the backup of the slot. */
export type BackUpOutcome = { manifest: Manifest; removed: string[]; notRemoved?: string } | undefined

/**
 * Creates a backup, records its outcome, and removes expired backups from the target. If the removal fails, the backup is
 * still valid.
 *
 * @throws BackupError, or the error of the database
 */
export async function backUp(
  database: Database,
  kind: BackupKind,
  place: BackupPlace,
  { slot, ...options }: BackUpOptions = {},
): Promise<BackUpOutcome> {
  const id = await claimBackup(database, kind, recordedPlace(place.target, place.signingKey), slot)
  if (id === undefined) {
    return undefined
  }
  try {
    const manifest = await unlessAborted(makeBackup(database, kind, place, options), options.signal)
    await finishBackup(database, id, { manifest })
    return { manifest, ...(await removeExpired(place, manifest)) }
  } catch (error) {
    await finishBackup(database, id, { error: sentenceOf(error) }).catch(() => {}) // the first error is thrown below
    throw error
  }
}

/** Returns the result of `work`. Throws as soon as the signal aborts, even if `work` still waits for a target or a lock. */
async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const stop = (): void => aborted.reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Removes expired backups. Ignores backups whose names are not signed with the signing key. */
async function removeExpired(
  { target, signingKey }: BackupPlace,
  { name }: Manifest,
): Promise<{ removed: string[]; notRemoved?: string }> {
  try {
    const ours = (await listBackups(target, signingKey)).filter(({ signature }) => signature === 'valid')
    const backups = expired(ours).filter((backup) => backup.name !== name)
    const files = backups.flatMap((backup) => backup.files.map((file) => file.name))
    // Manifests are removed first. If the removal is interrupted, the rest counts as an unfinished backup.
    await target.remove(files.filter(isManifest))
    await target.remove(files.filter((file) => !isManifest(file)))
    return { removed: backups.map((backup) => backup.name) }
  } catch (error) {
    return { removed: [], notRemoved: sentenceOf(error) }
  }
}

const isManifest = (name: string): boolean => name.endsWith(`/${MANIFEST_FILE}`)

const sentenceOf = (error: unknown): string =>
  error instanceof OperatorError ? error.message : `It failed: ${(error as Error).message}`
