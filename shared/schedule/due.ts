import type { Source } from '../../schemas/catalogs.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { chileanDay } from '../platform/time/chilean-day.ts'
import { lastSlot } from './slots.ts'

export interface Due {
  /** The slot of the run: the time at which the run should begin (see slots.ts). */
  scheduledFor: Date
  trigger: 'schedule' | 'catch_up'
}

/** The maximum delay of a scheduled run. A run that begins later is a catch-up: the machine was off, asleep or busy. */
const LATE_MS = 5 * 60_000

const SLOT_IS_DONE = sqlFile(import.meta.url, 'slot-is-done.sql', 'prepared')

/**
 * Returns the due run of a source; undefined if no run is due at `now`. Only the run of the last slot can be due, so that one
 * run catches up for all missed slots.
 *
 * @param sample whether the run reads the invented marks of the sample
 */
export async function dueRun(
  database: Queryable,
  source: Source,
  pattern: string,
  now: Date,
  sample = false,
): Promise<Due | undefined> {
  const slot = lastSlot(source, pattern, now)
  if (slot === undefined || (await isDone(database, source, slot, sample))) {
    return undefined
  }
  return { scheduledFor: slot, trigger: triggerAt(slot, now) }
}

export const triggerAt = (slot: Date, now: Date): Due['trigger'] =>
  now.getTime() - slot.getTime() > LATE_MS ? 'catch_up' : 'schedule'

async function isDone(database: Queryable, source: Source, slot: Date, sample: boolean): Promise<boolean> {
  const edition = source === 'bulletin' ? chileanDay(slot) : null
  const [slotState] = await database.query<{ done: boolean }>(SLOT_IS_DONE, { source, slot, edition, sample })
  return slotState?.done === true
}
