import { SyncError } from '../../sync-error.ts'

/** The bytes of the file are not those that were written: cut short, or changed on the way. */
export const damaged = (what: string, cause?: unknown): SyncError =>
  new SyncError('cut_off', `The workbook is cut off or damaged: ${what}`, { cause })

/** The bytes are as they were written, but they are no workbook that can be read. */
export const notASheet = (what: string, cause?: unknown): SyncError =>
  new SyncError('not_a_sheet', `The file is not a workbook that can be read: ${what}`, { cause })

export const tooLarge = (what: string): SyncError =>
  new SyncError('too_large', `The workbook is too large: ${what}`)

/** What went wrong while bytes were read, as a SyncError; a defect of ours is left as it is. */
export function asReadError(error: unknown): unknown {
  if (error instanceof SyncError || typeof error !== 'object' || error === null || !('code' in error)) {
    return error
  }
  if (typeof error.code === 'string' && error.code.startsWith('Z_')) {
    return damaged('a part of it does not unpack', error)
  }
  return 'syscall' in error
    ? new SyncError('file_unreadable', 'The file cannot be read', { cause: error })
    : error
}

/** What reading the archive's own structure threw: the file failed, or `what` is wrong with it. */
export function asZipError(error: unknown, what: string): SyncError {
  const known = asReadError(error)
  return known instanceof SyncError ? known : damaged(what, error)
}
