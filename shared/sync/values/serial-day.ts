const MS_PER_DAY = 86_400_000

/**
 * The day of serial number 0 for each epoch, in days since 1970-01-01.
 * For 1900, the value applies only to serial numbers from 61. For smaller numbers, add one day to this value.
 */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30) / MS_PER_DAY, 1904: Date.UTC(1904, 0, 1) / MS_PER_DAY }

/** The serial number of 9999-12-31. */
const LAST_SERIAL = { 1900: 2_958_465, 1904: 2_957_003 }

/** The serial number of 29 February 1900. Excel counts this day, which did not exist. */
const FEBRUARY_29_1900 = 60

const DAY_SECONDS = 86_400

/**
 * Returns whether a time is from 23:59:00 to 23:59:58. Some programs write such a time for 00:00 of the next day, so the day is
 * uncertain. 23:59:59 counts as a time of its own day.
 */
function isShortOfMidnight(serial: number): boolean {
  const seconds = Math.round((serial % 1) * DAY_SECONDS)
  return seconds >= DAY_SECONDS - 60 && seconds < DAY_SECONDS - 1
}

/**
 * Converts the serial number of a spreadsheet to a day, `YYYY-MM-DD`.
 *
 * @returns null for an invalid number, or for a time just before midnight. In the epoch of 1900, also null for 0 and 60.
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

/** The maximum number of cached days. */
const MOST_KNOWN = 65_536
const known = new Map<number, string>()

function isoDay(daysSince1970: number): string {
  const written = known.get(daysSince1970)
  if (written !== undefined) {
    return written
  }
  const day = new Date(daysSince1970 * MS_PER_DAY).toISOString().slice(0, 10)
  if (known.size < MOST_KNOWN) {
    known.set(daysSince1970, day)
  }
  return day
}
