import { OperatorError } from '../platform/operator-error.ts'

/** Why a run failed or was skipped: stable tokens, told as `error.code` of a sync run. */
export type SyncErrorCode =
  | 'already_running'
  | 'calls_spent'
  | 'captcha_required'
  | 'cut_off'
  | 'dates_in_future'
  | 'edition_in_future'
  | 'edition_repeated'
  | 'encrypted'
  | 'file_unreadable'
  | 'headers_missing'
  | 'internal_error'
  | 'interrupted'
  | 'layout_unknown'
  | 'limit_reached'
  | 'marks_vanished'
  | 'no_editions'
  | 'no_rows'
  | 'no_sheets'
  | 'no_text_layer'
  | 'not_a_bulletin'
  | 'not_a_sample'
  | 'not_a_sheet'
  | 'not_published'
  | 'page_repeated'
  | 'redirect_refused'
  | 'session_refused'
  | 'source_answer'
  | 'source_unreachable'
  | 'statuses_backwards'
  | 'too_few_entries'
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

/** A run that a guard stopped: the source can be read, and what it has is hard to believe. */
export class HeldError extends SyncError {
  override name = 'HeldError'
}

/** A run that does not ask its source, because that is to be left alone for now. */
export class LeftAloneError extends SyncError {
  override name = 'LeftAloneError'
}
