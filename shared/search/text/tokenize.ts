/** The plain spelling of letters that Unicode does not decompose into plain letters. */
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
/** Symbols that are not part of a name. Unicode would decompose them into letters. */
const SIGNS = /[™℠®©ªº]/g
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{N}])\p{Mn}+/gu
/** Characters that people type instead of an apostrophe. Unicode decomposes `´` into a space and an accent. */
const APOSTROPHE = / \u0301|[’‘ʼʻ`′]/g
const BETWEEN_LETTERS = /(?<=[\p{L}\p{M}])'+(?=\p{L})/gu
/** Matches each word. A word does not begin with a combining mark, because a combining mark belongs to the letter before it. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** The maximum length of a normalized text. A limit is needed because Unicode decomposes some characters into whole phrases. */
const MAX_TEXT_LENGTH = 8_000
/** The maximum length of a word, because the size of an index entry is limited. A longer word is truncated. */
export const MAX_WORD_LENGTH = 64

/**
 * Splits a name or a query into normalized words: in lower case, without accents, symbols and punctuation. `L'Oréal` is one
 * word, `7-UP` is two words. Adjacent single letters or digits are joined, so that `A & B`, `A.B.` and `AB` are equal.
 * Words in scripts without case and accents are not changed.
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

/** Returns at most the first `length` UTF-16 units of a text, without half of a surrogate pair at the end. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) {
    return text
  }
  const first = text.slice(0, length)
  return first.isWellFormed() ? first : first.slice(0, -1)
}

const isSingle = (word: string): boolean => /^.$/u.test(word)

/** Joins adjacent words of one character: `a b c` becomes `abc`. A single character between longer words is not joined. */
function joinSingles(words: readonly string[]): string[] {
  const joined: string[] = []
  let run = ''
  const endRun = () => {
    if (run !== '') joined.push(truncate(run.normalize('NFC'), MAX_WORD_LENGTH)) // composes the parts of a Hangul syllable
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
