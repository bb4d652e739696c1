/** Days as 'YYYY-MM-DD', and the days on which the invented office is open. */

// Holidays as MM-DD. Of the movable holidays, only Good Friday moves here; the others have a fixed date. 29 February is closed,
// because it has no date ten years later.
const CLOSED = new Set(
  '01-01 02-29 05-01 05-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25'.split(' '),
)
const GOOD_FRIDAYS = new Set(
  `2016-03-25 2017-04-14 2018-03-30 2019-04-19 2020-04-10 2021-04-02
   2022-04-15 2023-04-07 2024-03-29 2025-04-18 2026-04-03`.split(/\s+/),
)
const DAY = 86_400_000

const shift = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

export function isOfficeDay(day: string) {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !CLOSED.has(day.slice(5)) && !GOOD_FRIDAYS.has(day)
}

/** Returns the first office day that is at least the given number of days later. */
export function officeDayAfter(day: string, days: number): string {
  const landed = shift(day, days)
  return isOfficeDay(landed) ? landed : officeDayAfter(landed, 1)
}

export const tenYearsAfter = (day: string) => `${Number(day.slice(0, 4)) + 10}${day.slice(4)}`
