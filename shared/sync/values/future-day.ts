import { chileanDay } from '../../platform/time/chilean-day.ts'

/**
 * Returns a function that checks a filing date: if the date is after today in Chile, the function returns an error message.
 * An expiry date may be in the future. A quality gate checks dates of publication and registration (`dates_in_future`).
 */
export function futureFiling(): (fechaPresentacion: string) => string | undefined {
  const today = chileanDay(new Date())
  return (day) => (day > today ? `the filing date ${day} is in the future` : undefined)
}
