import { startOfDay } from '../platform/time/chilean-time.ts'

/** A key's month and burst once a call was decided, as the database counts them. Instants are in seconds since 1970. */
export interface Counts {
  /** Its first day, in Chile. */
  month: string
  monthQuota: number
  monthUsed: number
  burstQuota: number
  burstUsed: number
  /** When the window of the burst was opened, or would be now. */
  windowOpenedAt: number
  now: number
}

/** What is left of both. Times are in seconds. */
export interface Limits {
  monthQuota: number
  monthLeft: number
  /** How long this month is, from its first midnight in Chile to the next one's. */
  monthSeconds: number
  monthEndsIn: number
  burstQuota: number
  burstLeft: number
  burstEndsIn: number
}

/** The window of a burst (docs/decisions.md#keys-limits: Burst). */
export const BURST_SECONDS = 60

export function limitsOf(counts: Counts): Limits {
  const { monthQuota, burstQuota, now } = counts
  const { start, end } = boundsOf(counts.month)
  return {
    monthQuota,
    monthLeft: Math.max(0, monthQuota - counts.monthUsed),
    monthSeconds: end - start,
    monthEndsIn: whole(end - now),
    burstQuota,
    burstLeft: Math.max(0, burstQuota - counts.burstUsed),
    burstEndsIn: whole(counts.windowOpenedAt + BURST_SECONDS - now),
  }
}

/** Whole seconds until something is over, rounded up; what is less than 10 µs is the arithmetic's. */
const whole = (seconds: number): number => Math.ceil(Math.round(seconds * 100_000) / 100_000)

let known: { month: string; start: number; end: number } | undefined

/** The first instants of a month and of the next one, in Chile; nearly all calls are of one month. */
function boundsOf(month: string): { start: number; end: number } {
  if (known?.month !== month) {
    known = { month, start: secondsOf(month), end: secondsOf(nextMonth(month)) }
  }
  return known
}

const secondsOf = (day: string): number => startOfDay(day).getTime() / 1_000

function nextMonth(month: string): string {
  const first = new Date(month)
  first.setUTCMonth(first.getUTCMonth() + 1)
  return first.toISOString().slice(0, 10)
}
