const MS_PER_DAY = 86_400_000

/** The day of serial number 0, in days since 1970-01-01. */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30) / MS_PER_DAY, 1904: Date.UTC(1904, 0, 1) / MS_PER_DAY }

/** The serial number of 9999-12-31, the last day of Excel. */
const LAST_SERIAL = { 1900: 2_958_465, 1904: 2_957_003 }

/** The serial number of 29 February 1900. This day did not exist, but Excel counts it, so lower numbers are off by one. */
const FEBRUARY_29_1900 = 60

const DAY_SECONDS = 86_400

/**
 * Returns whether the time of a serial number is in the last minute of a day, but not in the last second. Some programs write
 * such a time for midnight, because they use the local time of 1900. The day is then one day too early.
 */
function isShortOfMidnight(serial: number): boolean {
  const seconds = Math.round((serial % 1) * DAY_SECONDS)
  return seconds >= DAY_SECONDS - 60 && seconds < DAY_SECONDS - 1
}

/**
 * Converts the serial number of a spreadsheet to a day, `YYYY-MM-DD`. Ignores the fraction, which is the time of day.
 *
 * @returns null for a number that is negative, not finite, after the year 9999, or seconds before midnight. In the epoch of
 * 1900, also null for 0 (0 January) and 60 (29 February).
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
