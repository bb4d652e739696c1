import { isPlaceholder } from '../../../values/placeholders.ts'
import { type Read, readDay, textOf } from '../../../values/read-value.ts'

/** The value of a field: a text, a number, or null; undefined if the field is absent. */
export type FieldValue = string | number | null | undefined

/** Returns the first value that is neither empty nor a placeholder such as `sin datos`; null if there is none. */
export const firstValue = (...values: readonly FieldValue[]): string | number | null =>
  values.find((value) => !isPlaceholder(textOf(value ?? null))) ?? null

/** Returns the entries of a list. Null, an absent list, and a text in place of a list have no entries. */
export const entriesOf = <Entry>(list: readonly Entry[] | string | null | undefined): readonly Entry[] =>
  typeof list === 'string' ? [] : (list ?? [])

/** Matches a number that `readDay` would read as a spreadsheet date. The portal does not write dates as numbers. */
const SERIAL = /^\d{1,7}(?:[.,]\d+)?$/

/** Reads a date such as `24/06/2019` as `YYYY-MM-DD`; null for an empty value, undefined for an invalid value. */
export function readFieldDay(value: FieldValue): Read<string> {
  const text = textOf(value ?? null)
  const day = readDay(text, 1900)
  return typeof day === 'string' && SERIAL.test(text) ? undefined : day
}
