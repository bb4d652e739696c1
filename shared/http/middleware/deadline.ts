import type { Context } from 'aws-lambda'
import { ApiError } from '../../platform/errors.ts'

/** What stays of a call's time to give a unit back and to answer, once the work itself is given up. */
const RESERVED_MS = 1_500

/**
 * The result of `work`, or `internal_error` when the call has no time left for it. What comes of the work later
 * goes to `late`.
 */
export async function inTime<Result>(
  context: Context,
  work: Promise<Result>,
  late: (result: Result) => void = () => {},
  reservedMs = RESERVED_MS,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, giveUp) => {
    const left = Math.max(0, context.getRemainingTimeInMillis() - reservedMs)
    timer = setTimeout(() => {
      work.then(late, () => {})
      giveUp(new ApiError('internal_error', { cause: new Error('no answer within the deadline') }))
    }, left)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}
