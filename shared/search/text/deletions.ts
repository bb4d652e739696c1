/** So many letters of a word are enough to find it by; the distance is measured on all of them. */
const PREFIX = 7

/** How many mistakes a word may have and still be taken for another: the shorter, the fewer. */
export const mistakesIn = (word: string): number => (word.length < 3 ? 0 : word.length < 6 ? 1 : 2)

/**
 * Hashes of what the index knows a word by: its first letters with one or none of them left out, and those of its
 * sound with up to two (of a sound of less than five letters one, of less than three none). `lookupsFor` are those of
 * a word that is looked for. The two have one in common, wherever the mistakes are (the symmetric deletion of Wolf
 * Garbe's SymSpell), where the longer of the words
 * - has three letters or more, and there is one mistake, a swap among them, or
 * - has a sound of three letters or more, and there is one mistake in it, or of five or more, and there are two.
 *
 * Two mistakes among the letters are only found by the sound.
 */
export function deletionsOf(word: string, sound: string): number[] {
  const { close, far } = leftOf(word, sound)
  return [...new Set([...close.map(hash), ...far.map(hashOfFar)])]
}

/**
 * Hashes to look up words by that are at most so many mistakes away. What is left without two letters has hashes of
 * its own: whoever looks for one mistake does not meet all the words that are two away.
 */
export function lookupsFor(word: string, sound: string, mistakes: number): number[] {
  const { close, far } = leftOf(word, sound)
  const texts = mistakes < 2 ? close : [...close, ...far]
  return [...new Set([...texts.map(hash), ...(mistakes < 2 ? [] : texts.map(hashOfFar))])]
}

/** What is left of a word's letters, or of its sound's, without one of them at most, and without two. */
function leftOf(word: string, sound: string): { close: string[]; far: string[] } {
  const one = withoutOne(first(sound))
  const close = [first(word), ...withoutOne(first(word)), first(sound), ...one]
  return { close, far: sound.length < 5 ? [] : one.flatMap(withoutOneLetter) }
}

const first = (text: string): string => text.slice(0, PREFIX)

/** Too little would be left of a short text. */
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
