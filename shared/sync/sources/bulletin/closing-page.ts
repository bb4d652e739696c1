import { readPageNumber } from '../../formats/pdf/page-numbers.ts'
import { leftOf, type TextLine, textOfLine } from '../../formats/pdf/text-lines.ts'
import { foldWords } from '../../text/fold-words.ts'
import { startsEntry } from './lines/alone.ts'
import { isNote } from './lines/notes.ts'
import { readHeading } from './sections.ts'

/** The tolerance for the left edge of the application numbers, in points. */
const SAME_PLACE = 1

/** Matches, after `foldWords`, the note on a blank page, such as `Página dejada en blanco intencionalmente`. */
const BLANK =
  /^(?:esta )?(?:pagina|hoja|plana) (?:(?:se|ha|sido|fue|deja|dejad[ao]|intencional(?:mente)?|deliberadamente) )*en blanco(?: (?:intencional(?:mente)?|deliberadamente|a proposito))?$/u

/**
 * Removes from the pages of an edition the text that belongs to no entry:
 *
 * - notes on blank pages;
 * - text on pages after the last entry, such as signatures.
 *
 * Keeps page numbers. Keeps a page after the last entry if one of its lines may belong to an entry. For example, a line
 * to the right of the application numbers may be the rest of a cell.
 */
export function withoutClosingPages(pages: readonly TextLine[][]): TextLine[][] {
  const left = pages
    .flat()
    .filter(startsEntry)
    .reduce((least, line) => Math.min(least, leftOf(line)), Number.POSITIVE_INFINITY)
  const last = pages.findLastIndex((lines) => lines.some(startsEntry))
  const isClosing = (line: TextLine): boolean =>
    line.pieces.length === 1 &&
    leftOf(line) <= left + SAME_PLACE &&
    isNote(line) &&
    readHeading(textOfLine(line)) === null
  const isBlank = (line: TextLine): boolean => BLANK.test(foldWords(textOfLine(line)))
  return pages.map((lines, index) => {
    if (lines.some(isBlank) && !lines.some(startsEntry)) {
      return lines.filter((line) => !isBlank(line))
    }
    const numbers = lines.filter((line) => readPageNumber(line)?.isAlone)
    const isAll =
      last >= 0 && index > last && lines.every((line) => numbers.includes(line) || isClosing(line))
    return isAll ? numbers : lines
  })
}
