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
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{Mn}*)\p{Mn}/gu
const APOSTROPHES = /(?<=\p{L})['’‘ʼ`´′](?=\p{L})/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u

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
  lower
    .replace(SIGNS, ' ')
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase() // a letter-like sign may have been taken apart into a capital
    .replace(EACH_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .replace(APOSTROPHES, '')
    .split(BETWEEN_WORDS)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map(cut)

const cut = (word: string): string =>
  word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join('')

const isSingle = (word: string): boolean => word.length === 1

/** `a b c` is `abc`; a single one between longer words stays alone. */
function joinSingles(words: readonly string[]): string[] {
  const joined: string[] = []
  let run = ''
  for (const word of words) {
    if (isSingle(word)) {
      run += word
      continue
    }
    if (run !== '') joined.push(run)
    run = ''
    joined.push(word)
  }
  return (run === '' ? joined : [...joined, run]).map(cut)
}
