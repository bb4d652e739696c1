import { OperatorError } from '../platform/operator-error.ts'

/** Thrown if a backup cannot be made, read or restored. The message is a sentence for the operator. */
export class BackupError extends OperatorError {
  override name = 'BackupError'
}

/** Thrown if a file is missing at the target. */
export class MissingFileError extends BackupError {
  override name = 'MissingFileError'
}
