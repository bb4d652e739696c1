import { listBackups, type StoredBackup } from './stored-backups.ts'
import type { BackupKind } from './tables.ts'
import type { Target } from './target.ts'

/** A backup as the operator sees it, from the names and sizes of its files alone. */
export interface BackupTold {
  name: string
  kind: BackupKind
  /** Of its snapshot, RFC 3339. */
  takenAt: string
  bytes: number
  /** Not: its process is at it, or died. */
  isFinished: boolean
}

/** Every backup of a target, newest first. */
export const tellBackups = async (target: Target): Promise<BackupTold[]> =>
  (await listBackups(target)).map(told)

const told = ({ name, kind, takenAt, files, isFinished }: StoredBackup): BackupTold => ({
  ...{ name, kind, isFinished },
  takenAt: takenAt.toISOString(),
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
})
