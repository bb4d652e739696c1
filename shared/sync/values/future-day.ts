import { chileanDay } from '../../platform/time/chilean-day.ts'

/**
 * Returns a function that returns the reason why a filing date is wrong, if it is after today in Chile. Other future dates are
 * left to the quality gates, because the office announces some of them.
 */
export function futureFiling(): (fechaPresentacion: string) => string | undefined {
  const today = chileanDay(new Date())
  return (day) => (day > today ? `the filing date ${day} is in the future` : undefined)
}
