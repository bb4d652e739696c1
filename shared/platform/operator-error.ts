/**
 * An error that the operator can fix. The message is a sentence and is shown without a stack; `cause` has the details. Every
 * other error is a defect.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly exitCode: number = 1
}
