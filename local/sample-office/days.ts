/** Days as 'YYYY-MM-DD', and the days on which the made-up office is open. */

// The fixed holidays suffice here; 29 February is left out so that every registration has its anniversary.
const CLOSED = new Set(
  '01-01 02-29 05-01 05-21 07-16 08-15 09-18 09-19 11-01 12-08 12-25'.split(' '),
)
const DAY = 86_400_000

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY

const shift = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

export function isOfficeDay(day: string) {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !CLOSED.has(day.slice(5))
}

/** The first office day that is at least so many days later. */
export function officeDayAfter(day: string, days: number): string {
  const landed = shift(day, days)
  return isOfficeDay(landed) ? landed : officeDayAfter(landed, 1)
}

export const tenYearsAfter = (day: string) => `${Number(day.slice(0, 4)) + 10}${day.slice(4)}`
