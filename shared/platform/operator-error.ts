/**
 * Something that the operator can mend: the message is a sentence for a person and is shown without a stack, the
 * cause keeps the detail. Whatever is thrown and is none of these is a defect.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
  /** What a process ends with because of it. */
  readonly exitCode: number = 1
}
