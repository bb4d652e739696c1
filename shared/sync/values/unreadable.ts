import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { SyncError } from '../sync-error.ts'

/** What is told of a file that cannot be opened. */
export const unreadable = (error: unknown): SyncError =>
  new SyncError('file_unreadable', whyNot(error as NodeJS.ErrnoException), { cause: error })

/**
 * What is known of a file before it is opened: to open a pipe would be to wait for its writer.
 *
 * @throws SyncError `file_unreadable`, also for what is no file
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

/** Never the path: an integrator reads this. */
function whyNot({ code }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'There is no such file.'
    case 'EACCES':
    case 'EPERM':
      return 'The file may not be read by this user.'
    case 'EISDIR':
      return 'This is no file but a folder, or a pipe.'
    default:
      return `The file cannot be read (${code ?? 'no reason given'}).`
  }
}
