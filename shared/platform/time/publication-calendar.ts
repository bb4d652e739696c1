import Holidays from 'date-holidays'
import { chileanDay } from './chilean-day.ts'
import { addDays, chileanTime, startOfDay } from './chilean-time.ts'

/** Published about 08:00 to 09:00 and asked for from 09:30 on: what is not in by then is late. */
const DUE = '10:00'

/** Years whose holidays are kept: the present one, its neighbours, and the few that somebody looks back at. */
const MOST_YEARS = 16

const holidays = new Holidays('CL', { types: ['public'] })
const years = new Map<string, ReadonlySet<string>>()

/** The public holidays of a year (`YYYY`) as days, computed once: those that are moved stand where they are kept. */
function holidaysOf(year: string): ReadonlySet<string> {
  const known = years.get(year)
  if (known) {
    return known
  }
  const days = new Set(holidays.getHolidays(year).map(({ date }) => date.slice(0, 10)))
  if (years.size >= MOST_YEARS) {
    years.clear()
  }
  years.set(year, days)
  return days
}

/** Whether the bulletin appears on a day (`YYYY-MM-DD`): Monday to Friday but the public holidays of Chile. */
export function isPublicationDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday >= 1 && weekday <= 5 && !holidaysOf(day.slice(0, 4)).has(day)
}

/** The publication days from one day to another, both included; none when the second one lies before the first. */
export function publicationDays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isPublicationDay(day)) {
      days.push(day)
    }
  }
  return days
}

/** The first publication day after a day. */
export function publicationDayAfter(day: string): string {
  const next = addDays(day, 1)
  return isPublicationDay(next) ? next : publicationDayAfter(next)
}

/** When the edition of a day has to be in: 10:00 in Chile. */
export const dueAt = (day: string): Date => chileanTime(day, DUE)

/**
 * The time from one instant to another of which only what lies on publication days counts, in seconds with their
 * fraction; 0 when the second one is not the later one.
 */
export function secondsOnPublicationDays(from: Date, to: Date): number {
  if (to <= from) {
    return 0
  }
  const milliseconds = publicationDays(chileanDay(from), chileanDay(to)).map((day) => {
    const begin = Math.max(from.getTime(), startOfDay(day).getTime())
    const end = Math.min(to.getTime(), startOfDay(addDays(day, 1)).getTime())
    return end - begin
  })
  return milliseconds.reduce((sum, each) => sum + each, 0) / 1_000
}
