import type { Source } from '../../schemas/catalogs.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { chileanDay } from '../platform/time/chilean-day.ts'
import { lastSlot } from './slots.ts'

/** A run that is to begin now. */
export interface Due {
  /** The slot that it is for. */
  scheduledFor: Date
  trigger: 'schedule' | 'catch_up'
}

/** A run that begins later than this after its slot makes up for it: the machine was off, asleep or busy. */
const LATE_MS = 5 * 60_000

const SLOT_IS_MET = sqlFile(import.meta.url, 'slot-is-met.sql', 'prepared')

/**
 * The run of a source that is to begin at `now`, if there is one: that of the last slot, unless that is met. Earlier
 * slots are not asked about, so that however many were missed are made up for by one run.
 *
 * @param sample whether the source is the made-up office
 */
export async function dueRun(
  database: Queryable,
  source: Source,
  pattern: string,
  now: Date,
  sample = false,
): Promise<Due | undefined> {
  const slot = lastSlot(source, pattern, now)
  if (slot === undefined || (await isMet(database, source, slot, sample))) {
    return undefined
  }
  return { scheduledFor: slot, trigger: triggerAt(slot, now) }
}

/** Why a run begins at `now` that is for a slot. */
export const triggerAt = (slot: Date, now: Date): Due['trigger'] =>
  now.getTime() - slot.getTime() > LATE_MS ? 'catch_up' : 'schedule'

async function isMet(database: Queryable, source: Source, slot: Date, sample: boolean): Promise<boolean> {
  const edition = source === 'bulletin' ? chileanDay(slot) : null
  const [found] = await database.query<{ met: boolean }>(SLOT_IS_MET, { source, slot, edition, sample })
  return found?.met === true
}
