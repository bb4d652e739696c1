import { SyncError } from '../../sync-error.ts'

/** Returns the error for bytes that are missing or changed. */
export const damaged = (what: string, cause?: unknown): SyncError =>
  new SyncError('cut_off', `The workbook is cut off or damaged: ${what}`, { cause })

/** Returns the error for an intact file that is not a readable workbook. */
export const notASheet = (what: string, cause?: unknown): SyncError =>
  new SyncError('not_a_sheet', `The file is not a workbook that can be read: ${what}`, { cause })

/** Returns the error for a workbook that exceeds a limit of limits.ts. */
export const tooLarge = (what: string): SyncError =>
  new SyncError('too_large', `The workbook is too large: ${what}`)

/** Converts an error from reading or inflating bytes to a SyncError. Returns any other error unchanged. */
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

/**
 * Converts an error from opening an archive to a SyncError. If `asReadError` does not convert it, the archive is damaged.
 *
 * @param what a description of the damage
 */
export function asZipError(error: unknown, what: string): SyncError {
  const known = asReadError(error)
  return known instanceof SyncError ? known : damaged(what, error)
}
