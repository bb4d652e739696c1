import { BackupError, MissingFileError } from './backup-error.ts'
import { MANIFEST_FILE, type Manifest, manifestText, readManifest } from './manifest.ts'
import type { StoredFile, Target } from './target.ts'

/** A backup, as its file names describe it. */
export interface StoredBackup {
  name: string
  kind: Manifest['kind']
  /** The time of its snapshot, from its name. */
  takenAt: Date
  files: StoredFile[]
  /** Its manifest exists, which is written after all parts. */
  isFinished: boolean
}

const NAME = /^(?<kind>keys|corpus)-(?<day>\d{8})T(?<time>\d{9})Z-[0-9a-f]{6}$/

/** Lists the backups of a target, newest first; ignores other files. */
export async function listBackups(target: Target): Promise<StoredBackup[]> {
  const byName = Map.groupBy(await target.list(), ({ name }) => name.split('/')[0] ?? '')
  return [...byName]
    .flatMap(([name, files]) => backupOf(name, files))
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime() || (a.name < b.name ? 1 : -1))
}

function backupOf(name: string, files: StoredFile[]): StoredBackup[] {
  const found = NAME.exec(name)?.groups as { kind: Manifest['kind']; day: string; time: string } | undefined
  const takenAt = new Date(found ? instantOf(found.day, found.time) : Number.NaN)
  return found === undefined || Number.isNaN(takenAt.getTime())
    ? []
    : [
        {
          ...{ name, kind: found.kind, takenAt, files },
          isFinished: files.some((file) => file.name === `${name}/${MANIFEST_FILE}`),
        },
      ]
}

const instantOf = (day: string, time: string): string =>
  `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T` +
  `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}.${time.slice(6)}Z`

/** Returns the newest finished backup of a kind, taken at `until` or before. */
export const newestOf = (
  backups: readonly StoredBackup[],
  kind: Manifest['kind'],
  until = new Date(8.64e15),
): StoredBackup | undefined =>
  backups.find((backup) => backup.kind === kind && backup.isFinished && backup.takenAt <= until)

/** Reads the manifest of a backup. @throws BackupError where it cannot be read, was altered, or is missing */
export async function manifestOf(target: Target, backup: string): Promise<Manifest> {
  try {
    return readManifest(await manifestText(await target.read(`${backup}/${MANIFEST_FILE}`), backup), backup)
  } catch (error) {
    throw error instanceof MissingFileError
      ? new BackupError(`There is no finished backup ${backup}: its manifest is missing.`, {
          cause: error,
        })
      : error
  }
}

/** A backup as the operator sees it, from the names and sizes of its files alone. */
export interface BackupSummary {
  name: string
  kind: Manifest['kind']
  /** The time of its snapshot, RFC 3339. */
  takenAt: string
  bytes: number
  /** False: its process is running, or died. */
  isFinished: boolean
}

/** Returns a summary of every backup of a target, newest first. */
export const summarizeBackups = async (target: Target): Promise<BackupSummary[]> =>
  (await listBackups(target)).map(({ name, kind, takenAt, files, isFinished }) => ({
    ...{ name, kind, isFinished },
    takenAt: takenAt.toISOString(),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  }))
