/** The plain spelling of letters that Unicode does not decompose. */
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

/** Matches a text that normalization does not change. */
const SIMPLE = /^[a-z0-9]{2,64}(?: [a-z0-9]{2,64})*$/
/** Symbols that count as spaces. Unicode would decompose some of them into letters. */
const SIGNS = /[™℠®©ªº]/g
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{N}])\p{Mn}+/gu
/** Characters typed instead of an apostrophe. Unicode decomposes `´` into a space and an accent. */
const APOSTROPHE = / \u0301|[’‘ʼʻ`′]/g
const BETWEEN_LETTERS = /(?<=[\p{L}\p{M}])'+(?=\p{L})/gu
/** A combining mark belongs to the letter before it. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** The maximum length of a normalized text. Unicode decomposes some characters into whole phrases. */
const MAX_TEXT_LENGTH = 8_000
/** The maximum length of a word. The size of an index entry is limited. */
export const MAX_WORD_LENGTH = 64

/**
 * Splits a name or a query into normalized words: in lower case, without accents, symbols and punctuation. Examples:
 * - `L'Oréal` -> `loreal`
 * - `7-UP` -> `7`, `up`
 * - `A & B` or `A.B.` -> `ab`
 *
 * @returns no words for a text without any letter or digit
 */
export function tokenize(text: string): string[] {
  const lower = text.toLowerCase()
  return SIMPLE.test(lower) ? lower.split(' ') : joinSingles(normalizedWords(lower))
}

const normalizedWords = (lower: string): string[] =>
  (
    lower
      .replace(SIGNS, ' ')
      .normalize('NFKD')
      .slice(0, MAX_TEXT_LENGTH)
      .toLowerCase() // Unicode may decompose a letter-like symbol into a capital
      .replace(INVISIBLE, '')
      .replace(APOSTROPHE, "'")
      .replace(ACCENTS, '$1')
      .replace(BETWEEN_LETTERS, '')
      .normalize('NFC')
      .replace(EACH_PLAIN, (letter) => PLAIN[letter] ?? letter)
      .match(WORDS) ?? []
  ).map((word) => truncate(word, MAX_WORD_LENGTH))

/** Returns the first UTF-16 units of a text, at most `length`. Does not split a surrogate pair. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) {
    return text
  }
  const first = text.slice(0, length)
  return first.isWellFormed() ? first : first.slice(0, -1)
}

const isSingle = (word: string): boolean => /^.$/u.test(word)

/** Joins adjacent words of one character: `a b c` becomes `abc`. */
function joinSingles(words: readonly string[]): string[] {
  const joined: string[] = []
  let run = ''
  const endRun = () => {
    if (run !== '') joined.push(truncate(run.normalize('NFC'), MAX_WORD_LENGTH)) // NFC composes the parts of a Hangul syllable
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
