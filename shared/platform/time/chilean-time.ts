import { TIME_ZONE } from './chilean-day.ts'

const DAY_MS = 86_400_000

/** Made once: making one costs more than using it. */
const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The day so many days after another one, or before it; days are `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** How far the clocks of Chile are ahead of UTC at an instant, in milliseconds: mostly behind, so below zero. */
function offsetAt(instant: number): number {
  const whole = Math.floor(instant / 1_000) * 1_000
  return Date.parse(`${wallClock.format(whole).replace(' ', 'T')}Z`) - whole
}

/**
 * When the clocks of Chile show `time` (`HH:MM`) on `day`. Where they leave that time out, as much later as they are put
 * forward; where they show it twice, the second time.
 */
export function chileanTime(day: string, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const either = [asUtc - offsetAt(asUtc - DAY_MS), asUtc - offsetAt(asUtc + DAY_MS)]
  const shown = either.filter((instant) => instant + offsetAt(instant) === asUtc)
  return new Date(Math.max(...(shown.length > 0 ? shown : either)))
}

/** The first instant of a day in Chile: midnight, or 01:00 where the clocks are put forward at midnight. */
export const startOfDay = (day: string): Date => chileanTime(day, '00:00')
