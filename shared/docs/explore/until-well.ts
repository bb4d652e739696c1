const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/**
 * Waits until the service says that it can answer, which costs the key nothing.
 *
 * @param failures how often that was no use so far: the wait before the first look doubles with each
 * @throws the reason of `signal` once it is aborted
 */
export async function untilWell(failures: number, signal: AbortSignal): Promise<void> {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  do {
    await pause(wait, signal)
  } while (!(await isWell(signal)))
}

async function isWell(signal: AbortSignal): Promise<boolean> {
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
