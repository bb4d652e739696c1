const MS_PER_DAY = 86_400_000

/** The day that serial number 0 stands for, as days since 1970. */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30) / MS_PER_DAY, 1904: Date.UTC(1904, 0, 1) / MS_PER_DAY }

/** 9999-12-31, the last day that Excel knows. */
const LAST_SERIAL = { 1900: 2_958_465, 1904: 2_957_003 }

/**
 * Excel counts a 29 February 1900 that never was, for the sake of Lotus 1-2-3: serials below it are off by
 * one.
 */
const FEBRUARY_29_1900 = 60

/**
 * The day of a spreadsheet's serial number, as `YYYY-MM-DD`; its fraction, the time of day, is dropped.
 *
 * @returns null for what is no day: negative, after the year 9999, not finite, and in the epoch of 1900 also
 * 0 (which Excel shows as 0 January) and 60 (its 29 February of that year)
 */
export function serialDay(serial: number, epoch: 1900 | 1904): string | null {
  const days = Math.floor(serial)
  if (!(days >= 0 && days <= LAST_SERIAL[epoch])) {
    return null
  }
  if (epoch === 1900 && (days === 0 || days === FEBRUARY_29_1900)) {
    return null
  }
  const shift = epoch === 1900 && days < FEBRUARY_29_1900 ? 1 : 0
  return isoDay(DAY_ZERO[epoch] + days + shift)
}

/** The days of 179 years; a sheet has the same few thousand over and over, and writing one out is slow. */
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
