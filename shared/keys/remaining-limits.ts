import { startOfDay } from '../platform/time/chilean-time.ts'

/** The counters of a key after a call. Instants are in seconds since 1970. */
export interface UsageCounts {
  /** The first day of the counted month, in Chile. */
  month: string
  monthQuota: number
  monthUsed: number
  burstQuota: number
  burstUsed: number
  /** The start of the burst window; `now` if no window is open. */
  windowOpenedAt: number
  now: number
}

/** The remaining requests in the month and in the burst window. Durations are in seconds. */
export interface RemainingLimits {
  monthQuota: number
  monthLeft: number
  /** The length of the month in Chile. */
  monthSeconds: number
  monthEndsIn: number
  burstQuota: number
  burstLeft: number
  burstEndsIn: number
}

/** The length of the burst window (docs/decisions.md#keys-limits: Burst). */
export const BURST_SECONDS = 60

export function remainingLimits(counts: UsageCounts): RemainingLimits {
  const { monthQuota, burstQuota, now } = counts
  const { start, end } = boundsOfMonth(counts.month)
  return {
    monthQuota,
    monthLeft: Math.max(0, monthQuota - counts.monthUsed),
    monthSeconds: end - start,
    monthEndsIn: roundUp(end - now),
    burstQuota,
    burstLeft: Math.max(0, burstQuota - counts.burstUsed),
    burstEndsIn: roundUp(counts.windowOpenedAt + BURST_SECONDS - now),
  }
}

/** Rounds up to whole seconds. First rounds to 10 µs, to remove errors of floating-point arithmetic. */
const roundUp = (seconds: number): number => Math.ceil(Math.round(seconds * 100_000) / 100_000)

let cached: { month: string; start: number; end: number } | undefined

function boundsOfMonth(month: string): { start: number; end: number } {
  if (cached?.month !== month) {
    cached = { month, start: secondsOf(month), end: secondsOf(nextMonth(month)) }
  }
  return cached
}

const secondsOf = (day: string): number => startOfDay(day).getTime() / 1_000

function nextMonth(month: string): string {
  const first = new Date(month)
  first.setUTCMonth(first.getUTCMonth() + 1)
  return first.toISOString().slice(0, 10)
}
