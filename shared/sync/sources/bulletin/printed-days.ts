import { type TextLine, textOfLine } from '../../formats/pdf/text-lines.ts'
import { SyncError } from '../../sync-error.ts'
import { daysIn, withoutDays } from '../../text/day-in-text.ts'
import { foldWords } from '../../text/fold-words.ts'
import type { PrintedDays } from '../../values/bulletin-entry.ts'
import { quote } from '../../values/quote.ts'
import { startsEntry } from './lines/alone.ts'

/** The number of lines at the top and at the bottom of a page that are searched for the day of the edition. */
const AT_EDGE = 5
/** Matches, after `foldWords`, the beginning of the title of an edition. */
const TITLE = /^(?:(?:inapi|marcas) )?(?:estado diario|boletin|edicion)(?!\p{L})/u
/**
 * Matches, after `foldWords`, a word that makes a line irrelevant. A day in such a line is not the day of the edition:
 * it may be the day of a law.
 */
const OTHER =
  /(?<!\p{L})(?:ley|decreto|reglamento|resolucion|articulo|anterior|rectific|modific|vigen|impres|imprim|emiti|emision|gener|creado|actualiz|descarg|consult|firm|hora|desde|hasta|publicara)/u
const TIME = /\d:\d\d/

/**
 * Returns the days that each page states above or below the entries. Reads only titles, and lines that repeat at the same
 * height on at least half of the pages (and at least two). Repeated lines may differ in their numbers and days.
 */
export function printedDays(pages: readonly (readonly TextLine[])[]): PrintedDays[] {
  const dated = pages.flatMap((lines) =>
    edgesOf(lines)
      .map(readDays)
      .filter(({ days }) => days.length > 0),
  )
  const alike = Map.groupBy(dated, ({ words, y }) => `${Math.round(y)} ${words}`)
  const fewest = Math.max(2, pages.length / 2)
  const stated = dated.filter(
    ({ words, y }) => TITLE.test(words) || (alike.get(`${Math.round(y)} ${words}`)?.length ?? 0) >= fewest,
  )
  return [...Map.groupBy(stated, ({ page }) => page)].map(([page, lines]) => ({
    page,
    text: lines[0]?.text ?? '',
    days: lines.flatMap(({ days }) => days),
  }))
}

function edgesOf(lines: readonly TextLine[]): TextLine[] {
  const first = lines.findIndex(startsEntry)
  const last = lines.findLastIndex(startsEntry)
  return lines.filter(
    (_, index) =>
      (index < AT_EDGE && (first < 0 || index < first)) || (index >= lines.length - AT_EDGE && index > last),
  )
}

function readDays(line: TextLine) {
  const text = textOfLine(line)
  const isOther = TIME.test(text) || OTHER.test(foldWords(text))
  const words = withoutDays(text).replace(/\d+/g, '#')
  return { page: line.page, y: line.y, text, words, days: isOther ? [] : daysIn(text) }
}

/**
 * Rejects an edition if its entries have its day only with day and month swapped, such as `2026-05-03` for `2026-03-05`.
 *
 * @throws SyncError `edition_unknown`
 */
export function rejectSwappedDays(day: string, days: readonly (string | null)[]): void {
  const [year, month, date] = day.split('-')
  const swapped = `${year}-${date}-${month}`
  if (swapped !== day && days.includes(swapped) && !days.includes(day)) {
    throw new SyncError(
      'edition_unknown',
      `Its entries are of ${swapped}, and the edition is of ${day}: day and month may be swapped.`,
    )
  }
}

/**
 * Rejects an edition if a page states days, but not the day of the edition.
 *
 * @throws SyncError `edition_unknown`
 */
export function rejectOtherDays(day: string, printed: readonly PrintedDays[]): void {
  const other = printed.find(({ days }) => !days.includes(day))
  if (other !== undefined) {
    throw new SyncError(
      'edition_unknown',
      `Page ${other.page} states ${other.days.join(', ')} (${quote(other.text)}), and the edition is of ${day}.`,
    )
  }
}
