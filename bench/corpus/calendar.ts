/**
 * The days on which the invented office is open, with a number for each day; the first day of the corpus is 0. Calculations use
 * these numbers, because calculations with texts would take too long for millions of marks.
 */

import { officeDayAfter, tenYearsAfter } from './days.ts'

const FIRST = '2009-01-02'
const LAST = '2026-10-30'

function officeDays(): string[] {
  const days = []
  for (let day = FIRST; day <= LAST; day = officeDayAfter(day, 1)) days.push(day)
  return days
}

/** All office days of the corpus as `YYYY-MM-DD`. */
export const OFFICE_DAYS: readonly string[] = officeDays()

/** For each office day, the same date ten years later. */
export const TEN_YEARS_ON: readonly string[] = OFFICE_DAYS.map(tenYearsAfter)

/** The number of the last office day; events of later days have not happened yet. */
export const TODAY = OFFICE_DAYS.length - 1

/** Returns the number of the first office day that is not before `day`. */
export const dayNumber = (day: string): number => OFFICE_DAYS.findIndex((each) => each >= day)

// The number of filings in each year, in thousands.
const FILED = [30, 33, 36, 38, 40, 41, 43, 50, 52, 54, 56, 57, 62, 63, 62, 63, 64, 65]
const FIRST_YEAR = 2009

/** Returns, for each day, the share of all filings up to the end of this day, from 0 to 1. */
function filedBy(): Float64Array {
  const by = new Float64Array(OFFICE_DAYS.length)
  let total = 0
  OFFICE_DAYS.forEach((day, number) => {
    total += FILED[Number(day.slice(0, 4)) - FIRST_YEAR] as number
    by[number] = total
  })
  return by.map((sum) => sum / total)
}

const FILED_BY = filedBy()

/**
 * Returns the number of the day by which a share of all marks (0 to 1) had been filed. Call it with ascending shares, and pass
 * the result of the previous call as `from`: each call then needs only a few steps.
 */
export function filingDay(share: number, from: number): number {
  let day = from
  while ((FILED_BY[day] as number) < share && day < TODAY) day++
  return day
}
