/** The bytes as they come; where none come for `ms`, `late` is thrown. Time that the reader takes does not count. */
export async function* withPatience(
  bytes: AsyncIterable<Uint8Array>,
  ms: number,
  late: () => Error,
): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await within(iterator.next(), ms, late)
      if (next.done) {
        return
      }
      yield next.value
    }
  } finally {
    // A silent one would not end before its next byte: its owner destroys it.
    iterator.return?.()?.catch(() => {})
  }
}

/** What `work` comes to, or `late` after `ms`. */
export async function within<Result>(work: Promise<Result>, ms: number, late: () => Error): Promise<Result> {
  const over = Promise.withResolvers<never>()
  const timer = setTimeout(() => over.reject(late()), ms)
  try {
    return await Promise.race([work, over.promise])
  } finally {
    clearTimeout(timer)
  }
}
