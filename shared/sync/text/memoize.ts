/** What is longer is rarely said twice. */
const LONGEST = 100

/**
 * The same function of a text, with what the first `most` short texts came to kept: a sheet has few dates, countries
 * and statuses, and says them a million times.
 */
export function memoize<Value>(read: (text: string) => Value, most: number): (text: string) => Value {
  const known = new Map<string, { value: Value }>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) {
      return before.value
    }
    const value = read(text)
    if (known.size < most && text.length <= LONGEST) {
      known.set(text, { value })
    }
    return value
  }
}
