import type { Source } from '../../schemas/catalogs.ts'
import { chileanDay } from '../platform/time/chilean-day.ts'
import { addDays, startOfDay } from '../platform/time/chilean-time.ts'
import { readCron } from '../platform/time/cron.ts'
import { isPublicationDay } from '../platform/time/publication-calendar.ts'

// A slot is a time at which a run of a source should begin, by a cron expression in Chilean time.
// The bulletin has slots only on publication days.

/** The maximum distance between the first slot that a search examines and the slot that it returns: 500 days. */
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
 * @param isRead returns whether the edition of a day was read; days with a read edition are skipped
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
 * Returns the nearest slot on an accepted day. Examines the slot `first`, then the slots that `beyond` returns.
 *
 * @param beyond returns the nearest slot after `day`; in a search into the past, the nearest slot before `day`
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
