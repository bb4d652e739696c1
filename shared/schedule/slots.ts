import type { Source } from '../../schemas/catalogs.ts'
import { chileanDay } from '../platform/time/chilean-day.ts'
import { addDays, startOfDay } from '../platform/time/chilean-time.ts'
import { readCron } from '../platform/time/cron.ts'
import { isPublicationDay } from '../platform/time/publication-calendar.ts'

/**
 * A slot is a time at which a run of a source is to begin: those of its cron by the clocks of Chile, for the bulletin
 * only those on days on which it appears. A cron of one time a day has one slot on days of 23 and 25 hours, too: a
 * time that the clocks leave out comes when they are put forward, one that they show twice the first time.
 */

/** How far a slot on a publication day is looked for: a cron that meets none in a good year asks for nothing. */
const FARTHEST_MS = 500 * 86_400_000

/** The last slot that is not in the future; undefined when there is none. */
export function lastSlot(source: Source, pattern: string, now: Date): Date | undefined {
  const cron = readCron(pattern)
  const before = (at: number): Date | undefined => cron.previousRuns(1, new Date(at))[0]
  return slotWhere(
    (day) => runsOn(source, day),
    before(now.getTime() + 1), // what is now counts as past
    (day) => before(startOfDay(day).getTime()),
  )
}

/**
 * The first slot after `now`; undefined when there is none.
 *
 * @param isIn whether the edition of a day is in already: then nothing is to be done on that day
 */
export function nextSlot(
  source: Source,
  pattern: string,
  now: Date,
  isIn: (day: string) => boolean = () => false,
): Date | undefined {
  const cron = readCron(pattern)
  const after = (at: number): Date | undefined => cron.nextRun(new Date(at)) ?? undefined
  return slotWhere(
    (day) => runsOn(source, day) && !isIn(day),
    after(now.getTime()),
    (day) => after(startOfDay(addDays(day, 1)).getTime() - 1),
  )
}

const runsOn = (source: Source, day: string): boolean => source !== 'bulletin' || isPublicationDay(day)

/** The first of the times from `first` on that lies on a day that will do; `beyond` leaves a day behind. */
function slotWhere(
  willDo: (day: string) => boolean,
  first: Date | undefined,
  beyond: (day: string) => Date | undefined,
): Date | undefined {
  let slot = first
  while (
    slot !== undefined &&
    first !== undefined &&
    Math.abs(slot.getTime() - first.getTime()) < FARTHEST_MS
  ) {
    const day = chileanDay(slot)
    if (willDo(day)) {
      return slot
    }
    slot = beyond(day)
  }
  return undefined
}
