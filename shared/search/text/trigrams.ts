/** The number of spaces that are added at each end of a word, so that each letter is in three trigrams. */
const EDGES = 2
const SPACE = 32

export const countTrigrams = (word: string): number => word.length + EDGES

/**
 * The trigrams (groups of three adjacent characters) of a list of words, each once, numbered from 0. A set of strings would
 * take five times as long as this hash table.
 */
export class Trigrams {
  size = 0
  readonly #mask: number
  readonly #letters: Uint16Array
  /** The number of the trigram in each slot, plus 1; 0 for a free slot. */
  readonly #numbers: Uint32Array
  /** For each trigram, the number of the last lookup that found it. */
  readonly #found: Uint32Array
  #lookups = 0

  constructor(words: readonly string[]) {
    const most = words.reduce((sum, word) => sum + countTrigrams(word), 1)
    const slots = 2 ** Math.ceil(Math.log2(2 * most))
    this.#mask = slots - 1
    this.#letters = new Uint16Array(3 * slots)
    this.#numbers = new Uint32Array(slots)
    this.#found = new Uint32Array(most)
    for (const word of words) {
      eachTrigram(word, (a, b, c) => {
        const slot = this.#slotOf(a, b, c)
        if (this.#numbers[slot] !== 0) return
        this.#letters.set([a, b, c], 3 * slot)
        this.#numbers[slot] = ++this.size
      })
    }
  }

  /** Returns the numbers of those trigrams of the list that `word` contains, each number once. */
  commonWith(word: string): number[] {
    const common: number[] = []
    const lookup = ++this.#lookups
    eachTrigram(word, (a, b, c) => {
      const number = (this.#numbers[this.#slotOf(a, b, c)] as number) - 1
      if (number < 0 || this.#found[number] === lookup) return
      this.#found[number] = lookup
      common.push(number)
    })
    return common
  }

  /** Returns the slot of a trigram; a free slot for an unknown trigram. */
  #slotOf(a: number, b: number, c: number): number {
    let slot = (a * 961 + b * 31 + c) & this.#mask
    while (
      this.#numbers[slot] !== 0 &&
      (this.#letters[3 * slot] !== a ||
        this.#letters[3 * slot + 1] !== b ||
        this.#letters[3 * slot + 2] !== c)
    ) {
      slot = (slot + 1) & this.#mask
    }
    return slot
  }
}

function eachTrigram(word: string, visit: (a: number, b: number, c: number) => void): void {
  let [a, b] = [SPACE, SPACE]
  for (let at = 0; at < word.length + EDGES; at++) {
    const c = at < word.length ? word.charCodeAt(at) : SPACE
    visit(a, b, c)
    a = b
    b = c
  }
}
