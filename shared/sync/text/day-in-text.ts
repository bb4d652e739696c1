import { isDay } from '../../platform/time/day.ts'
import { foldWords } from './fold-words.ts'

const YEAR = '(?<year>(?:19|20)[0-9]{2})'
const MONTH = '(?<month>0[1-9]|1[0-2])'
const DAY = '(?<day>0[1-9]|[12][0-9]|3[01])'
const APART = '([-_./ ])'

/** Days in digits: `2026-09-04`, `2026_09_04`, `20260904`, `04-09-2026`, `4/9/2026`, and `2026/09/04` as folders. */
const IN_DIGITS = [
  `${YEAR}${APART}?${MONTH}\\2${DAY}`,
  `${DAY}${APART}${MONTH}\\2${YEAR}`,
  `${DAY.replace('0', '0?')}${APART}${MONTH.replace('0', '0?')}\\2${YEAR}`,
].map((form) => new RegExp(`(?<!\\d)${form}(?!\\d)`, 'g'))

const MONTHS: Readonly<Record<string, string>> = {
  enero: '01',
  febrero: '02',
  marzo: '03',
  abril: '04',
  mayo: '05',
  junio: '06',
  julio: '07',
  agosto: '08',
  septiembre: '09',
  setiembre: '09',
  octubre: '10',
  noviembre: '11',
  diciembre: '12',
}
const MONTH_NAME = `(?<name>${Object.keys(MONTHS).join('|')})`

/** Days in words, in folded text: `viernes 4 de septiembre de 2026`, `1 de enero del 2026`. */
const IN_WORDS = [
  new RegExp(`(?<!\\d)${DAY.replace('0', '0?')} (?:de )?${MONTH_NAME} (?:del? )?${YEAR}(?!\\d)`, 'g'),
]

/** The part of a text that is searched. */
const MAX_LENGTH = 2_000

/** Returns the first day in a text, in digits or else in words, as `YYYY-MM-DD`. */
export function dayIn(text: string): string | undefined {
  const start = text.slice(0, MAX_LENGTH)
  return firstDay(start, IN_DIGITS) ?? firstDay(foldWords(start), IN_WORDS)
}

/** Returns a text without its days; where one is in words, the rest is folded. */
export function withoutDays(text: string): string {
  const rest = IN_DIGITS.reduce((left, form) => left.replaceAll(form, ''), text)
  const folded = foldWords(rest)
  const without = IN_WORDS.reduce((left, form) => left.replaceAll(form, ''), folded)
  return without === folded ? rest : without
}

function firstDay(text: string, forms: readonly RegExp[]): string | undefined {
  for (const form of forms) {
    for (const { groups: { year, month, name = '', day = '' } = {} } of text.matchAll(form)) {
      const found = `${year}-${(month ?? MONTHS[name] ?? '').padStart(2, '0')}-${day.padStart(2, '0')}`
      if (isDay(found)) {
        return found
      }
    }
  }
  return undefined
}
