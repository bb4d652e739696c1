import { readApplicationNumber } from '../../brands/application-number.ts'
import { chileanDay } from '../../platform/time/chilean-day.ts'
import { isDay } from '../../platform/time/day.ts'
import { cleanText } from '../text/clean-text.ts'
import { memoize } from '../text/memoize.ts'
import { MONTHS } from '../text/months.ts'
import type { Cell } from './cell.ts'
import { withoutNationalIds } from './national-ids.ts'
import { isPlaceholder, isPlaceholderDay, placeholderDays } from './placeholders.ts'
import { quote } from './quote.ts'
import { serialDay } from './serial-day.ts'

/** The value of a cell; null for a cell without a value, undefined for an unreadable cell. */
export type Read<Value> = Value | null | undefined

/** Returns the clean text of a cell; empty for an empty cell. */
export const textOf = (cell: Cell): string =>
  typeof cell === 'string' ? cleanText(cell) : String(cell ?? '')

/** Characters with which spreadsheets mark a number as text: `'123`, `="123"`. */
const AS_TEXT = /^(?:'|="([^"]*)"$)/

/** Returns the clean text of a cell with a number or a day; empty for a placeholder. */
export function valueText(cell: Cell): string {
  const text = textOf(cell).replace(AS_TEXT, '$1').trim()
  // The statistics program R writes `NA` for a missing value.
  return isPlaceholder(text) || text === 'NA' ? '' : text
}

const DIGITS = /^\d{1,64}$/
/** Thousands with separators: `1.241.347`, `1 241 347`. */
const GROUPED = /^(\d{1,3}([. ])\d{3}(?:\2\d{3}){0,19})(?:,0{1,6})?$/
/** Requires two commas, because `1,241` may be a fraction. */
const GROUPED_BY_COMMAS = /^(\d{1,3}(?:,\d{3}){2,20})(?:\.0{1,6})?$/
const WHOLE = /^(\d{1,64})[.,]0{1,6}$/
/** Matches `Nº` in `Nº 123`. Does not match `#`, because `#123` may be a row that was commented out. */
const NUMBER_WORD = /^(?:n(?:(?:ro|o|[uú]m(?:ero)?)[.°º]{0,2}|[.°º]{1,2}) ?)(?=\d)/i

function wholeNumber(written: string): string | undefined {
  const text = written.replace(NUMBER_WORD, '')
  if (DIGITS.test(text)) {
    return text
  }
  const grouped = GROUPED.exec(text) ?? GROUPED_BY_COMMAS.exec(text)
  return grouped ? grouped[1]?.replace(/\D/g, '') : WHOLE.exec(text)?.[1]
}

/** Reads an application number: at most 18 digits, without leading zeros. */
export function readNumber(cell: Cell): Read<string> {
  const text = valueText(cell)
  if (text === '') {
    return null
  }
  const digits = wholeNumber(text)
  return digits === undefined ? undefined : (readApplicationNumber(digits) ?? undefined)
}

export const MAX_REGISTRATION_LENGTH = 64
const NOT_REGISTERED =
  /^(?:en tr[aá]mite|pendiente|por (?:asignar|definir|registrar)|no (?:asignad[oa]|registrad[oa])|solicitad[oa]|no)$/i

/** Reads a registration number. Removes leading zeros from a number, and national ids from any other text. */
export function readRegistration(cell: Cell): Read<string> {
  const text = valueText(cell)
  const digits = wholeNumber(text.replace(/^# ?/, ''))?.replace(/^0+/, '')
  if (digits !== undefined || text === '' || NOT_REGISTERED.test(text)) {
    return digits || null
  }
  const isUnreadable = text.length > MAX_REGISTRATION_LENGTH || !/\d/.test(text)
  return isUnreadable ? undefined : withoutNationalIds(text) || null
}

const TIME =
  /(?:(?:[ T]|, ?)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.? ?m\.?)?(?: ?(?:Z|[+-]\d{2}(?::?\d{2})?))?)?$/
const withTime = (form: string): RegExp => new RegExp(form + TIME.source, 'i')

const DAY_FIRST = withTime(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})`)
const YEAR_FIRST = withTime(String.raw`^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})`)
const EIGHT_DIGITS = withTime(String.raw`^(\d{8})`)
/** `24-jun-2019`, `24JUN2019`, `24 de junio de 2019`. */
const MONTH_NAMED = withTime(
  String.raw`^(\d{1,2})(?: de |[ /.-]?)(${Object.keys(MONTHS).join('|')})\.?(?: del? |[ /.-]?)(\d{4}|\d{2})`,
)
const SERIAL = /^\d{5}(?:[.,]\d{1,15})?$/
const NO_DAY = withTime(String.raw`^0+(?:([/.-])0+\1?0*)?`)

const FIRST_YEAR = 1800
const LAST_YEAR = 2100
/** The first two-digit year in the 20th century: `50` is 1950, `49` is 2049 (docs/decisions.md#synchronization: Days). */
const FIRST_SHORT_YEAR = 50

/**
 * Returns the day in a cell as `YYYY-MM-DD`; null for an empty cell or a placeholder. Reads serial numbers of spreadsheets, and
 * texts such as `24/06/2019`, `20190624` or `24-jun-2019`. Returns undefined for any other text, for an ambiguous or
 * implausible day, and for a time with a time zone whose day in Chile is not the written day.
 *
 * @param epoch the first year of the serial numbers
 */
export function readDay(cell: Cell, epoch: 1900 | 1904): Read<string> {
  const days = typeof cell === 'string' ? daysOfText[epoch](cell) : daysOfNumber(cell ?? 0, epoch)
  const [day] = days
  if (days.length !== 1 || day === undefined) {
    return undefined
  }
  return day === NONE || isPlaceholderDay(day) ? null : day
}

/** Returns the reason why `readDay` rejects a cell, as a sentence that begins with `subject`. */
export function noDayReason(subject: string, cell: Cell): string {
  const isAmbiguous = typeof cell === 'string' && daysOfText[1900](cell).length > 1
  const shown = quote(String(cell))
  return isAmbiguous
    ? `${subject} ${shown} may be several days: write its year with four digits`
    : `${subject} is no date: ${shown}`
}

const NONE = ''

/** The maximum number of cached texts. A century has about this number of days. */
const MOST_DAYS = 36_525
const daysOfText = {
  1900: memoize((text) => readingsOf(text, 1900), MOST_DAYS),
  1904: memoize((text) => readingsOf(text, 1904), MOST_DAYS),
} as const

function daysOfNumber(number: number, epoch: 1900 | 1904): string[] {
  return number >= 10_000_000
    ? readingsOf(String(number), epoch)
    : number === 0
      ? [NONE]
      : serial(number, epoch)
}

/** Returns all days that a text may mean; no day for an unreadable text, `NONE` for a placeholder. */
function readingsOf(cell: string, epoch: 1900 | 1904): string[] {
  const text = valueText(cell)
  if (text === '' || NO_DAY.test(text)) {
    return [NONE]
  }
  if (isOtherDayInChile(text)) {
    return []
  }
  return SERIAL.test(text) ? serial(Number(text.replace(',', '.')), epoch) : [...new Set(writtenDays(text))]
}

/** A day with a time and a time zone: `2034-10-25T02:59:59Z` is on 24 October in Chile. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})? ?(Z|[+-]\d{2}:?\d{2})$/i

/** Returns false at midnight, because such a text may mean a day without a time. */
function isOtherDayInChile(text: string): boolean {
  const [, day = '', time = '', zone = ''] = INSTANT.exec(text) ?? []
  const instant = new Date(
    `${day}T${time}${/\d{4}/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`,
  )
  return !/^0*:?0*:?0*$/.test(time) && !Number.isNaN(instant.getTime()) && chileanDay(instant) !== day
}

function writtenDays(text: string): string[] {
  const [, day = '', sign, month, year = ''] = DAY_FIRST.exec(text) ?? []
  if (sign !== undefined) {
    // `19-06-24` may be a shortened `2019-06-24`.
    const isShort = sign === '-' && year.length === 2
    return [...daysOf(year, month, day), ...(isShort ? daysOf(day, month, year) : [])]
  }
  const [, namedDay, name, namedYear] = MONTH_NAMED.exec(text) ?? []
  if (name !== undefined) {
    return daysOf(namedYear, MONTHS[name.toLowerCase()], namedDay)
  }
  const [, firstYear, , middle, last] = YEAR_FIRST.exec(text) ?? []
  if (firstYear !== undefined) {
    return daysOf(firstYear, middle, last)
  }
  const digits = EIGHT_DIGITS.exec(text)?.[1] ?? ''
  return [
    ...daysOf(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)),
    ...daysOf(digits.slice(4), digits.slice(2, 4), digits.slice(0, 2)),
  ]
}

/** Returns no day for a number that is probably a year: as a serial number, 2019 is a day in 1905. */
function serial(number: number, epoch: 1900 | 1904): string[] {
  const isYear = number >= FIRST_YEAR && number <= LAST_YEAR
  const day = isYear ? null : serialDay(number, epoch)
  return day !== null && isReadable(day) ? [day] : []
}

/** Returns the days that exist. A two-digit year may belong to a placeholder day: `00-01-01` -> `2000-01-01`, `1900-01-01`. */
function daysOf(year = '', month = '', day = ''): string[] {
  const monthAndDay = `-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const isShort = year.length === 2
  const whole = isShort ? (Number(year) < FIRST_SHORT_YEAR ? 20 : 19) + year : year
  const others = isShort ? placeholderDays(year + monthAndDay) : []
  return [whole + monthAndDay, ...others].filter(isReadable)
}

function isReadable(day: string): boolean {
  const year = Number(day.slice(0, 4))
  return isPlaceholderDay(day) || (isDay(day) && year >= FIRST_YEAR && year <= LAST_YEAR)
}
