import { setTimeout as wait } from 'node:timers/promises'
import { jest } from '@jest/globals'

/** A time limit that no test reaches. */
export const LATE_MS = 3_600_000

/** Milliseconds in which the client, in the same process, reads the bytes that were sent. */
const READ_MS = 20

let isStopped = false

/** Stops the clock of all timeouts until `passTime`: no test waits for one, and a slow machine causes none. */
export function stopTimeouts(): void {
  isStopped = true
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
    ],
  })
}

/** Lets the clock of the timeouts run again. */
export function startTimeouts(): void {
  isStopped = false
  jest.useRealTimers()
}

/**
 * Lets `ms` of the time limits pass for a client that waits for an answer, once it has read what was sent: once, because
 * the limits of its next request begin with that.
 */
export async function passTime(ms: number): Promise<void> {
  await wait(READ_MS)
  if (isStopped) {
    jest.advanceTimersByTime(ms)
  }
}
