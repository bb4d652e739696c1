import { repairEncoding } from './repair-encoding.ts'

const SIMPLE = /^(?:[\x21-\x7e\u00a1-\u00ac\u00ae-\u017f]+(?: [\x21-\x7e\u00a1-\u00ac\u00ae-\u017f]+)*)?$/
/** A text that was encoded twice contains at least one of these letters. */
const SUSPICIOUS = /[ÂÃâ]/

/**
 * Matches a zero-width joiner or non-joiner that is not between two letters.
 * A joiner between two letters must stay, because it changes the shape of the letters.
 */
const JOINER = '(?<![\\p{L}\\p{M}])[\\u200c\\u200d]|[\\u200c\\u200d](?![\\p{L}\\p{M}])'
/** Matches invisible characters. Does not match joiners between letters, or white space that `SPACES` replaces. */
const INVISIBLE = new RegExp(
  `${JOINER}|(?![\\t-\\r\\x85\\u200c\\u200d])[\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
)
/** Matches a soft hyphen between two digits, or between a digit and the check digit `k`. Its removal would join the digits. */
const SEEN_HYPHEN = /(?<=\p{Nd}\s?)\u00ad(?=\s?(?:\p{Nd}|k(?!\p{L})))/giu
const SPACES = /[\s\x85]+/g

/** Returns a text in the form that the corpus stores (docs/decisions.md#records). */
export function cleanText(text: string): string {
  if (SIMPLE.test(text) && !SUSPICIOUS.test(text)) {
    return text
  }
  const cleaned = repairEncoding(text)
    .replace(SEEN_HYPHEN, '-')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(SPACES, ' ')
    .trim()
  // A removed character may have separated the parts of a double-encoded letter, so a changed text is cleaned again.
  return cleaned === text ? text : cleanText(cleaned)
}

export const codePoints = (text: string): number => {
  let count = text.length
  for (let index = 0; index < text.length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) {
      count--
    }
  }
  return count
}

/** The maximum number of code points of a name, a status or the words of an event. */
export const MOST_CODE_POINTS = 1000

export const isLonger = (text: string, most: number): boolean => text.length > most && codePoints(text) > most

const SIGNS = new Set(' ,;:|-–—')

/** Removes separators from the start and the end of a clean text. */
export function withoutSigns(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && SIGNS.has(text.charAt(start))) {
    start++
  }
  while (end > start && SIGNS.has(text.charAt(end - 1))) {
    end--
  }
  return text.slice(start, end)
}
