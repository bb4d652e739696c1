import { readApplicationNumber } from '../../brands/application-number.ts'
import { cleanText } from '../text/clean-text.ts'
import { memoize } from '../text/memoize.ts'
import type { Cell } from './cell.ts'
import { serialDay } from './serial-day.ts'

/** How a value of a cell is read: null where there is none, undefined where it is not what it should be. */
export type Read<Value> = Value | null | undefined

/** What an office writes where it has nothing to write. */
const NOTHING = /^(?:[-–—.\s]*|s\/[fnic]\.?|n\/a|null|sin fecha)$/i

/** A cell's text, cleaned; empty where it has none. A number is as a spreadsheet shows it. */
export const textOf = (cell: Cell): string =>
  typeof cell === 'string' ? cleanText(cell) : String(cell ?? '')

const DIGITS = /^\d{1,64}$/
/** Thousands apart, by the same sign throughout: `1.241.347`, and no fraction such as `1241.5`. */
const GROUPED = /^\d{1,3}([. ])\d{3}(?:\1\d{3}){0,19}$/
/** A whole number that a spreadsheet wrote as a fraction. */
const WHOLE = /^(\d{1,64})[.,]0{1,6}$/

/** The digits of a whole number, however it was written, or undefined. */
function wholeNumber(text: string): string | undefined {
  if (DIGITS.test(text)) {
    return text
  }
  return GROUPED.test(text) ? text.replaceAll(/[. ]/g, '') : WHOLE.exec(text)?.[1]
}

/** Reads an application number: digits without leading zeros, at most 18 of them. */
export function readNumber(cell: Cell): Read<string> {
  const text = textOf(cell)
  if (NOTHING.test(text)) {
    return null
  }
  const digits = wholeNumber(text)
  return digits === undefined ? undefined : (readApplicationNumber(digits) ?? undefined)
}

const LONGEST_REGISTRATION = 64

/** Reads a registration number: digits without leading zeros where it is a number, else its text. */
export function readRegistration(cell: Cell): Read<string> {
  const text = textOf(cell)
  const digits = wholeNumber(text)?.replace(/^0+/, '')
  if (digits === '' || NOTHING.test(text)) {
    return null
  }
  return text.length > LONGEST_REGISTRATION ? undefined : (digits ?? text)
}

const TIME =
  /(?:(?:[ T]|, ?)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.? ?m\.?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?$/
const DAY_FIRST = new RegExp(`^(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4})${TIME.source}`, 'i')
const YEAR_FIRST = new RegExp(`^(\\d{4})([/.-])(\\d{1,2})\\2(\\d{1,2})${TIME.source}`, 'i')
const SERIAL = /^\d{5}(?:[.,]\d{1,15})?$/
const NO_DAY = /^0+(?:([/.-])0+\1?0*)?$/

/** Years in which an office may have done something. */
const FIRST_YEAR = 1800
const LAST_YEAR = 2100

/**
 * Reads a day as `YYYY-MM-DD`: `24/06/2019` (also with points or dashes), `2019-06-24`, each with a time behind or
 * not, or a spreadsheet's serial number. Days that no calendar has, and years far off, are no days.
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

/** A bare year is a number too, and no day of 1905. */
function serial(number: number, epoch: 1900 | 1904): string | undefined {
  const isYear = number >= FIRST_YEAR && number <= LAST_YEAR
  const day = isYear ? null : serialDay(number, epoch)
  return day !== null && isInReach(Number(day.slice(0, 4))) ? day : undefined
}

const isInReach = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Zeros throughout are an office's way to say that there is no day. */
function calendarDay(yearText = '', monthText = '', dayText = ''): Read<string> {
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)]
  if (year + month + day === 0) {
    return null
  }
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0)
  const exists = isInReach(year) && day >= 1 && day <= last
  return exists ? `${yearText}-${monthText.padStart(2, '0')}-${dayText.padStart(2, '0')}` : undefined
}
