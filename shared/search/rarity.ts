/** The maximum number of marks that are counted for a word. */
export const MAX_COUNTED = 1_000

/** The number of marks with each word of a query in a version of the corpus, at most MAX_COUNTED. */
export type MarkCounts = ReadonlyMap<string, number>

/**
 * Returns a factor for the weight of a query word: 1 for a word with at most one mark, 1/2 for 10 marks, 1/3 for 100 marks,
 * and 1/4 for 1,000 marks or more.
 */
export const rarity = (counts: MarkCounts, word: string): number =>
  1 / (1 + Math.log10(Math.max(1, counts.get(word) ?? 1)))
