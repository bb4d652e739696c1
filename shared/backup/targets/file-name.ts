import { BackupError } from '../backup-error.ts'

/** What is not written to its end yet lies in this folder of a target, which no name can mean. */
export const PARTIAL = '.partial'

/** What lies there for so long was left by a process that died. */
export const LONGEST_PARTIAL_MS = 24 * 3_600_000

const PART = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}'
const FORM = new RegExp(`^${PART}/${PART}$`)

/** Whether a text can name a file of a backup: `<backup>/<file>`, neither of which begins with a dot. */
export const isFileName = (text: string): boolean => FORM.test(text)

/** @throws BackupError for a name that could lead out of the target, or that not every target can keep */
export function checkName(name: string): void {
  if (!isFileName(name)) {
    throw new BackupError('A file of a backup has a name that no backup gives.')
  }
}

/** The backup that a file is of. */
export const backupOf = (name: string): string => name.slice(0, name.indexOf('/'))
