import { SyncError } from './sync-error.ts'

/** What is told of a file that cannot be opened. */
export const unreadable = (error: unknown): SyncError =>
  new SyncError('file_unreadable', whyNot(error as NodeJS.ErrnoException), { cause: error })

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
