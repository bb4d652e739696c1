import { chileanDay } from './chilean-day.ts'
import { CHILEAN_HOLIDAYS } from './chilean-holidays.ts'
import { addDays, chileanTime, startOfDay } from './chilean-time.ts'

/** The time at which an edition of the bulletin is due. The office publishes editions between 08:00 and 09:00. */
const DUE = '10:00'

/** The public holidays as `YYYY-MM-DD`. Years without an entry in CHILEAN_HOLIDAYS have no holidays. */
const holidays = new Set(
  Object.entries(CHILEAN_HOLIDAYS).flatMap(([year, days]) => days.split(' ').map((day) => `${year}-${day}`)),
)

/** Returns whether the bulletin appears on a day: Monday to Friday, except the public holidays of Chile. */
export function isPublicationDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday >= 1 && weekday <= 5 && !holidays.has(day)
}

/** Returns the publication days from `from` to `to`, both included; an empty list if `to` is before `from`. */
export function publicationDays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isPublicationDay(day)) {
      days.push(day)
    }
  }
  return days
}

export function publicationDayAfter(day: string): string {
  const next = addDays(day, 1)
  return isPublicationDay(next) ? next : publicationDayAfter(next)
}

export const dueAt = (day: string): Date => chileanTime(day, DUE)

/** Returns the seconds between two instants, counted only on publication days; 0 if `to` is not after `from`. */
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
