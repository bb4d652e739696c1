/** Added to both ends of a word, so that its first and its last letters count in three trigrams. */
const EDGE = '  '

/**
 * Returns the trigrams of a word, each once. Words with many common trigrams begin alike, end alike or have a common part,
 * also if they are several mistakes apart.
 */
export function trigramsOf(word: string): Set<string> {
  const padded = EDGE + word + EDGE
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3))
  return trigrams
}

/** Returns the number of elements that two sets have in common. */
export function countCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const each of one) if (other.has(each)) common++
  return common
}
