import type { Language } from '../../../../../shared/docs/languages.ts'

/** The locale of each language, for dates and numbers. */
const LOCALES = { en: 'en-GB', es: 'es-CL' }

/** The time zone of the office. */
const OFFICE = 'America/Santiago'

/** The Swedish locale writes dates as ISO 8601. */
const ISO = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: OFFICE })

/** Writes the offset of the office's time zone from UTC: `GMT-03:00`. */
const OFFSET = new Intl.DateTimeFormat('en', { timeZone: OFFICE, timeZoneName: 'longOffset' })

/** Returns the instant at which an ISO day begins at the office. Uses the offset from UTC at 12:00 UTC of this day. */
export function startOfDay(day: string): string {
  const offset = OFFSET.formatToParts(new Date(`${day}T12:00:00Z`)).find(
    ({ type }) => type === 'timeZoneName',
  )
  return `${day}T00:00:00${offset?.value.slice('GMT'.length) || 'Z'}`
}

/** Returns the next day; both days are ISO 8601. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

export type Formats = ReturnType<typeof formatsIn>

/** Returns functions that write dates, numbers and names of countries in a language. */
export function formatsIn(language: Language) {
  const locale = LOCALES[language]
  const days = (month: 'short' | 'long', timeZone = 'UTC') => {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone })
    return (day: Date): string => format.format(day)
  }
  /** Formats an ISO day; returns any other text unchanged. */
  const written = (format: (day: Date) => string, iso: string): string => {
    const day = new Date(`${iso}T00:00:00Z`)
    return Number.isNaN(day.getTime()) ? iso : format(day)
  }
  const [short, long] = [days('short'), days('long')]
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle: 'h23', timeZone: OFFICE })
  const counts = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  return {
    /** `2026-11-02` → `2 Nov 2026`: the month in letters, so that it is not read as the day. */
    day: (iso: string): string => written(short, iso),
    /** `2026-11-02` → `2 November 2026`, for sentences. */
    longDay: (iso: string): string => written(long, iso),
    /** The day of an instant in the time zone of the office. */
    dayOf: days('long', OFFICE),
    /** The time of an instant in the time zone of the office: `09:30`. */
    timeOf: (instant: Date): string => clock.format(instant),
    /** The ISO day of an instant in the time zone of the office, for comparisons. */
    isoDayOf: (instant: Date): string => ISO.format(instant),
    /** `1132851` → `1.132.851`, as the office prints it. */
    number: (text: string): string => (/^\d+$/.test(text) ? text.replaceAll(/\B(?=(\d{3})+$)/g, '.') : text),
    count: (value: number): string => counts.format(value),
    list: (items: readonly (string | number)[]): string => lists.format(items.map(String)),
    /** A duration in its largest unit, rounded down: `3 days`. */
    duration: (seconds: number): string => {
      const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const)
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
      return format.format(Math.floor(seconds / length))
    },
    /** `CL` → `Chile`. */
    country: (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  }
}
