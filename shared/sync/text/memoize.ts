/** The maximum length of a cached text; longer texts are rarely repeated. */
const MAX_LENGTH = 100

/**
 * Returns a function that caches the results of `read` for the first `most` short texts. A sheet repeats a few dates, countries
 * and statuses a million times.
 */
export function memoize<Value>(read: (text: string) => Value, most: number): (text: string) => Value {
  const known = new Map<string, { value: Value }>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) {
      return before.value
    }
    const value = read(text)
    if (known.size < most && text.length <= MAX_LENGTH) {
      known.set(text, { value })
    }
    return value
  }
}
