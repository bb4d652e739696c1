/** Letters that Unicode does not take apart, as they are written without their sign. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
}
const EACH_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** Nothing to take apart, to leave out or to join in a text of these. */
const SIMPLE = /^[a-z0-9]{2,64}(?: [a-z0-9]{2,64})*$/
/** Said of a mark, not part of it; Unicode would take them apart into letters. */
const SIGNS = /[™℠®©ªº]/g
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{N}])\p{Mn}+/gu
/** All that is typed for an apostrophe; Unicode takes `´` apart into a space and an accent. */
const APOSTROPHE = / \u0301|[’‘ʼʻ`′]/g
const BETWEEN_LETTERS = /(?<=[\p{L}\p{M}])'+(?=\p{L})/gu
/** A mark at the beginning belongs to nothing. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** There are signs that Unicode takes apart into sentences: a name of a thousand of them is cut. */
const LONGEST_TEXT = 8_000
/** A longer word is cut: an index entry has its limits, and nobody types so much of one word. */
export const LONGEST_WORD = 64

/**
 * The words of a name, or of a query, as they are compared: in lower case, without accents, signs and punctuation.
 * `L'Oréal` is one word, `7-UP` two, and letters or digits that stand alone side by side are one: `A & B`, `A.B.`
 * and `AB` are the same. Scripts that have no case or accents in our sense are kept as they are.
 *
 * @returns no word at all for a text without any letter or digit
 */
export function foldName(text: string): string[] {
  const lower = text.toLowerCase()
  return SIMPLE.test(lower) ? lower.split(' ') : joinSingles(fold(lower))
}

const fold = (lower: string): string[] =>
  (
    lower
      .replace(SIGNS, ' ')
      .normalize('NFKD')
      .slice(0, LONGEST_TEXT)
      .toLowerCase() // a letter-like sign may have been taken apart into a capital
      .replace(INVISIBLE, '')
      .replace(APOSTROPHE, "'")
      .replace(ACCENTS, '$1')
      .replace(BETWEEN_LETTERS, '')
      .normalize('NFC')
      .replace(EACH_PLAIN, (letter) => PLAIN[letter] ?? letter)
      .match(WORDS) ?? []
  ).map((word) => firstOf(word, LONGEST_WORD))

/** The beginning of a text, at most so many UTF-16 units of it and no half of a pair. */
export function firstOf(text: string, most: number): string {
  if (text.length <= most) {
    return text
  }
  const first = text.slice(0, most)
  return first.isWellFormed() ? first : first.slice(0, -1)
}

const isSingle = (word: string): boolean => /^.$/u.test(word)

/** `a b c` is `abc`; a single one between longer words stays alone. */
function joinSingles(words: readonly string[]): string[] {
  const joined: string[] = []
  let run = ''
  const endRun = () => {
    if (run !== '') joined.push(firstOf(run.normalize('NFC'), LONGEST_WORD)) // parts of a Hangul syllable are one
    run = ''
  }
  for (const word of words) {
    if (isSingle(word)) {
      run += word
    } else {
      endRun()
      joined.push(word)
    }
  }
  endRun()
  return joined
}
