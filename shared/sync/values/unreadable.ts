import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { SyncError } from '../sync-error.ts'

/** Returns the error for a file that cannot be opened. */
export const unreadable = (error: unknown): SyncError =>
  new SyncError('file_unreadable', whyNot(error as NodeJS.ErrnoException), { cause: error })

/**
 * Returns the properties of a file. Call this function before the file is opened: opening a pipe would wait for a writer.
 *
 * @throws SyncError `file_unreadable`, also for a folder or a pipe
 */
export async function statFile(path: string): Promise<Stats> {
  const found = await stat(path).catch((cause) => {
    throw unreadable(cause)
  })
  if (!found.isFile()) {
    throw unreadable(Object.assign(new Error('not a file'), { code: 'EISDIR' }))
  }
  return found
}

/** Returns an error message without the path, because the message is public. */
function whyNot({ code }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'There is no such file.'
    case 'EACCES':
    case 'EPERM':
      return 'The file is not readable for this user. Check its permissions.'
    case 'EISDIR':
      return 'This is a folder or a pipe, not a file.'
    default:
      return `The file cannot be read (${code ?? 'no reason given'}).`
  }
}
