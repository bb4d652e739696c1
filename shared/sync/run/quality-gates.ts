import type { Source } from '../../../schemas/catalogs.ts'
import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { chileanDay } from '../../platform/time/chilean-day.ts'
import type { Differences, StartedRun } from '../run.ts'
import { type SourceSnapshot, sheetValues } from '../source-snapshot.ts'
import { NeedsApprovalError, type SyncErrorCode } from '../sync-error.ts'
import { saveFingerprint } from './snapshot-store.ts'

/**
 * The share of suspect marks or records above which a run needs approval. Fewer are errors in single records, which real
 * sheets contain and only the office can correct.
 */
const MAX_SUSPECT_SHARE = 0.01
/** The share of the median number of entries below which an edition counts as incomplete. */
const MIN_SHARE_OF_MEDIAN = 0.2
/** Stored editions without which a median means nothing. */
const MIN_EDITIONS = 3
/** A run of the portal has some hundred records, so that a few suspect ones already exceed the share. */
const MIN_SUSPECTS_OF_PORTAL = 5

const COUNT_VANISHED_MARKS = sqlFile(import.meta.url, 'count-vanished-marks.sql', 'planned')
const COUNT_STATUS_REGRESSIONS = sqlFile(import.meta.url, 'count-status-regressions.sql', 'planned')
const COUNT_FUTURE_DATES = sqlFile(import.meta.url, 'count-future-dates.sql', 'planned')
const MEDIAN_ENTRIES = sqlFile(import.meta.url, 'median-entries.sql', 'planned')

/** Why a run needs approval. */
interface Finding {
  code: SyncErrorCode
  /** A sentence for the operator. */
  message: string
  /** Identifies the suspect records. */
  fingerprint?: string | null
}

type QualityGate = (database: Queryable, run: StartedRun, differences: Differences) => Promise<Finding[]>

const number = (value: number): string => value.toLocaleString('en')

const marksVanished: QualityGate = async (database, { id, snapshot }) => {
  if (snapshot.sheets.length === 0) {
    return []
  }
  const sheets = await database.query<{ name: string; had: number; vanished: number }>(COUNT_VANISHED_MARKS, {
    run_id: id,
    ...sheetValues(snapshot),
  })
  return sheets
    .filter(({ had, vanished }) => vanished > had * MAX_SUSPECT_SHARE)
    .map(({ name, had, vanished }) => ({
      code: 'marks_vanished',
      message: `The sheet "${name}" no longer has ${number(vanished)} of the ${number(had)} marks that it had.`,
    }))
}

const sourceOf = ({ portal, edition }: SourceSnapshot): Source =>
  portal ? 'portal' : edition ? 'bulletin' : 'sheets'

/** The number of records that were compared: entries of an edition, or marks. */
const recordsOf = ({ edition }: SourceSnapshot, { inserted, updated, unchanged }: Differences): number =>
  edition?.entries ?? inserted + updated + unchanged

const isTooMany = (suspects: number, records: number, { portal }: SourceSnapshot): boolean =>
  suspects > records * MAX_SUSPECT_SHARE && (portal === null || suspects >= MIN_SUSPECTS_OF_PORTAL)

interface Suspects {
  count: number
  example: string | null
  fingerprint: string | null
}

const statusesBackwards: QualityGate = async (database, { id, snapshot }, differences) => {
  const [found] = await database.query<Suspects>(COUNT_STATUS_REGRESSIONS, {
    run_id: id,
    source: sourceOf(snapshot),
  })
  const records = recordsOf(snapshot, differences)
  return found && isTooMany(found.count, records, snapshot)
    ? [
        {
          code: 'statuses_backwards',
          message: `The status of ${number(found.count)} of ${number(records)} records would go back, such as ${found.example}.`,
          fingerprint: found.fingerprint,
        },
      ]
    : []
}

const datesInFuture: QualityGate = async (database, { id, snapshot }, differences) => {
  const today = chileanDay(new Date())
  const records = recordsOf(snapshot, differences)
  const editions = [
    ...snapshot.sheets.map(({ edition }) => edition),
    ...(snapshot.edition ? [snapshot.edition.day] : []),
    ...(snapshot.portal ? [snapshot.portal.day] : []),
  ]
  const futureEdition = editions.find((day) => day > today)
  const [found] = await database.query<Suspects>(COUNT_FUTURE_DATES, { run_id: id })
  return [
    ...(futureEdition ? [`An edition has the date ${futureEdition}, which is in the future.`] : []),
    ...(found && isTooMany(found.count, records, snapshot)
      ? [
          `${number(found.count)} of ${number(records)} records have a date in the future, such as ${found.example}.`,
        ]
      : []),
  ].map((message) => ({
    code: 'dates_in_future',
    message,
    fingerprint: `${futureEdition} ${found?.fingerprint}`,
  }))
}

const tooFewEntries: QualityGate = async (database, { snapshot }) => {
  if (snapshot.edition === null) {
    return []
  }
  const { day, entries } = snapshot.edition
  const [stored] = await database.query<{ editions: number; median: number }>(MEDIAN_ENTRIES, { day })
  return stored && stored.editions >= MIN_EDITIONS && entries < stored.median * MIN_SHARE_OF_MEDIAN
    ? [
        {
          code: 'too_few_entries',
          message: `The edition of ${day} has ${number(entries)} entries, where ${number(stored.median)} are usual.`,
        },
      ]
    : []
}

const GATES: readonly QualityGate[] = [marksVanished, statusesBackwards, datesInFuture, tooFewEntries]

/**
 * Stops a run with implausible data before anything of it is applied. A run whose fingerprint an operator has accepted
 * passes.
 *
 * @param accepted the accepted fingerprint
 * @throws NeedsApprovalError with the findings
 */
export async function checkQualityGates(
  database: Queryable,
  run: StartedRun,
  differences: Differences,
  accepted: string | null,
): Promise<void> {
  if (accepted !== null && accepted === run.snapshot.fingerprint) {
    return
  }
  const findings = (await Promise.all(GATES.map((gate) => gate(database, run, differences)))).flat()
  const [first] = findings
  if (first && run.snapshot.portal !== null) {
    // Two runs of the portal never read the same: an operator accepts the suspect records, whatever else is new.
    run.snapshot.fingerprint = findings.map(({ code, fingerprint }) => `${code} ${fingerprint}`).join(' ')
    await saveFingerprint(database, run)
  }
  if (first && accepted !== run.snapshot.fingerprint) {
    const messages = findings.map(({ message }) => message).join(' ')
    const changed = accepted === null ? '' : ' It is not what was accepted: the source has changed since.'
    throw new NeedsApprovalError(first.code, `${messages}${changed}`)
  }
}
