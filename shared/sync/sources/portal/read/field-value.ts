import { isPlaceholder } from '../../../values/placeholders.ts'
import { type Read, readDay, textOf } from '../../../values/read-value.ts'

/** The value of a field: text, a number, or nothing; undefined for an absent field. */
export type FieldValue = string | number | null | undefined

/** Returns the first value that is not empty or a placeholder. */
export const firstValue = (...values: readonly FieldValue[]): string | number | null =>
  values.find((value) => !isPlaceholder(textOf(value ?? null))) ?? null

/** Returns the entries of a list; none for an empty or absent list. */
export const entriesOf = <Entry>(list: readonly Entry[] | string | null | undefined): readonly Entry[] =>
  typeof list === 'string' ? [] : (list ?? [])

/** A number that `readDay` reads as the date of a spreadsheet, a form that the portal does not use. */
const SERIAL = /^\d{1,7}(?:[.,]\d+)?$/

/** Reads a date such as `24/06/2019` as `YYYY-MM-DD`; null for an empty value, undefined for an invalid one. */
export function readFieldDay(value: FieldValue): Read<string> {
  const text = textOf(value ?? null)
  const day = readDay(text, 1900)
  return typeof day === 'string' && SERIAL.test(text) ? undefined : day
}
