import type { Source } from '../../../schemas/catalogs.ts'
import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { chileanDay } from '../../platform/time/chilean-day.ts'
import type { Differences, StartedRun } from '../run.ts'
import { sheetValues, type Taken } from '../source-snapshot.ts'
import { HeldError, type SyncErrorCode } from '../sync-error.ts'
import { keepFingerprint } from './keep-fingerprint.ts'

/**
 * More than this share of a sheet's marks gone, or of the records going back or dated ahead, and it is a bad day at the
 * office. Below that it is a slip of one record, which is the office's to mend: real sheets have some.
 */
const MOST_ODD = 0.01
/** An edition with less than this part of the usual entries is not all of it. */
const FEWEST_ENTRIES = 0.2
/** So many editions tell what is usual. */
const EDITIONS_TO_COMPARE = 3

/** A run of the portal is some hundred records, those that have moved among them: a few odd ones are no bad day. */
const FEWEST_OF_PORTAL = 5

const COUNT_VANISHED = sqlFile(import.meta.url, 'count-vanished.sql', 'planned')
const COUNT_BACKWARDS = sqlFile(import.meta.url, 'count-backwards.sql', 'planned')
const COUNT_FUTURE = sqlFile(import.meta.url, 'count-future.sql', 'planned')
const USUAL_ENTRIES = sqlFile(import.meta.url, 'usual-entries.sql', 'planned')

/** What a guard saw. */
interface Sight {
  code: SyncErrorCode
  /** A sentence for whoever looks at the run. */
  seen: string
  /** Stands for what is odd. */
  fingerprint?: string | null
}

type Guard = (database: Queryable, run: StartedRun, differences: Differences) => Promise<Sight[]>

const number = (value: number): string => value.toLocaleString('en')

const marksVanished: Guard = async (database, { id, taken }) => {
  if (taken.sheets.length === 0) {
    return []
  }
  const values = { run_id: id, ...sheetValues(taken) }
  const sheets = await database.query<{ name: string; had: number; vanished: number }>(COUNT_VANISHED, values)
  return sheets
    .filter(({ had, vanished }) => vanished > had * MOST_ODD)
    .map(({ name, had, vanished }) => ({
      code: 'marks_vanished',
      seen: `The sheet "${name}" no longer has ${number(vanished)} of the ${number(had)} marks that it had.`,
    }))
}

const sourceOf = ({ portal, edition }: Taken): Source => (portal ? 'portal' : edition ? 'bulletin' : 'sheets')

/** Entries of an edition, marks of sheets. */
const recordsOf = ({ edition }: Taken, { inserted, updated, unchanged }: Differences): number =>
  edition?.entries ?? inserted + updated + unchanged

const isTooMany = (odd: number, records: number, { portal }: Taken): boolean =>
  odd > records * MOST_ODD && (portal === null || odd >= FEWEST_OF_PORTAL)

interface Odd {
  example: string | null
  fingerprint: string | null
}

const statusesBackwards: Guard = async (database, { id, taken }, differences) => {
  const [found] = await database.query<Odd & { backwards: number }>(COUNT_BACKWARDS, {
    run_id: id,
    source: sourceOf(taken),
  })
  const records = recordsOf(taken, differences)
  const backwards = found?.backwards ?? 0
  return isTooMany(backwards, records, taken)
    ? [
        {
          code: 'statuses_backwards',
          seen: `The status of ${number(backwards)} of ${number(records)} records would go back, such as ${found?.example}.`,
          fingerprint: found?.fingerprint ?? null,
        },
      ]
    : []
}

const datesInFuture: Guard = async (database, { id, taken }, differences) => {
  const today = chileanDay(new Date())
  const records = recordsOf(taken, differences)
  const editions = [
    ...taken.sheets.map(({ edition }) => edition),
    ...(taken.edition ? [taken.edition.day] : []),
    ...(taken.portal ? [taken.portal.day] : []),
  ]
  const tomorrow = editions.find((day) => day > today)
  const [found] = await database.query<Odd & { future: number }>(COUNT_FUTURE, { run_id: id })
  return [
    ...(tomorrow ? [`An edition says that it is of ${tomorrow}, a day that is still to come.`] : []),
    ...(found && isTooMany(found.future, records, taken)
      ? [
          `${number(found.future)} of ${number(records)} records have a date that is still to come, such as ${found.example}.`,
        ]
      : []),
  ].map((seen) => ({ code: 'dates_in_future', seen, fingerprint: `${tomorrow} ${found?.fingerprint}` }))
}

const tooFewEntries: Guard = async (database, { taken }) => {
  if (taken.edition === null) {
    return []
  }
  const { day, entries } = taken.edition
  const [known] = await database.query<{ editions: number; usual: number }>(USUAL_ENTRIES, { day })
  return known && known.editions >= EDITIONS_TO_COMPARE && entries < known.usual * FEWEST_ENTRIES
    ? [
        {
          code: 'too_few_entries',
          seen: `The edition of ${day} has ${number(entries)} entries, where ${number(known.usual)} are usual.`,
        },
      ]
    : []
}

const GUARDS: readonly Guard[] = [marksVanished, statusesBackwards, datesInFuture, tooFewEntries]

/**
 * Stops a run whose source has a bad day, before anything of it is applied: an operator looks at it, and lets it through
 * or waits for a better one. What an operator has accepted is let through when it is the very same.
 *
 * @throws HeldError with what was seen
 */
export async function holdBadDay(
  database: Queryable,
  run: StartedRun,
  differences: Differences,
  accepts: string | null,
): Promise<void> {
  if (accepts !== null && accepts === run.taken.fingerprint) {
    return
  }
  const sights = (await Promise.all(GUARDS.map((guard) => guard(database, run, differences)))).flat()
  const [first] = sights
  if (first && run.taken.portal !== null) {
    // It never answers twice with the very same: an operator accepts what is odd, whatever else is new.
    run.taken.fingerprint = sights.map(({ code, fingerprint }) => `${code} ${fingerprint}`).join(' ')
    await keepFingerprint(database, run)
  }
  if (first && accepts !== run.taken.fingerprint) {
    const seen = sights.map((sight) => sight.seen).join(' ')
    const accepted = accepts === null ? '' : ' It is not what was accepted: the source has changed since.'
    throw new HeldError(first.code, `${seen}${accepted}`)
  }
}
