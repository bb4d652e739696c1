import { OperatorError } from '../operator-error.ts'

/** Why a run failed or was skipped: stable tokens, told as `error.code` of a sync run. */
export type SyncErrorCode =
  | 'already_running'
  | 'cut_off'
  | 'edition_in_future'
  | 'file_unreadable'
  | 'headers_missing'
  | 'internal_error'
  | 'interrupted'
  | 'no_rows'
  | 'not_a_sample'
  | 'not_a_sheet'
  | 'too_large'
  | 'too_many_rejected'

/** A run that cannot go on. Its message is a sentence that an integrator may read: no path, no host, no SQL. */
export class SyncError extends OperatorError {
  override name = 'SyncError'
  readonly code: SyncErrorCode

  constructor(code: SyncErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
