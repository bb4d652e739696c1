/** Passes a stream through. Throws the error of `late` if the next bytes do not come within `ms`. */
export async function* withIdleTimeout(
  bytes: AsyncIterable<Uint8Array>,
  ms: number,
  late: () => Error,
): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await withTimeout(iterator.next(), ms, late)
      if (next.done) {
        return
      }
      yield next.value
    }
  } finally {
    // Not awaited, because a stalled iterator may never end. The owner of the stream destroys the stream.
    iterator.return?.()?.catch(() => {})
  }
}

/** Returns the result of `work`. If `work` takes longer than `ms`, throws the error of `late`. */
async function withTimeout<Result>(work: Promise<Result>, ms: number, late: () => Error): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(late()), ms)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
