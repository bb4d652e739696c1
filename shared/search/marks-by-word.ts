export interface MarksByWord {
  /** Returns the application numbers of the marks with at least one of the words. Includes marks whose words are unknown. */
  withOneOf(words: Iterable<string>): Set<string>
}

/**
 * Indexes marks by the words of their names.
 *
 * @param names one line for each name of a mark: the application number and the normalized words, separated by spaces. If the
 * words are unknown, the line has only the number.
 */
export function marksByWord(names: string): MarksByWord {
  const unknown: string[] = []
  const marksOf = new Map<string, string[]>()
  for (const line of names === '' ? [] : names.split('\n')) {
    const [number = '', ...words] = line.split(' ')
    if (words.length === 0) {
      unknown.push(number)
    }
    for (const word of words) {
      const marks = marksOf.get(word)
      if (marks === undefined) marksOf.set(word, [number])
      else marks.push(number)
    }
  }
  return {
    withOneOf: (words) => {
      const found = new Set(unknown)
      for (const word of words) {
        for (const number of marksOf.get(word) ?? []) found.add(number)
      }
      return found
    },
  }
}
