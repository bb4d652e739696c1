import type { Context } from 'aws-lambda'
import { ApiError } from '../../platform/errors.ts'

/** The time for the refund and the error response. */
const RESERVED_MS = 1_500

/**
 * Returns the result of `work`. Throws `internal_error` if `work` has not ended `reservedMs` before the deadline of the call.
 *
 * @param late receives a result that arrives after the error
 */
export async function withinDeadline<Result>(
  context: Context,
  work: Promise<Result>,
  late: (result: Result) => void = () => {},
  reservedMs = RESERVED_MS,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, abandon) => {
    const left = Math.max(0, context.getRemainingTimeInMillis() - reservedMs)
    timer = setTimeout(() => {
      work.then(late, () => {})
      abandon(new ApiError('internal_error', { cause: new Error('no answer within the deadline') }))
    }, left)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
