/** The numbers that the office assigns. Application numbers increase with the filing day, with gaps. */

import { TODAY } from './calendar.ts'
import type { Random } from './random.ts'

// The numbers of 2009 to 2026. They are in the same range as the numbers of the marks in the sample data.
const APPLICATIONS = { first: 909_001, span: 649_000 }
const REGISTRATIONS = { first: 1_050_601, perDay: 92 }

// The minimum mean distance between two numbers: for a large corpus, the span is extended to 11 numbers for each 10 marks.
const LEAST_STEP = 1.1

/** Returns a function that draws the application number of a position in a corpus of `count` marks. Call it once per position. */
export function applicationNumbers(count: number, { between }: Random): (place: number) => string {
  const step = Math.max(LEAST_STEP, APPLICATIONS.span / count)
  const play = Math.floor(step) - 1
  return (place) => String(APPLICATIONS.first + Math.floor(place * step) + between(0, play))
}

/** Returns a function that assigns a unique registration number for a day of registration, in a corpus of `count` marks. */
export function registrationNumbers(count: number): (day: number) => string {
  const perDay = Math.max(REGISTRATIONS.perDay, Math.ceil(count / 2_500))
  const given = new Int32Array(TODAY + 1)
  return (day) => {
    const today = given[day] as number
    if (today >= perDay) throw new Error(`More than ${perDay} registrations on one day`)
    given[day] = today + 1
    return String(REGISTRATIONS.first + day * perDay + today)
  }
}
