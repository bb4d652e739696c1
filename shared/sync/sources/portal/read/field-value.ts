import { cleanText, isLonger, MOST_CODE_POINTS } from '../../../text/clean-text.ts'
import { withoutNationalIds, withSeenHyphens } from '../../../values/national-ids.ts'
import { type Read, readDay, textOf } from '../../../values/read-value.ts'

/** The value of a field: text, a number, or nothing; undefined for an absent field. */
export type FieldValue = string | number | null | undefined

/** Returns the first value that is not empty. */
export const firstValue = (...values: readonly FieldValue[]): string | number | null =>
  values.find((value) => textOf(value ?? null) !== '') ?? null

/**
 * Returns the office's own words, cleaned and without national ids. Too long words are returned with their national ids,
 * because their callers reject them.
 */
export function officeWords(value: FieldValue): string {
  const words = typeof value === 'string' ? cleanText(withSeenHyphens(value)) : textOf(value ?? null)
  return isLonger(words, MOST_CODE_POINTS) ? words : withoutNationalIds(words)
}

/** Returns the entries of a list; none for an empty or absent list. */
export const entriesOf = <Entry>(list: readonly Entry[] | string | null | undefined): readonly Entry[] =>
  typeof list === 'string' ? [] : (list ?? [])

/** A plain number is a spreadsheet's date, which the portal does not use. */
const SERIAL = /^\d+(?:[.,]\d+)?$/

/** .NET's default date, which means no date. */
const NO_DATE = /^0?1[/.-]0?1[/.-]0001\b/

/** Reads a date such as `24/06/2019` as `YYYY-MM-DD`: null for none, undefined for an invalid one. */
export function readFieldDay(value: FieldValue): Read<string> {
  const text = textOf(value ?? null)
  if (NO_DATE.test(text)) {
    return null
  }
  const day = readDay(text, 1900)
  return typeof day === 'string' && SERIAL.test(text) ? undefined : day
}
