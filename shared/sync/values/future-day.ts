import { chileanDay } from '../../platform/time/chilean-day.ts'

/**
 * Returns a function that says why a filing date cannot be right: it is after today in Chile. Of other days, single ones are
 * left to the quality gates, because the office announces some of them.
 */
export function futureFiling(): (fechaPresentacion: string) => string | undefined {
  const today = chileanDay(new Date())
  return (day) => (day > today ? `the filing date ${day} is in the future` : undefined)
}
