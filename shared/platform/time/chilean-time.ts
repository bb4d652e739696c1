import { TIME_ZONE } from './chilean-day.ts'

const DAY_MS = 86_400_000

/** Created only once, because the creation of a format is slow. */
const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Adds a number of days, which may be negative, to a day (`YYYY-MM-DD`). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the UTC offset of Chile at an instant, in milliseconds. */
function offsetAt(instant: number): number {
  const whole = Math.floor(instant / 1_000) * 1_000
  return Date.parse(`${wallClock.format(whole).replace(' ', 'T')}Z`) - whole
}

/**
 * Returns the instant of a local time (`HH:MM`) in Chile. When the clocks go forward, a skipped time moves forward by the
 * length of the gap. When the clocks go back, returns the second occurrence of a repeated time.
 */
export function chileanTime(day: string, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const either = [asUtc - offsetAt(asUtc - DAY_MS), asUtc - offsetAt(asUtc + DAY_MS)]
  const shown = either.filter((instant) => instant + offsetAt(instant) === asUtc)
  return new Date(Math.max(...(shown.length > 0 ? shown : either)))
}

/** Returns the first instant of a day in Chile: midnight, or 01:00 if daylight saving time starts at midnight. */
export const startOfDay = (day: string): Date => chileanTime(day, '00:00')
