import { chileanDay } from '../../platform/time/chilean-day.ts'

/**
 * Returns a function that checks filing dates. It returns an error message for a date after today in Chile. Dates of
 * publication and registration have a check of their own (`dates_in_future`).
 */
export function futureFiling(): (fechaPresentacion: string) => string | undefined {
  const today = chileanDay(new Date())
  return (day) => (day > today ? `the filing date ${day} is in the future` : undefined)
}
