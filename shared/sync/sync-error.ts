import { OperatorError } from '../platform/operator-error.ts'

/**
 * The error codes of runs that failed, were skipped, or were held for approval. A sync run shows the code as `error.code`.
 * docs/operate/sync.md explains the codes.
 */
export const SYNC_ERROR_CODES = [
  'already_running',
  'calls_spent',
  'captcha_required',
  'cut_off',
  'dates_in_future',
  'days_out_of_order',
  'edition_in_future',
  'edition_repeated',
  'edition_unknown',
  'encrypted',
  'fields_lost',
  'file_changed',
  'file_unreadable',
  'headers_missing',
  'internal_error',
  'interrupted',
  'layout_unknown',
  'limit_reached',
  'marks_vanished',
  'names_alike',
  'no_editions',
  'no_rows',
  'no_sheets',
  'no_text_layer',
  'not_a_bulletin',
  'not_a_sample',
  'not_a_sheet',
  'not_published',
  'page_repeated',
  'redirect_refused',
  'session_refused',
  'source_answer',
  'source_unreachable',
  'statuses_backwards',
  'too_few_entries',
  'too_large',
  'too_many_rejected',
  'values_alike',
  'values_changed',
] as const

export type SyncErrorCode = (typeof SYNC_ERROR_CODES)[number]

/** An error that ends a run. Its message is public: no path, no host, no SQL. */
export class SyncError extends OperatorError {
  override name = 'SyncError'
  readonly code: SyncErrorCode

  constructor(code: SyncErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** An error of a quality gate: the source is readable but implausible, and an operator has to approve the run. */
export class NeedsApprovalError extends SyncError {
  override name = 'NeedsApprovalError'
  /** Identifies the data that an operator has to accept. */
  readonly fingerprint: string

  constructor(code: SyncErrorCode, message: string, fingerprint: string) {
    super(code, message)
    this.fingerprint = fingerprint
  }
}

/** An error of a run that cannot send requests to the source now. The run ends as skipped. */
export class SkipRunError extends SyncError {
  override name = 'SkipRunError'
}
