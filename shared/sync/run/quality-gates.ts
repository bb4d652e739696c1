import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { chileanDay } from '../../platform/time/chilean-day.ts'
import type { Differences, StagedRun } from '../run.ts'
import { type SourceSnapshot, sheetValues } from '../source-snapshot.ts'
import { NeedsApprovalError, type SyncErrorCode } from '../sync-error.ts'

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

type QualityGate = (database: Queryable, run: StagedRun, differences: Differences) => Promise<Finding[]>

const number = (value: number): string => value.toLocaleString('en')

const marksVanished: QualityGate = async (database, { id, snapshot }) => {
  if (snapshot.source !== 'sheets') {
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

/** The number of records that were compared: entries of an edition, or marks. */
const recordsOf = (snapshot: SourceSnapshot, { inserted, updated, unchanged }: Differences): number =>
  snapshot.source === 'bulletin' ? snapshot.edition.entries : inserted + updated + unchanged

const isTooMany = (suspects: number, records: number, { source }: SourceSnapshot): boolean =>
  suspects > records * MAX_SUSPECT_SHARE && (source !== 'portal' || suspects >= MIN_SUSPECTS_OF_PORTAL)

interface Suspects {
  count: number
  example: string | null
  fingerprint: string | null
}

const statusesBackwards: QualityGate = async (database, { id, snapshot }, differences) => {
  const [found] = await database.query<Suspects>(COUNT_STATUS_REGRESSIONS, {
    run_id: id,
    source: snapshot.source,
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

const editionDays = (snapshot: SourceSnapshot): string[] =>
  snapshot.source === 'sheets'
    ? snapshot.sheets.map(({ edition }) => edition)
    : [snapshot.source === 'bulletin' ? snapshot.edition.day : snapshot.day]

const datesInFuture: QualityGate = async (database, { id, snapshot }, differences) => {
  const today = chileanDay(new Date())
  const records = recordsOf(snapshot, differences)
  const futureEdition = editionDays(snapshot).find((day) => day > today)
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
  if (snapshot.source !== 'bulletin') {
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

/** The refusal of a run with implausible data. */
interface Refusal {
  error: NeedsApprovalError
  /** Identifies what an operator has to accept. */
  fingerprint: string
}

/**
 * Checks a run before anything of it is applied. A run whose fingerprint an operator has accepted passes.
 *
 * @param accepted the accepted fingerprint
 * @returns the refusal of a run with implausible data; undefined of a run that passes
 */
export async function checkQualityGates(
  database: Queryable,
  run: StagedRun,
  differences: Differences,
  accepted: string | undefined,
): Promise<Refusal | undefined> {
  if (accepted === run.snapshot.fingerprint) {
    return undefined
  }
  const findings = (await Promise.all(GATES.map((gate) => gate(database, run, differences)))).flat()
  const [first] = findings
  const fingerprint = fingerprintToAccept(run.snapshot, findings)
  if (first === undefined || accepted === fingerprint) {
    return undefined
  }
  const messages = findings.map(({ message }) => message).join(' ')
  const changed = accepted === undefined ? '' : ' It is not what was accepted: the source has changed since.'
  return { error: new NeedsApprovalError(first.code, `${messages}${changed}`), fingerprint }
}

/** Two runs of the portal never read the same: an operator accepts the suspect records, whatever else is new. */
const fingerprintToAccept = (snapshot: SourceSnapshot, findings: readonly Finding[]): string =>
  snapshot.source === 'portal'
    ? findings.map(({ code, fingerprint }) => `${code} ${fingerprint}`).join(' ')
    : snapshot.fingerprint
