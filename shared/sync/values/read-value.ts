import { readApplicationNumber } from '../../brands/application-number.ts'
import { cleanText } from '../text/clean-text.ts'
import { memoize } from '../text/memoize.ts'
import type { Cell } from './cell.ts'
import { serialDay } from './serial-day.ts'

/** The value of a cell: null for an empty cell, undefined for an unreadable one. */
export type Read<Value> = Value | null | undefined

/** Texts of the office for an empty cell. */
const NOTHING = /^(?:[-–—.\s]*|s\/[fnic]\.?|n\/a|null|sin fecha)$/i

/** Returns the clean text of a cell; empty for an empty cell. */
export const textOf = (cell: Cell): string =>
  typeof cell === 'string' ? cleanText(cell) : String(cell ?? '')

const DIGITS = /^\d{1,64}$/
/** A number with one separator of thousands, `1.241.347`; not a fraction such as `1241.5`. */
const GROUPED = /^\d{1,3}([. ])\d{3}(?:\1\d{3}){0,19}$/
/** A whole number with decimal zeros, as some spreadsheets write it. */
const WHOLE = /^(\d{1,64})[.,]0{1,6}$/

/** Returns the digits of a whole number, or undefined. */
function wholeNumber(text: string): string | undefined {
  if (DIGITS.test(text)) {
    return text
  }
  return GROUPED.test(text) ? text.replaceAll(/[. ]/g, '') : WHOLE.exec(text)?.[1]
}

/** Reads an application number: at most 18 digits, without leading zeros. */
export function readNumber(cell: Cell): Read<string> {
  const text = textOf(cell)
  if (NOTHING.test(text)) {
    return null
  }
  const digits = wholeNumber(text)
  return digits === undefined ? undefined : (readApplicationNumber(digits) ?? undefined)
}

const MAX_REGISTRATION_LENGTH = 64

/** Reads a registration number: digits without leading zeros for a number, else the text. */
export function readRegistration(cell: Cell): Read<string> {
  const text = textOf(cell)
  const digits = wholeNumber(text)?.replace(/^0+/, '')
  if (digits === '' || NOTHING.test(text)) {
    return null
  }
  return text.length > MAX_REGISTRATION_LENGTH ? undefined : (digits ?? text)
}

const TIME =
  /(?:(?:[ T]|, ?)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.? ?m\.?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?$/
const DAY_FIRST = new RegExp(`^(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4})${TIME.source}`, 'i')
const YEAR_FIRST = new RegExp(`^(\\d{4})([/.-])(\\d{1,2})\\2(\\d{1,2})${TIME.source}`, 'i')
const SERIAL = /^\d{5}(?:[.,]\d{1,15})?$/
const NO_DAY = /^0+(?:([/.-])0+\1?0*)?$/

/** The plausible years of an event. */
const FIRST_YEAR = 1800
const LAST_YEAR = 2100

/**
 * Reads a day as `YYYY-MM-DD`: `24/06/2019` (also with points or dashes), `2019-06-24`, each with or without a time, or the
 * serial number of a spreadsheet. Days that do not exist, and implausible years, are undefined.
 */
export function readDay(cell: Cell, epoch: 1900 | 1904): Read<string> {
  if (cell === null || cell === 0) {
    return null
  }
  return typeof cell === 'number' ? serial(cell, epoch) : dayOfText[epoch](cell)
}

/** A century of days, in each epoch. */
const MOST_DAYS = 36_525
const dayOfText = {
  1900: memoize((text) => dayOf(text, 1900), MOST_DAYS),
  1904: memoize((text) => dayOf(text, 1904), MOST_DAYS),
} as const

function dayOf(cell: string, epoch: 1900 | 1904): Read<string> {
  const text = cleanText(cell)
  const european = DAY_FIRST.exec(text)
  if (european) {
    return calendarDay(european[4], european[3], european[1])
  }
  const iso = YEAR_FIRST.exec(text)
  if (iso) {
    return calendarDay(iso[1], iso[3], iso[4])
  }
  if (NOTHING.test(text) || NO_DAY.test(text)) {
    return null
  }
  return SERIAL.test(text) ? serial(Number(text.replace(',', '.')), epoch) : undefined
}

/** A year alone is not the serial number of a day in 1905. */
function serial(number: number, epoch: 1900 | 1904): string | undefined {
  const isYear = number >= FIRST_YEAR && number <= LAST_YEAR
  const day = isYear ? null : serialDay(number, epoch)
  return day !== null && isPlausible(Number(day.slice(0, 4))) ? day : undefined
}

const isPlausible = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The office writes only zeros where there is no day. */
function calendarDay(yearText = '', monthText = '', dayText = ''): Read<string> {
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)]
  if (year + month + day === 0) {
    return null
  }
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0)
  const exists = isPlausible(year) && day >= 1 && day <= last
  return exists ? `${yearText}-${monthText.padStart(2, '0')}-${dayText.padStart(2, '0')}` : undefined
}
