/** What stands in no column of a terminal of its own: marks on a letter, what joins or directs, the inner parts of Hangul. */
const NO_COLUMN = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11FF]/v

/** What takes two columns: the scripts of East Asia, their full-width forms, and pictures. Flags are two halves. */
const TWO_COLUMNS =
  /[[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Yi}\p{Emoji_Presentation}\u3000-\u303E\u30FB-\u30FC\uFF01-\uFF60\uFFE0-\uFFE6]--[\p{Regional_Indicator}\uFF61-\uFFDC]]/v

const ASCII = /^[\x20-\x7E]*$/

/** What would disturb a terminal, or the order in which a text is read. */
const DISTURBING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const letters = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** A text in one line that nothing in it can break, move or hide. */
export const harmless = (text: string): string => text.replaceAll(DISTURBING, ' ')

/** How many columns of a terminal a text without control characters takes, as most terminals count them. */
export const textWidth = (text: string): number =>
  ASCII.test(text) ? text.length : [...text].reduce((width, letter) => width + letterWidth(letter), 0)

function letterWidth(letter: string): number {
  if (NO_COLUMN.test(letter)) {
    return 0
  }
  return TWO_COLUMNS.test(letter) ? 2 : 1
}

/** A text of at most so many columns: the beginning of one that is longer, and an ellipsis. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) {
    return text
  }
  return width < 1 ? '' : `${head(text, width - 1).trimEnd()}…`
}

/** A text in lines of at most so many columns, broken between words where that is possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer) <= width) {
      line = longer
      continue
    }
    lines.push(...(line === '' ? [] : [line]))
    line = word
    while (textWidth(line) > width) {
      const part = head(line, width) || firstLetter(line)
      lines.push(part)
      line = line.slice(part.length)
    }
  }
  return [...lines, line]
}

/** As much of the beginning of a text as fits, without cutting what is read as one letter. */
function head(text: string, width: number): string {
  let taken = ''
  let left = width
  for (const { segment } of letters.segment(text)) {
    left -= textWidth(segment)
    if (left < 0) {
      break
    }
    taken += segment
  }
  return taken
}

/** One that is wider than the line: it has to stand somewhere. */
const firstLetter = (text: string): string => [...letters.segment(text)][0]?.segment ?? text
