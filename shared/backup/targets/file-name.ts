import { BackupError } from '../backup-error.ts'

/** The folder of incomplete files at a target. No backup has this name. */
export const PARTIAL = '.partial'

/** The maximum age of an incomplete file. An older file is removed, because its process has died. */
export const LONGEST_PARTIAL_MS = 24 * 3_600_000

const PART = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}'
const FORM = new RegExp(`^${PART}/${PART}$`)

/** Returns whether a text is a valid name of a backup file: `<backup>/<file>`, two parts that do not start with a dot. */
export const isFileName = (text: string): boolean => FORM.test(text)

/** @throws BackupError if `isFileName` rejects the name */
export function checkName(name: string): void {
  if (!isFileName(name)) {
    throw new BackupError('The name of a backup file is not valid.')
  }
}

/** Returns the name of the backup that a file belongs to. */
export const backupOf = (name: string): string => name.slice(0, name.indexOf('/'))
