import { Cron } from 'croner'
import { TIME_ZONE } from './chilean-day.ts'

/**
 * The times of a cron in five fields (minute, hour, day, month, weekday) by the clocks of Chile.
 *
 * @throws TypeError or RangeError when it is none
 */
export const readCron = (pattern: string): Cron =>
  new Cron(pattern, { timezone: TIME_ZONE, mode: '5-part', paused: true })

/** Whether a text is such a cron, and comes to pass at some time. */
export function isCron(text: string): boolean {
  try {
    return text.trim().split(/\s+/).length === 5 && readCron(text).nextRun() !== null
  } catch {
    return false
  }
}
