import { OperatorError } from '../platform/operator-error.ts'

/** A backup cannot be made, read or restored; the message is a sentence for the operator. */
export class BackupError extends OperatorError {
  override name = 'BackupError'
}

/** A file is missing at the target. */
export class MissingFileError extends BackupError {
  override name = 'MissingFileError'
}
