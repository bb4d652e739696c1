import { cleanText, isLonger, MOST_CODE_POINTS } from '../../../text/clean-text.ts'
import { withoutNationalIds, withSeenHyphens } from '../../../values/national-ids.ts'
import { type Read, readDay, textOf } from '../../../values/read-value.ts'

/** What a field tells: a text, a number, or nothing; undefined where there is no such field. */
export type Told = string | number | null | undefined

/** The first of some fields that tells anything. */
export const firstTold = (...fields: readonly Told[]): string | number | null =>
  fields.find((told) => textOf(told ?? null) !== '') ?? null

/**
 * The office's own words: clean, and without national id numbers. Words that are too long come back with whatever is
 * in them: nobody keeps those.
 */
export function officeWords(told: Told): string {
  const words = typeof told === 'string' ? cleanText(withSeenHyphens(told)) : textOf(told ?? null)
  return isLonger(words, MOST_CODE_POINTS) ? words : withoutNationalIds(words)
}

/** The entries of a list; none where it is empty, or not told. */
export const entriesOf = <Entry>(list: readonly Entry[] | string | null | undefined): readonly Entry[] =>
  typeof list === 'string' ? [] : (list ?? [])

/** Days have signs in them: a number alone is a spreadsheet's, and the portal has none of those. */
const SERIAL = /^\d+(?:[.,]\d+)?$/

/** The first day of the calendar, which .NET has where there is none. */
const FIRST_OF_ALL = /^0?1[/.-]0?1[/.-]0001\b/

/** Reads a day as `YYYY-MM-DD` from `24/06/2019`: null for none, undefined for what is no day. */
export function toldDay(told: Told): Read<string> {
  const text = textOf(told ?? null)
  if (FIRST_OF_ALL.test(text)) {
    return null
  }
  const day = readDay(text, 1900)
  return typeof day === 'string' && SERIAL.test(text) ? undefined : day
}
