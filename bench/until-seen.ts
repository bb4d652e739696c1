import { setTimeout as sleep } from 'node:timers/promises'
import { MeasuringError } from './part.ts'

const LOOK_AGAIN_MS = 20

/** What came of some work, and how long after its start that could be seen from outside. */
export interface Seen<Result> {
  result: Result
  seconds: number
}

/**
 * Begins some work, looks on and on whether what it is for is there, and waits for the end of both.
 *
 * @throws MeasuringError when it is not there after the end of the work; whatever the work or the look throws
 */
export async function untilSeen<Result>(
  work: () => Promise<Result>,
  isThere: () => Promise<boolean>,
): Promise<Seen<Result>> {
  const startedAt = performance.now()
  let ended = false
  const working = work().finally(() => {
    ended = true
  })
  working.catch(() => {}) // awaited below
  for (let last = false; !(await isThere()); last = ended) {
    if (last) {
      await working
      throw new MeasuringError('A run has ended, and what it was to bring cannot be seen.')
    }
    await sleep(LOOK_AGAIN_MS)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  return { result: await working, seconds }
}
