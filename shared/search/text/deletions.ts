/** So many letters of a word are enough to find it by; the distance is measured on all of them. */
const PREFIX = 7

/** How many mistakes a word may have and still be taken for another: the shorter, the fewer. */
export const mistakesIn = (word: string): number => (word.length < 3 ? 0 : word.length < 6 ? 1 : 2)

/**
 * Hashes of a word's first letters with one or none of them left out, and of its sound's with up to two (of a sound
 * of less than five letters one, of less than three none). So two words have one in common, wherever the mistakes are
 * (the symmetric deletion of Wolf Garbe's SymSpell), where the longer of them
 * - has three letters or more, and there is one mistake, a swap among them, or
 * - has a sound of three letters or more, and there is one mistake in it, or of five or more, and there are two.
 *
 * Two mistakes among the letters are only found by the sound.
 */
export const deletionsOf = (word: string, sound: string): number[] => [
  ...new Set([...shortened(word, 1), ...shortened(sound, sound.length < 5 ? 1 : 2)].map(hash)),
]

/** The first letters, and what is left of them without up to `most` letters; too little is left of a short text. */
function shortened(text: string, most: number): string[] {
  const found = new Set([text.slice(0, PREFIX)])
  let shorter = text.length < 3 ? [] : [...found]
  for (let left = most; left > 0; left--) {
    shorter = shorter.flatMap(withoutOneLetter)
    for (const each of shorter) found.add(each)
  }
  return [...found]
}

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
