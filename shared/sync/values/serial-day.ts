const MS_PER_DAY = 86_400_000

/** The day of serial number 0, in days since 1970-01-01. */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30) / MS_PER_DAY, 1904: Date.UTC(1904, 0, 1) / MS_PER_DAY }

/** The serial number of 9999-12-31, the last day of Excel. */
const LAST_SERIAL = { 1900: 2_958_465, 1904: 2_957_003 }

/** The number of 29 February 1900, which did not exist. Excel counts it, as Lotus 1-2-3 did, so lower numbers are off by one. */
const FEBRUARY_29_1900 = 60

const DAY_SECONDS = 86_400

/**
 * Returns whether the time of a serial number is in the last minute of a day, but not in its last second. Programs that convert
 * a midnight with the local time of 1900 write such times, so that the day is one day too early.
 */
function isShortOfMidnight(serial: number): boolean {
  const seconds = Math.round((serial % 1) * DAY_SECONDS)
  return seconds >= DAY_SECONDS - 60 && seconds < DAY_SECONDS - 1
}

/**
 * Converts the serial number of a spreadsheet to a day, `YYYY-MM-DD`. Ignores the fraction, which is the time of day.
 *
 * @returns null for a number without a day: negative, after the year 9999, not finite, seconds short of a midnight, and in the
 * epoch of 1900 also 0 (0 January) and 60 (29 February)
 */
export function serialDay(serial: number, epoch: 1900 | 1904): string | null {
  const days = Math.floor(serial)
  if (!(days >= 0 && days <= LAST_SERIAL[epoch]) || isShortOfMidnight(serial)) {
    return null
  }
  if (epoch === 1900 && (days === 0 || days === FEBRUARY_29_1900)) {
    return null
  }
  const shift = epoch === 1900 && days < FEBRUARY_29_1900 ? 1 : 0
  return isoDay(DAY_ZERO[epoch] + days + shift)
}

/** The maximum number of cached days. A sheet repeats a few thousand days, and formatting a day is slow. */
const MOST_KNOWN = 65_536
const known = new Map<number, string>()

function isoDay(sinceEpoch: number): string {
  const written = known.get(sinceEpoch)
  if (written !== undefined) {
    return written
  }
  const day = new Date(sinceEpoch * MS_PER_DAY).toISOString().slice(0, 10)
  if (known.size < MOST_KNOWN) {
    known.set(sinceEpoch, day)
  }
  return day
}
