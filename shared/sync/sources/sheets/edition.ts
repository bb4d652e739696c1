import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { chileanDay } from '../../../platform/time/chilean-day.ts'
import { dayIn } from '../../text/day-in-text.ts'

/** The office's date of a sheet, and where it was found. */
export interface Edition {
  /** `YYYY-MM-DD`. */
  day: string
  from: 'given' | 'name' | 'written'
}

/**
 * The edition of a sheet: the day in its name, or else the day in Chile on which the file was last written. A name may
 * say a day that is still to come: a guard stops the run then.
 */
export async function editionOf(path: string, now = new Date()): Promise<Edition> {
  const named = dayIn(basename(path))
  if (named !== undefined) {
    return { day: named, from: 'name' }
  }
  const { mtime } = await stat(path)
  return { day: chileanDay(mtime < now ? mtime : now), from: 'written' }
}
