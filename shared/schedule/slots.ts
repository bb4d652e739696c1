import type { Source } from '../../schemas/catalogs.ts'
import { chileanDay } from '../platform/time/chilean-day.ts'
import { addDays, startOfDay } from '../platform/time/chilean-time.ts'
import { readCron } from '../platform/time/cron.ts'
import { isPublicationDay } from '../platform/time/publication-calendar.ts'

// A slot is a time at which a run of a source should begin. The slots of a source are the times of its cron expression in
// Chilean time; the bulletin has slots only on publication days. A daily cron expression also has one slot on days of 23 and 25
// hours: a skipped time moves to the moment when the clocks go forward, and of a repeated time, only the first one counts.

/** The maximum distance of the search for a slot. Without a slot within 500 days, a cron expression counts as without slots. */
const MAX_DISTANCE_MS = 500 * 86_400_000

/** Returns the last slot that is not in the future; undefined if there is none. */
export function lastSlot(source: Source, pattern: string, now: Date): Date | undefined {
  const cron = readCron(pattern)
  const before = (at: number): Date | undefined => cron.previousRuns(1, new Date(at))[0]
  return slotOn(
    (day) => runsOn(source, day),
    before(now.getTime() + 1), // a slot at `now` counts as past
    (day) => before(startOfDay(day).getTime()),
  )
}

/**
 * Returns the first slot after `now`; undefined if there is none.
 *
 * @param isRead returns whether the edition of a day was already read, so that the day needs no run
 */
export function nextSlot(
  source: Source,
  pattern: string,
  now: Date,
  isRead: (day: string) => boolean = () => false,
): Date | undefined {
  const cron = readCron(pattern)
  const after = (at: number): Date | undefined => cron.nextRun(new Date(at)) ?? undefined
  return slotOn(
    (day) => runsOn(source, day) && !isRead(day),
    after(now.getTime()),
    (day) => after(startOfDay(addDays(day, 1)).getTime() - 1),
  )
}

const runsOn = (source: Source, day: string): boolean => source !== 'bulletin' || isPublicationDay(day)

/**
 * Returns `first` or, if its day is not accepted, the nearest slot on an accepted day in the direction of the search.
 *
 * @param beyond returns the nearest slot in the direction of the search that is not on `day`
 */
function slotOn(
  accepts: (day: string) => boolean,
  first: Date | undefined,
  beyond: (day: string) => Date | undefined,
): Date | undefined {
  let slot = first
  while (
    slot !== undefined &&
    first !== undefined &&
    Math.abs(slot.getTime() - first.getTime()) < MAX_DISTANCE_MS
  ) {
    const day = chileanDay(slot)
    if (accepts(day)) {
      return slot
    }
    slot = beyond(day)
  }
  return undefined
}
