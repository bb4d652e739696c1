/** Hashes are computed from this number of first letters of a text. */
const PREFIX = 7

/** Returns the maximum number of typing errors with which a word still matches another word; a short word allows fewer. */
export const maxMistakes = (word: string): number => (word.length < 3 ? 0 : word.length < 6 ? 1 : 2)

/**
 * Returns the hashes under which the index stores a word (symmetric deletion, Wolf Garbe's SymSpell). The hashes are computed
 * from the first letters of the word after deleting at most one of them, and from its phonetic code after deleting at most
 * two letters (one if the code has fewer than five letters, none if it has fewer than three).
 *
 * The hashes that `lookupHashes` returns for another word find this word in each of these cases, at whatever positions the
 * mistakes are:
 * - The longer word has at least three letters, and the words differ by one mistake or by a swap of two letters.
 * - The longer phonetic code has at least three letters, and the codes differ by one mistake.
 * - The longer phonetic code has at least five letters, and the codes differ by two mistakes.
 *
 * A word whose letters differ by two mistakes is found only if its phonetic code meets one of these conditions.
 */
export function deletionHashes(word: string, sound: string): number[] {
  const hashes = new Set<number>()
  addClose(hashes, word, sound, CLOSE)
  addFar(hashes, sound, FAR)
  return [...hashes]
}

/**
 * Returns the hashes to look up in order to find words with at most `mistakes` mistakes. The index hashes texts with two deleted
 * letters from another start (FAR), so that a lookup for one mistake does not return all words with two mistakes.
 */
export function lookupHashes(word: string, sound: string, mistakes: number): number[] {
  const hashes = new Set<number>()
  addClose(hashes, word, sound, CLOSE)
  if (mistakes >= 2) {
    addFar(hashes, sound, CLOSE)
    addClose(hashes, word, sound, FAR)
    addFar(hashes, sound, FAR)
  }
  return [...hashes]
}

/** Adds the hashes of a word and of its phonetic code after deleting at most one of their first letters. */
function addClose(hashes: Set<number>, word: string, sound: string, start: number): void {
  for (const text of word === sound ? [word] : [word, sound]) {
    const length = Math.min(text.length, PREFIX)
    hashes.add(hashWithout(text, NONE, NONE, start))
    if (length < 3) continue // too little would remain
    for (let at = 0; at < length; at++) hashes.add(hashWithout(text, at, NONE, start))
  }
}

/** Adds the hashes of a phonetic code after deleting two of its first letters. */
function addFar(hashes: Set<number>, sound: string, start: number): void {
  const length = sound.length < 5 ? 0 : Math.min(sound.length, PREFIX)
  for (let one = 0; one < length; one++) {
    for (let two = one + 1; two < length; two++) hashes.add(hashWithout(sound, one, two, start))
  }
}

/** A position outside the text. */
const NONE = -1

/**
 * The constants of the hash function FNV-1a. CLOSE is its offset basis, from which hashes start. FAR is the state after the
 * character `-`, which no word contains. The index starts from FAR for texts with two deleted letters.
 */
const PRIME = 0x01000193
const CLOSE = 0x811c9dc5
const FAR = Math.imul(CLOSE ^ '-'.charCodeAt(0), PRIME)

/** A hash begins with the lowest five bits of each of the first three letters. Five bits distinguish the letters from a to z. */
const ORDERED_LETTERS = 3
const BITS_OF_LETTER = 5
const ORDERED_BITS = ORDERED_LETTERS * BITS_OF_LETTER

/**
 * Returns a hash of the first letters of a text, without the letters at two positions, as a signed 32-bit integer. Hashes of
 * texts with the same first three letters are near each other. A build inserts the words in alphabetical order, so most hashes
 * are inserted near the previous hashes. This halves the time to build the index on the hashes.
 *
 * @param start the state of FNV-1a before the first letter
 */
function hashWithout(text: string, one: number, two: number, start: number): number {
  const end = Math.min(text.length, PREFIX)
  let hash = start
  let ordered = 0
  let letters = 0
  for (let at = 0; at < end; at++) {
    if (at === one || at === two) continue
    const code = text.charCodeAt(at)
    hash = Math.imul(hash ^ code, PRIME)
    if (letters < ORDERED_LETTERS)
      ordered |= (code % 2 ** BITS_OF_LETTER) << (32 - BITS_OF_LETTER * ++letters)
  }
  return ordered | (hash >>> ORDERED_BITS)
}
