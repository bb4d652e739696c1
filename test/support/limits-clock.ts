import { setTimeout as wait } from 'node:timers/promises'
import { vi } from 'vitest'

/** A time limit that no test reaches. */
export const LATE_MS = 3_600_000

/** Milliseconds that the client, in the same process, needs to read the sent bytes. */
const READ_MS = 20

let isStopped = false

/** Stops the clock of all timeouts until `passTime`, so that no test waits for one and a slow machine causes none. */
export function stopTimeouts(): void {
  isStopped = true
  vi.useFakeTimers({
    toNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
    ],
  })
}

/** Restarts the clock of the timeouts. */
export function startTimeouts(): void {
  isStopped = false
  vi.useRealTimers()
}

/**
 * Advances the time limits of a waiting client by `ms`. Lets the client read the sent bytes first, because the limits of
 * its next request start with that.
 */
export async function passTime(ms: number): Promise<void> {
  await wait(READ_MS)
  if (isStopped) {
    vi.advanceTimersByTime(ms)
  }
}
