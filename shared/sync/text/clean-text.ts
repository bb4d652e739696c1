import { repairEncoding } from './repair-encoding.ts'

/** A text that needs no cleaning: simple characters, with single spaces between words. */
const SIMPLE = /^(?:[\x21-\x7e\u00a1-\u00ac\u00ae-\u017f]+(?: [\x21-\x7e\u00a1-\u00ac\u00ae-\u017f]+)*)?$/
/** A text that was encoded twice contains at least one of these letters. */
const SUSPICIOUS = /[ÂÃâ]/

/** The joiners U+200C and U+200D, except between two letters, where they change the shape of the letters. */
const JOINER = '(?<![\\p{L}\\p{M}])[\\u200c\\u200d]|[\\u200c\\u200d](?![\\p{L}\\p{M}])'
/** The invisible characters to remove. Control characters that are white space stay, because `SPACES` replaces them later. */
const INVISIBLE = new RegExp(
  `${JOINER}|(?![\\t-\\r\\x85\\u200c\\u200d])[\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
)
/** A soft hyphen within a number, or before the check digit of a national id. Removing the hyphen would join the digits. */
const SEEN_HYPHEN = /(?<=\p{Nd}\s?)\u00ad(?=\s?(?:\p{Nd}|k(?!\p{L})))/giu
const SPACES = /[\s\x85]+/g

/**
 * Returns a text in the form that the corpus stores (docs/decisions.md#records). Repairs double encoding, removes invisible
 * characters, separates words by single spaces, and normalizes the text to Unicode NFC.
 */
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
  return cleaned === text ? text : cleanText(cleaned) // a removed character may have split a double-encoded letter
}

/** Returns the number of code points of a text. */
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

/** Returns whether a text has more than `most` code points. */
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
