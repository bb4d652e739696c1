import { chileanDay } from '../../platform/time/chilean-day.ts'

/**
 * Returns a function that returns an error message for a filing date after today in Chile. The quality gate `dates_in_future`
 * checks the dates of publication and registration.
 */
export function futureFiling(): (fechaPresentacion: string) => string | undefined {
  const today = chileanDay(new Date())
  return (day) => (day > today ? `the filing date ${day} is in the future` : undefined)
}
