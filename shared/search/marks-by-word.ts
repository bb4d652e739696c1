/** Finds marks by the words of their names. */
export interface MarksByWord {
  /** Returns the application numbers of the marks with one of some words, and of those whose words are not known. */
  withOneOf(words: Iterable<string>): Set<string>
}

/**
 * Indexes marks by the words of their names.
 *
 * @param names a line for each mark: its application number, followed by its normalized words, none if these are unknown
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
