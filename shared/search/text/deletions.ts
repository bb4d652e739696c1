/** Hashes cover only the first letters of a word. The edit distance is computed on all of them. */
const PREFIX = 7

/** Returns the number of typing errors with which a word may still match another. Shorter words may have fewer. */
export const maxMistakes = (word: string): number => (word.length < 3 ? 0 : word.length < 6 ? 1 : 2)

/**
 * Returns the hashes under which the index stores a word: of its first letters without one or none of them, and of its
 * phonetic code without up to two (without one if the code has fewer than five letters, without none if fewer than three).
 * They have an element in common with the `lookupHashes` of another word, at whatever positions the mistakes are
 * (symmetric deletion, Wolf Garbe's SymSpell), where the longer of both words
 * - has at least three letters, and they differ by one mistake or by a swap of two letters, or
 * - has a code of at least three letters that differs by one mistake, or of at least five that differs by two.
 *
 * Two mistakes in the letters are only found through the phonetic code.
 */
export function deletionHashes(word: string, sound: string): number[] {
  const { close, far } = deletions(word, sound)
  return [...new Set([...close.map(hash), ...far.map(hashOfFar)])]
}

/**
 * Returns the hashes that find words with at most `mistakes` differences. Texts without two letters are hashed
 * differently, so that a lookup for one mistake does not return all words with two.
 */
export function lookupHashes(word: string, sound: string, mistakes: number): number[] {
  const { close, far } = deletions(word, sound)
  const texts = mistakes < 2 ? close : [...close, ...far]
  return [...new Set([...texts.map(hash), ...(mistakes < 2 ? [] : texts.map(hashOfFar))])]
}

/** The letters of a word and of its phonetic code, without at most one of them (`close`) and without two (`far`). */
function deletions(word: string, sound: string): { close: string[]; far: string[] } {
  const one = withoutOne(first(sound))
  const close = [first(word), ...withoutOne(first(word)), first(sound), ...one]
  return { close, far: sound.length < 5 ? [] : one.flatMap(withoutOneLetter) }
}

const first = (text: string): string => text.slice(0, PREFIX)

/** Not for short texts, of which too little would remain. */
const withoutOne = (text: string): string[] => (text.length < 3 ? [] : withoutOneLetter(text))

const withoutOneLetter = (text: string): string[] =>
  Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1))

/** FNV-1a, as a signed 32-bit integer. */
function hash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash | 0
}

const hashOfFar = (text: string): number => hash(`-${text}`)
