import { SyncError } from '../../sync-error.ts'
import { quote } from '../../values/quote.ts'
import { type TextLine, textOfLine } from './text-lines.ts'

const SIGN = String.raw`\s*[-–—|]?\s*`
/** Matches `12`, `- 12 -` or `Página 3 de 8` alone in a line. */
const ALONE = new RegExp(
  String.raw`^(?<word>p[aá]g(?:ina|\.)?\s*)?${SIGN}(?<number>\d{1,4})\s*(?:(?:de|\/)\s*(?<total>\d{1,4}))?${SIGN}$`,
  'i',
)
/** Matches `Página 3` in a line with other words. */
const WITHIN =
  /(?<word>p[aá]g(?:ina|\.)?\s*)(?<number>\d{1,4})(?!\d)(?:\s*(?:de|\/)\s*(?<total>\d{1,4})(?!\d))?/i

export interface PageNumber {
  line: TextLine
  number: number
  /** The printed total: 8 in `3 de 8`. */
  total: number | undefined
  hasWord: boolean
  isAlone: boolean
}

export function readPageNumber(line: TextLine): PageNumber | undefined {
  const text = textOfLine(line)
  const alone = ALONE.exec(text)?.groups
  const { word, number, total } = alone ?? WITHIN.exec(text)?.groups ?? {}
  return number === undefined
    ? undefined
    : {
        line,
        number: Number(number),
        total: total === undefined ? undefined : Number(total),
        hasWord: word !== undefined,
        isAlone: alone !== undefined,
      }
}

/**
 * Rejects a document if the printed page numbers skip or repeat a page, or end before the printed total. A section may begin
 * again with page 1.
 *
 * @param found the printed numbers in the order of the pages
 * @param pages the number of pages of the document
 * @throws SyncError `cut_off`
 */
export function rejectMissingPages(found: readonly PageNumber[], pages: number): void {
  for (const same of Map.groupBy(found, wordingOf).values()) {
    const wrong = same.find((each, index) => !follows(same[index - 1], each))
    const last = same.at(-1)
    const short = last && !endsWith(last, pages - last.line.page) ? last : undefined
    const { line } = wrong ?? short ?? {}
    if (line !== undefined) {
      const text = quote(textOfLine(line))
      throw new SyncError(
        'cut_off',
        `Page ${line.page} of the ${pages} pages has ${text}: a page is missing or occurs twice.`,
      )
    }
  }
}

const wordingOf = ({ line }: PageNumber): string => textOfLine(line).replace(/\d+/g, '#')

function follows(above: PageNumber | undefined, { number, total, line }: PageNumber): boolean {
  if (above === undefined) {
    return total === undefined || number <= line.page
  }
  const isNext = number - above.number === 1 || number - above.number === line.page - above.line.page
  return (
    (isNext && total === above.total) || (number === 1 && endsWith(above, line.page - above.line.page - 1))
  )
}

/** Returns whether a section can end with this page number and `others` further pages that have no page number. */
const endsWith = ({ number, total }: PageNumber, others: number): boolean =>
  total === undefined || (number <= total && number + others >= total)
