/** The maximum to which the marks of a word are counted; all words with more marks count as equally common. */
export const MAX_COUNTED = 1_000

/** The number of marks that have each word of a query in a version of the corpus, at most MAX_COUNTED. */
export type MarkCounts = ReadonlyMap<string, number>

/**
 * Returns the factor by which a word of the query weighs less the more marks have it: 1 for one mark or none, 1/2 for ten,
 * 1/3 for a hundred, 1/4 for a thousand or more.
 */
export const rarity = (counts: MarkCounts, word: string): number =>
  1 / (1 + Math.log10(Math.max(1, counts.get(word) ?? 1)))
