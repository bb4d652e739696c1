import { randomBytes } from 'node:crypto'
import { BackupError, MissingFileError } from './backup-error.ts'
import { MANIFEST_FILE, type Manifest, manifestText, readManifest } from './manifest.ts'
import { type SigningKey, sign } from './signing-key.ts'
import type { StoredFile, Target } from './target.ts'

/** A backup, as the file names describe it. */
export interface StoredBackup {
  name: string
  kind: Manifest['kind']
  /** The time of the snapshot, from the name. */
  takenAt: Date
  files: StoredFile[]
  /** Whether the manifest exists. A backup writes its manifest last. */
  isFinished: boolean
  /** `none`: the backup is from an earlier version, or forged. */
  signature: 'valid' | 'other key' | 'none'
}

const NAME =
  /^(?<kind>keys|corpus)-(?<day>\d{8})T(?<time>\d{9})Z-[0-9a-f]{6}(?:-(?<signature>[0-9a-f]{20}))?$/
/** The number of hexadecimal characters of a signature in a name (80 bits). */
const SIGNATURE_LENGTH = 20

/** Returns a unique, signed name: `keys-20261122T051007123Z-1f9a0c-8d72e4b0915c3a6f01ab`. */
export function nameBackup(kind: Manifest['kind'], takenAt: string, key: SigningKey): string {
  const name = `${kind}-${takenAt.replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`
  return `${name}-${nameSignature(name, key)}`
}

const nameSignature = (name: string, key: SigningKey): string =>
  sign(key, 'name', name).slice(0, SIGNATURE_LENGTH)

/** Lists the backups of a target, newest first. Ignores other files. */
export async function listBackups(target: Target, key: SigningKey): Promise<StoredBackup[]> {
  const byName = Map.groupBy(await target.list(), ({ name }) => name.split('/')[0] ?? '')
  return [...byName]
    .flatMap(([name, files]) => backupOf(name, files, key))
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime() || (a.name < b.name ? 1 : -1))
}

function backupOf(name: string, files: StoredFile[], key: SigningKey): StoredBackup[] {
  const found = NAME.exec(name)?.groups as
    | { kind: Manifest['kind']; day: string; time: string; signature?: string }
    | undefined
  const takenAt = new Date(found ? instantOf(found.day, found.time) : Number.NaN)
  return found === undefined || Number.isNaN(takenAt.getTime())
    ? []
    : [
        {
          ...{ name, kind: found.kind, takenAt, files },
          isFinished: files.some((file) => file.name === `${name}/${MANIFEST_FILE}`),
          signature: signatureState(name, found.signature, key),
        },
      ]
}

function signatureState(
  name: string,
  signature: string | undefined,
  key: SigningKey,
): StoredBackup['signature'] {
  if (signature === undefined) {
    return 'none'
  }
  const signed = name.slice(0, -signature.length - 1)
  return signature === nameSignature(signed, key) ? 'valid' : 'other key'
}

const instantOf = (day: string, time: string): string =>
  `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T` +
  `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}.${time.slice(6)}Z`

/** Returns the newest finished backup that was taken at `until` or earlier. */
export const newestOf = (
  backups: readonly StoredBackup[],
  kind: Manifest['kind'],
  signature: 'valid' | 'none' = 'valid',
  until = new Date(8.64e15),
): StoredBackup | undefined =>
  backups.find(
    (backup) =>
      backup.kind === kind && backup.signature === signature && backup.isFinished && backup.takenAt <= until,
  )

/**
 * Reads the manifest of a backup and checks the signature.
 *
 * @param key undefined for an unsigned backup
 * @throws BackupError if the manifest is missing, altered or unreadable
 */
export async function manifestOf(
  target: Target,
  backup: string,
  key: SigningKey | undefined,
): Promise<Manifest> {
  try {
    const text = await manifestText(await target.read(`${backup}/${MANIFEST_FILE}`), backup)
    return readManifest(text, backup, key)
  } catch (error) {
    throw error instanceof MissingFileError
      ? new BackupError(`There is no finished backup ${backup}: its manifest is missing.`, {
          cause: error,
        })
      : error
  }
}

export interface BackupSummary {
  name: string
  kind: Manifest['kind']
  /** In RFC 3339. */
  takenAt: string
  bytes: number
  isFinished: boolean
  signature: StoredBackup['signature']
}

/** Returns a summary of every backup, newest first. */
export const summarizeBackups = async (target: Target, key: SigningKey): Promise<BackupSummary[]> =>
  (await listBackups(target, key)).map(({ name, kind, takenAt, files, isFinished, signature }) => ({
    ...{ name, kind, isFinished, signature },
    takenAt: takenAt.toISOString(),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  }))
