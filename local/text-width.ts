import stringWidth from 'string-width'

/** Matches control characters, bidirectional marks and line separators. They move the cursor or reorder the text. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

export const harmless = (text: string): string => text.replaceAll(CONTROL, ' ')

/** Returns the number of terminal columns that a text without control characters takes. */
export const textWidth = (text: string): number => stringWidth(text)

/** Shortens a text to at most `width` columns. A shortened text ends with an ellipsis. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) {
    return text
  }
  return width < 1 ? '' : `${head(text, width - 1).trimEnd()}…`
}

/**
 * Breaks a text into lines of at most `width` columns, between words if possible. `wrap-ansi` is not used, because it changes
 * some ideographs.
 */
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
      const part = head(line, width) || firstGrapheme(line)
      lines.push(part)
      line = line.slice(part.length)
    }
  }
  return [...lines, line]
}

/** Returns the beginning of a text that fits into `width` columns, without splitting a grapheme. */
function head(text: string, width: number): string {
  let taken = ''
  let left = width
  for (const { segment } of graphemes.segment(text)) {
    left -= textWidth(segment)
    if (left < 0) {
      break
    }
    taken += segment
  }
  return taken
}

/** Returns the first grapheme, even if it is wider than the line. */
const firstGrapheme = (text: string): string => [...graphemes.segment(text)][0]?.segment ?? text
