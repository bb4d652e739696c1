/** The maximum number of marks that are counted for a word. All words with at least this number have the same rarity. */
export const MAX_COUNTED = 1_000

/** The number of marks with each word of a query in a version of the corpus, at most MAX_COUNTED. */
export type MarkCounts = ReadonlyMap<string, number>

/**
 * Returns the factor that reduces the weight of a word of the query if many marks have the word: 1 for one mark or none, 1/2
 * for 10 marks, 1/3 for 100, 1/4 for 1,000 or more.
 */
export const rarity = (counts: MarkCounts, word: string): number =>
  1 / (1 + Math.log10(Math.max(1, counts.get(word) ?? 1)))
