import type { Bilingual } from '../../../../../schemas/bilingual.ts'

export type PageLanguage = keyof Bilingual

/** The locale of each language, for dates and numbers. */
const LOCALES: Bilingual = { en: 'en-GB', es: 'es-CL' }

/** The time zone of the office. */
const OFFICE = 'America/Santiago'

/** The Swedish locale writes dates as ISO 8601. */
const ISO = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: OFFICE })

/** Formats dates, numbers and country names in a language. */
export interface Formats {
  /** `2026-11-02` → `2 Nov 2026`: the month in letters, so that it is not read as the day. */
  day(iso: string): string
  /** The same with the full month name, for a sentence. */
  longDay(iso: string): string
  /** The day of an instant in the time zone of the office. */
  dayOf(instant: Date): string
  /** The time of an instant in that zone: `09:30`. */
  timeOf(instant: Date): string
  /** The ISO day of an instant in that zone, to compare. */
  isoDayOf(instant: Date): string
  /** `1132851` → `1.132.851`, as the office prints it. */
  number(nroSolicitud: string): string
  count(value: number): string
  list(items: readonly (string | number)[]): string
  /** In its largest unit: `3 days`. */
  duration(seconds: number): string
  /** `CL` → `Chile`. */
  country(code: string): string
}

export function formatsIn(language: PageLanguage): Formats {
  const locale = LOCALES[language]
  const ofDays = (month: 'short' | 'long', timeZone = 'UTC'): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone })
  const [short, long, office] = [ofDays('short'), ofDays('long'), ofDays('long', OFFICE)]
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle: 'h23', timeZone: OFFICE })
  const counts = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  return {
    day: (iso) => written(short, iso),
    longDay: (iso) => written(long, iso),
    dayOf: (instant) => office.format(instant),
    timeOf: (instant) => clock.format(instant),
    isoDayOf: (instant) => ISO.format(instant),
    number: (text) => (/^\d+$/.test(text) ? text.replaceAll(/\B(?=(\d{3})+$)/g, '.') : text),
    count: (value) => counts.format(value),
    list: (items) => lists.format(items.map(String)),
    duration: (seconds) => duration(locale, seconds),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  }
}

/** Returns a text that is no day unchanged. */
function written(format: Intl.DateTimeFormat, iso: string): string {
  const day = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? iso : format.format(day)
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function duration(locale: string, seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const)
  const value = Math.floor(seconds / length)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
