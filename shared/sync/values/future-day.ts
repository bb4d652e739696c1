import { chileanDay } from '../../platform/time/chilean-day.ts'

/**
 * Returns a function that checks a filing date: if the date is after today in Chile, the function returns an error message.
 * Other dates may be in the future, because the office announces some of them; the quality gates check those dates.
 */
export function futureFiling(): (fechaPresentacion: string) => string | undefined {
  const today = chileanDay(new Date())
  return (day) => (day > today ? `the filing date ${day} is in the future` : undefined)
}
