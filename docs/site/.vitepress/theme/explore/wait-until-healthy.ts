const FIRST_MS = 1_000
const TIMEOUT_MS = 30_000

/**
 * Waits until `/health` reports that the service can answer; it needs no key and counts for no limit.
 *
 * @param failures failed attempts so far; the wait between checks doubles with each
 * @throws the reason of `signal` when it aborts
 */
export async function waitUntilHealthy(failures: number, signal: AbortSignal): Promise<void> {
  const wait = Math.min(TIMEOUT_MS, FIRST_MS * 2 ** failures)
  do {
    await pause(wait, signal)
  } while (!(await isHealthy(signal)))
}

async function isHealthy(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch('/health', { signal, cache: 'no-store' })).ok
  } catch {
    signal.throwIfAborted()
    return false
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
