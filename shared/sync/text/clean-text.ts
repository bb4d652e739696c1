import { repairEncoding } from './repair-encoding.ts'

/** Nothing to do on a text of these, with one space at most between words and none around it. */
const SIMPLE = /^(?:[\x21-\x7e\u00a1-\u00ac\u00ae-\u017f]+(?: [\x21-\x7e\u00a1-\u00ac\u00ae-\u017f]+)*)?$/
/** Without one of these nothing was encoded twice. */
const SUSPICIOUS = /[ÂÃâ]/

/** U+200C and U+200D shape the letters around them; elsewhere they are as invisible as the rest. */
const JOINER = '(?<![\\p{L}\\p{M}])[\\u200c\\u200d]|[\\u200c\\u200d](?![\\p{L}\\p{M}])'
/** White space in the guise of a control character stays, to be collapsed. */
const INVISIBLE = new RegExp(
  `${JOINER}|(?![\\t-\\r\\x85\\u200c\\u200d])[\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
)
const SPACES = /[\s\x85]+/g

/**
 * A text as the corpus keeps it (docs/decisions.md#records): no control, bidirectional or zero-width characters, no half
 * surrogate pairs, white space as single spaces between words, Unicode NFC, accents mended that were encoded twice.
 */
export function cleanText(text: string): string {
  if (SIMPLE.test(text) && !SUSPICIOUS.test(text)) {
    return text
  }
  const cleaned = repairEncoding(text).replace(INVISIBLE, '').normalize('NFC').replace(SPACES, ' ').trim()
  return cleaned === text ? text : cleanText(cleaned) // what was hidden may have hidden more of it
}

/** How many characters a reader sees: code points, not halves of pairs. */
export const codePoints = (text: string): number => {
  let count = text.length
  for (let index = 0; index < text.length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) {
      count--
    }
  }
  return count
}

/** Names, statuses and the words of events have no more. */
export const MOST_CODE_POINTS = 1000

/** A text longer than so many code points, without counting where its length already says no. */
export const isLonger = (text: string, most: number): boolean => text.length > most && codePoints(text) > most

const SIGNS = new Set(' ,;:|-–—')

/** A clean text without the signs around it that only stood between it and others. */
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
