/** The number of letters at the beginning of a text that its hashes cover. */
const PREFIX = 7

/** Returns the maximum number of typing errors (mistakes) in a text that still matches `word`. */
export const maxMistakes = (word: string): number => (word.length < 3 ? 0 : word.length < 6 ? 1 : 2)

/**
 * Returns the hashes under which the index stores a word (symmetric deletion, Wolf Garbe's SymSpell). Deletes at most one
 * letter of the word, and at most two letters of the phonetic code.
 */
export function deletionHashes(word: string, sound: string): number[] {
  const hashes = new Set<number>()
  addClose(hashes, word, sound, CLOSE)
  addFar(hashes, sound, FAR)
  return [...hashes]
}

/**
 * Returns the hashes that find words with at most `mistakes` mistakes. The index hashes texts after two deletions with the
 * initial value FAR. Only a lookup for two mistakes finds these hashes.
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

function addClose(hashes: Set<number>, word: string, sound: string, start: number): void {
  for (const text of word === sound ? [word] : [word, sound]) {
    const length = Math.min(text.length, PREFIX)
    hashes.add(hashWithout(text, NONE, NONE, start))
    if (length < 3) continue // too little would remain
    for (let at = 0; at < length; at++) hashes.add(hashWithout(text, at, NONE, start))
  }
}

function addFar(hashes: Set<number>, sound: string, start: number): void {
  const length = sound.length < 5 ? 0 : Math.min(sound.length, PREFIX)
  for (let one = 0; one < length; one++) {
    for (let two = one + 1; two < length; two++) hashes.add(hashWithout(sound, one, two, start))
  }
}

const NONE = -1

const PRIME = 0x01000193
/** The initial value of FNV-1a. The index uses this value for texts after at most one deletion. */
const CLOSE = 0x811c9dc5
/** The hash of `-`, which no word contains. The index uses this initial value for texts after two deletions. */
const FAR = Math.imul(CLOSE ^ '-'.charCodeAt(0), PRIME)

/** The number of letters that are encoded in the first bits of a hash. */
const ORDERED_LETTERS = 3
/** Five bits distinguish the letters from a to z. */
const BITS_OF_LETTER = 5
const ORDERED_BITS = ORDERED_LETTERS * BITS_OF_LETTER

/**
 * Returns a hash of the first letters of a text, as a signed 32-bit integer. Omits the letters at the indexes `one` and `two`.
 * Texts with the same first letters have hashes near each other. This order halves the build time of the database index.
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
