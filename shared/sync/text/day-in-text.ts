import { isDay } from '../../platform/time/day.ts'
import { foldWords } from './fold-words.ts'
import { MONTHS } from './months.ts'

const YEAR = '(?<year>(?:19|20)[0-9]{2})'
const MONTH = '(?<month>0[1-9]|1[0-2])'
const DAY = '(?<day>0[1-9]|[12][0-9]|3[01])'
const APART = '(?<sign>[-_./ ])'
const [SHORT_DAY, SHORT_MONTH] = [DAY, MONTH].map((form) => form.replace('0', '0?'))

/**
 * Days in digits: `2026-09-04`, `04092026`, `4/9/2026`. Eight digits are unambiguous: in `DDMMYYYY`, digits 5 and
 * 6 are 19 or 20; in `YYYYMMDD`, they are the month.
 */
const IN_DIGITS = new RegExp(
  `(?<!\\d)(?:${[
    `${YEAR}${APART}?${MONTH}\\k<sign>${DAY}`,
    `${DAY}${APART}?${MONTH}\\k<sign>${YEAR}`,
    `${SHORT_DAY}${APART}${SHORT_MONTH}\\k<sign>${YEAR}`,
  ].join('|')})(?!\\d)`,
  'g',
)
/** Days in words: `viernes 4 de septiembre de 2026`, `20 nov 2026`. */
const IN_WORDS = new RegExp(
  `(?<!\\d)${SHORT_DAY} ?(?:de )?(?<name>${Object.keys(MONTHS).join('|')}) ?(?:del? )?${YEAR}(?!\\d)`,
  'g',
)

/** Only this number of characters at the start of a text is searched for days. */
const MAX_LENGTH = 2_000

/** A text in which `qday0q` replaces the first of the `days`, and `qday1q` the second. */
interface MarkedText {
  words: string
  days: string[]
}

const MARK = /qday(\d+)q/g
/** A range: `qday0q al qday1q`. `markDays` replaces a dash between days by `al`. */
const RANGE = /qday(\d+)q (?:al?|hasta) qday(\d+)q/g
const DASH = /(?<=q)\s*[-–_]+\s*(?=qday\d+q)/g
const MARK_WITH_PREPOSITION = / ?(?:\b(?:del?|desde|al?|hasta) )?qday\d+q/g

function markDays(text: string): MarkedText {
  const days: string[] = []
  const mark = (form: RegExp, searched: string): string =>
    searched.replaceAll(form, (...match) => {
      const { year, month, name = '', day = '' } = match.at(-1) as Record<string, string | undefined>
      const found = `${year}-${(month ?? MONTHS[name] ?? '').padStart(2, '0')}-${day.padStart(2, '0')}`
      return isDay(found) ? ` qday${days.push(found) - 1}q ` : String(match[0])
    })
  const words = mark(IN_WORDS, foldWords(mark(IN_DIGITS, text).replaceAll(DASH, ' al ')))
  return { words: words.replace(/ {2,}/g, ' ').trim(), days }
}

/**
 * Returns the distinct days in a text as `YYYY-MM-DD`.
 * For a range such as `2026-01-01 al 2026-11-20`, returns only the last day.
 */
export function daysIn(text: string): string[] {
  const { words, days } = markDays(text.slice(0, MAX_LENGTH))
  const dayAt = (index: string | undefined): string => days[Number(index)] ?? ''
  const left = words.replaceAll(RANGE, (range, first, last) =>
    dayAt(first) <= dayAt(last) ? `qday${last}q` : range,
  )
  return [...new Set([...left.matchAll(MARK)].map(([, index]) => dayAt(index)).filter(Boolean))]
}

/** Returns the day in a text; undefined without a day or with several days. */
export function dayIn(text: string): string | undefined {
  const [day, another] = daysIn(text)
  return another === undefined ? day : undefined
}

/** Returns the folded words of a text without its days: `"Boletín del 4/9/2026" -> "boletin"`. */
export const withoutDays = (text: string): string =>
  markDays(text).words.replaceAll(MARK_WITH_PREPOSITION, '').trim()
