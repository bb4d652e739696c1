import { type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { foldWords } from '../../../text/fold-words.ts'
import { isPlainNumber, numberAtStart } from './numbers.ts'

/** Matches an event (a code with words) or a resolution. */
export const EVENT_OR_RESOLUTION = /(?<!\S)\d{3,4}\s*[-–.:]?\s+\p{Lu}\p{Ll}|(?<!\S)\d{4}\s?\/\s?\d+(?!\S)/u

/** Returns whether a line outside the rows is a note. A note contains no application number, event or resolution. */
export const isNote = (line: TextLine): boolean =>
  !EVENT_OR_RESOLUTION.test(textOfLine(line)) && !line.pieces.some(({ text }) => isPlainNumber(text))

/** Matches, after `foldWords`, a total, such as `Total: 24 entradas` or `Cantidad de solicitudes: 3`. */
const TOTAL =
  /^(?:(?:sub ?)?total(?:es)?|cantidad|numero)(?: (?:\p{L}+|m\d{1,2})){0,5} ?:? ?\d{1,3}(?:[ .,]?\d{3})?(?: \p{L}+){0,4}$/u

/** Returns the lines of a table without the totals below the last row of each page. */
export function withoutTotals(lines: readonly TextLine[]): TextLine[] {
  let below: TextLine | undefined
  return [...lines]
    .reverse()
    .filter((line) => {
      if (numberAtStart(line) !== undefined) {
        below = line
      }
      return below?.page === line.page || !TOTAL.test(foldWords(textOfLine(line)))
    })
    .reverse()
}
