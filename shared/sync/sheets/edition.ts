import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { chileanDay } from '../../chilean-day.ts'
import { isDay } from '../../day.ts'

/** The office's date of a sheet, and where it was found. */
export interface Edition {
  /** `YYYY-MM-DD`. */
  day: string
  from: 'given' | 'name' | 'written'
}

/** Whole days in a file's name: `solicitudes-2026-11-02.xlsx`, `solicitudes_20261102.csv`, `02-11-2026.csv`. */
const YEAR = '(?<year>(?:19|20)[0-9]{2})'
const MONTH = '(?<month>0[1-9]|1[0-2])'
const DAY = '(?<day>0[1-9]|[12][0-9]|3[01])'
export const DAY_IN_NAME = [`${YEAR}([-_.]?)${MONTH}\\2${DAY}`, `${DAY}([-_.])${MONTH}\\2${YEAR}`].map(
  (form) => new RegExp(`(?<!\\d)${form}(?!\\d)`),
)

/**
 * The edition of a sheet: the day in its name, or else the day in Chile on which the file was last written. A name may
 * say a day that is still to come: a guard stops the run then.
 */
export async function editionOf(path: string, now = new Date()): Promise<Edition> {
  const named = dayInName(basename(path))
  if (named !== undefined) {
    return { day: named, from: 'name' }
  }
  const { mtime } = await stat(path)
  return { day: chileanDay(mtime < now ? mtime : now), from: 'written' }
}

export const dayInName = (name: string): string | undefined =>
  DAY_IN_NAME.map((form) => form.exec(name)?.groups)
    .map((found) => (found ? `${found.year}-${found.month}-${found.day}` : ''))
    .find(isDay)
