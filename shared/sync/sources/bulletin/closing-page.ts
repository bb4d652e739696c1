import { readPageNumber } from '../../formats/pdf/page-numbers.ts'
import { leftOf, type TextLine, textOfLine } from '../../formats/pdf/text-lines.ts'
import { startsEntry } from './lines/alone.ts'
import { isNote } from './lines/notes.ts'
import { readHeading } from './sections.ts'

/** The tolerance of the left edge of the numbers, in points. */
const SAME_PLACE = 1

/**
 * Returns the pages of an edition without the texts of those behind its last entry that have nothing of an entry, as of
 * signatures: each text begins at the left of the numbers, where no cell continues.
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
  return pages.map((lines, index) => {
    const numbers = lines.filter((line) => readPageNumber(line)?.isAlone)
    const isAll =
      last >= 0 && index > last && lines.every((line) => numbers.includes(line) || isClosing(line))
    return isAll ? numbers : lines
  })
}
