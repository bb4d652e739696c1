/** Resolves after a number of seconds. @throws the reason of `signal` when it aborts */
export function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      signal?.aborted ? reject(signal.reason) : resolve()
    }
    const timer = setTimeout(end, seconds * 1_000)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}
