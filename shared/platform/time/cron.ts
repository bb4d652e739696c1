import { Cron } from 'croner'
import { TIME_ZONE } from './chilean-day.ts'

/**
 * Parses a cron expression of five fields (minute, hour, day, month, weekday) in Chilean time.
 *
 * @throws TypeError or RangeError if the expression is not valid
 */
export const readCron = (pattern: string): Cron =>
  new Cron(pattern, { timezone: TIME_ZONE, mode: '5-part', paused: true })

/** Returns whether a text is a valid cron expression with a next time. */
export function isCron(text: string): boolean {
  try {
    return text.trim().split(/\s+/).length === 5 && readCron(text).nextRun() !== null
  } catch {
    return false
  }
}
