import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { chileanDay } from '../../platform/time/chilean-day.ts'
import type { Differences, StagedRun } from '../run.ts'
import { type SourceSnapshot, sheetValues } from '../source-snapshot.ts'
import { NeedsApprovalError, type SyncErrorCode } from '../sync-error.ts'

/** The maximum share of suspect marks or records. Real sheets contain errors in single records. */
export const MAX_SUSPECT_SHARE = 0.01
/** The minimum number of suspect marks or entries for a finding. Fewer are corrections or single errors. */
export const MIN_SUSPECTS = 20
/** The minimum number of entries in a bulletin edition, as a share of the median of the stored editions. */
const MIN_SHARE_OF_MEDIAN = 0.2
/** The minimum number of stored editions for a comparison with their median. */
const MIN_EDITIONS = 3
/** The minimum number of suspect marks for a finding in a portal run. In a small run, one mark can exceed MAX_SUSPECT_SHARE. */
export const MIN_SUSPECTS_OF_PORTAL = 5

/** The minimum number of statuses that go back to an earlier stage, for a finding. Fewer are reopened cases. */
const MIN_BACKWARDS = 3
/** The minimum number of withdrawn or changed applications for a finding. Fewer are corrections of single entries. */
const MIN_CORRECTED = 5

/** The maximum share of known marks that may change to the same final status. */
const MAX_SHARE_OF_ENDS = 0.5
/** The maximum share of entries that are also in editions of other days. */
const MAX_SHARE_OF_REPEATED = 0.1

const COUNT_VANISHED_MARKS = sqlFile(import.meta.url, 'count-vanished-marks.sql', 'planned')
const COUNT_CLASSES_OF_SHEETS = sqlFile(import.meta.url, 'count-classes-of-sheets.sql', 'planned')
const COUNT_STATUS_REGRESSIONS = sqlFile(import.meta.url, 'count-status-regressions.sql', 'planned')
const COUNT_EQUAL_ENDS = sqlFile(import.meta.url, 'count-equal-ends.sql', 'planned')
const COUNT_CHANGED_ENDS = sqlFile(import.meta.url, 'count-changed-ends.sql', 'planned')
const COUNT_FUTURE_DATES = sqlFile(import.meta.url, 'count-future-dates.sql', 'planned')
const COUNT_WITHDRAWN = sqlFile(import.meta.url, 'count-withdrawn.sql', 'planned')
const COUNT_CHANGED_ENTRIES = sqlFile(import.meta.url, 'count-changed-entries.sql', 'planned')
const COUNT_REPEATED_ENTRIES = sqlFile(import.meta.url, 'count-repeated-entries.sql', 'planned')
const MEDIAN_ENTRIES = sqlFile(import.meta.url, 'median-entries.sql', 'planned')

/** A reason why a run needs approval. */
export interface Finding {
  code: SyncErrorCode
  message: string
  /** Identifies the suspect records. */
  fingerprint?: string | null
}

type RecordGate = (database: Queryable, run: StagedRun) => Promise<Finding[]>
type MarkGate = (database: Queryable, run: StagedRun, differences: Differences) => Promise<Finding[]>

/** Formats a count for messages: `1,900`. */
export const formatCount = (count: number): string => count.toLocaleString('en')

const marksVanished: RecordGate = async (database, { id, snapshot }) => {
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
      message: `The sheet "${name}" no longer has ${formatCount(vanished)} of the ${formatCount(had)} marks that it had.`,
    }))
}

/** Finds marks with different classes in two sheets of one day. The run would use only the classes of the last sheet. */
const classesOfSheets: RecordGate = async (database, { id, snapshot }) => {
  if (snapshot.source !== 'sheets' || snapshot.sheets.length < 2) {
    return []
  }
  const [found] = await database.query<{ marks: number; example: string; first: string; second: string }>(
    COUNT_CLASSES_OF_SHEETS,
    { run_id: id, sheet_names: sheetValues(snapshot).sheet_names },
  )
  return found
    ? [
        {
          code: 'values_changed',
          message:
            `The sheets "${found.first}" and "${found.second}" of one day have different classes for ${formatCount(found.marks)} ` +
            `${found.marks === 1 ? 'mark' : 'marks'}, such as application ${found.example}: the sheets may be parts of one edition.`,
        },
      ]
    : []
}

const recordsOf = (snapshot: SourceSnapshot, { inserted, updated, unchanged }: Differences): number =>
  snapshot.source === 'bulletin' ? snapshot.edition.entries : inserted + updated + unchanged

const isTooMany = (suspects: number, records: number, { source }: SourceSnapshot): boolean =>
  suspects > records * MAX_SUSPECT_SHARE && (source !== 'portal' || suspects >= MIN_SUSPECTS_OF_PORTAL)

/** Returns the minimum number of suspect marks for a finding. */
export const fewestSuspects = ({ source }: SourceSnapshot): number =>
  source === 'portal' ? MIN_SUSPECTS_OF_PORTAL : MIN_SUSPECTS

interface Suspects {
  count: number
  example: string | null
  fingerprint: string | null
}

const statusesBackwards: MarkGate = async (database, { id, snapshot }, differences) => {
  const [found] = await database.query<Suspects>(COUNT_STATUS_REGRESSIONS, {
    run_id: id,
    source: snapshot.source,
  })
  const records = recordsOf(snapshot, differences)
  return found && found.count >= MIN_BACKWARDS && isTooMany(found.count, records, snapshot)
    ? [
        {
          code: 'statuses_backwards',
          message: `The status of ${formatCount(found.count)} of ${formatCount(records)} records would go back, such as ${found.example}.`,
          fingerprint: found.fingerprint,
        },
      ]
    : []
}

const statusesAlike: MarkGate = async (database, { id, snapshot }, { updated, unchanged }) => {
  if (snapshot.source === 'bulletin') {
    return []
  }
  const [found] = await database.query<Suspects & { status: string }>(COUNT_EQUAL_ENDS, {
    run_id: id,
    fewest: MIN_SUSPECTS,
  })
  const known = updated + unchanged
  return found && found.count > known * MAX_SHARE_OF_ENDS
    ? [
        {
          code: 'values_changed',
          message: `The status of ${formatCount(found.count)} of the ${formatCount(known)} known marks would become ${found.status}, such as application ${found.example}.`,
          fingerprint: `${found.status} ${found.fingerprint}`,
        },
      ]
    : []
}

const endsChanged: MarkGate = async (database, { id, snapshot }, { updated, unchanged }) => {
  if (snapshot.source === 'bulletin') {
    return []
  }
  const [found] = await database.query<Suspects>(COUNT_CHANGED_ENDS, { run_id: id })
  const known = updated + unchanged
  return found && found.count >= fewestSuspects(snapshot) && found.count > known * MAX_SUSPECT_SHARE
    ? [
        {
          code: 'statuses_backwards',
          message: `The status of ${formatCount(found.count)} of the ${formatCount(known)} known marks would change to a final status that cannot follow the present status, such as ${found.example}.`,
          fingerprint: found.fingerprint,
        },
      ]
    : []
}

const editionDays = (snapshot: SourceSnapshot): string[] =>
  snapshot.source === 'sheets'
    ? snapshot.sheets.map(({ edition }) => edition)
    : [snapshot.source === 'bulletin' ? snapshot.edition.day : snapshot.day]

const datesInFuture: MarkGate = async (database, { id, snapshot }, differences) => {
  const today = chileanDay(new Date())
  const records = recordsOf(snapshot, differences)
  const futureEdition = editionDays(snapshot).find((day) => day > today)
  const [found] = await database.query<Suspects>(COUNT_FUTURE_DATES, { run_id: id })
  return [
    ...(futureEdition ? [`An edition has the date ${futureEdition}, which is in the future.`] : []),
    ...(found && isTooMany(found.count, records, snapshot)
      ? [
          `${formatCount(found.count)} of ${formatCount(records)} records have a date in the future, such as ${found.example}.`,
        ]
      : []),
  ].map((message) => ({
    code: 'dates_in_future',
    message,
    fingerprint: `${futureEdition} ${found?.fingerprint}`,
  }))
}

const tooFewEntries: RecordGate = async (database, { snapshot }) => {
  if (snapshot.source !== 'bulletin') {
    return []
  }
  const { day, entries } = snapshot.edition
  const [stored] = await database.query<{ editions: number; median: number }>(MEDIAN_ENTRIES, { day })
  return stored && stored.editions >= MIN_EDITIONS && entries < stored.median * MIN_SHARE_OF_MEDIAN
    ? [
        {
          code: 'too_few_entries',
          message: `The edition of ${day} has ${formatCount(entries)} entries, where ${formatCount(stored.median)} are usual.`,
        },
      ]
    : []
}

const entriesWithdrawn: RecordGate = async (database, { id, snapshot }) => {
  if (snapshot.source !== 'bulletin') {
    return []
  }
  const { day } = snapshot.edition
  const [found] = await database.query<{ had: number; withdrawn: number }>(COUNT_WITHDRAWN, {
    run_id: id,
    day,
  })
  return found && found.withdrawn >= MIN_CORRECTED && found.withdrawn > found.had * MAX_SUSPECT_SHARE
    ? [
        {
          code: 'marks_vanished',
          message: `The edition of ${day} no longer has ${formatCount(found.withdrawn)} of the ${formatCount(found.had)} applications that it had.`,
        },
      ]
    : []
}

interface ChangedEntries {
  field: 'event' | 'resolution'
  changed: number
  /** The number of applications in both the stored and the new version of the edition. */
  compared: number
  example: string
}

const entriesChanged: RecordGate = async (database, { id, snapshot }) => {
  if (snapshot.source !== 'bulletin') {
    return []
  }
  const fields = await database.query<ChangedEntries>(COUNT_CHANGED_ENTRIES, { run_id: id })
  return fields
    .filter(({ changed, compared }) => changed >= MIN_CORRECTED && changed > compared * MAX_SUSPECT_SHARE)
    .map(({ field, changed, compared, example }) => ({
      code: 'values_changed',
      message:
        `The ${field} changes in ${formatCount(changed)} of the ${formatCount(compared)} applications that the edition of ` +
        `${snapshot.edition.day} had before, such as application ${example}.`,
    }))
}

interface RepeatedEntries {
  repeated: number
  example: string | null
  day: string | null
}

const entriesRepeated: RecordGate = async (database, { id, snapshot }) => {
  if (snapshot.source !== 'bulletin') {
    return []
  }
  const { day, entries } = snapshot.edition
  const [found] = await database.query<RepeatedEntries>(COUNT_REPEATED_ENTRIES, { run_id: id })
  return found && found.repeated >= MIN_SUSPECTS && found.repeated > entries * MAX_SHARE_OF_REPEATED
    ? [
        {
          code: 'edition_repeated',
          message:
            `${formatCount(found.repeated)} of the ${formatCount(entries)} entries of the edition of ${day} are also in editions of ` +
            `other days, with the same words and resolutions, such as application ${found.example} on ${found.day}.`,
        },
      ]
    : []
}

const RECORD_GATES: readonly RecordGate[] = [
  marksVanished,
  classesOfSheets,
  tooFewEntries,
  entriesWithdrawn,
  entriesChanged,
  entriesRepeated,
]
const MARK_GATES: readonly MarkGate[] = [statusesBackwards, statusesAlike, endsChanged, datesInFuture]

/** Checks the staged records of a run before they are stored. */
export const checkRecords = (database: Queryable, run: StagedRun): Promise<Finding[]> =>
  inOrder(RECORD_GATES.map((gate) => () => gate(database, run)))

/** Checks the marks that a run would change, before the table `brand` is updated. */
export const checkMarks = (
  database: Queryable,
  run: StagedRun,
  differences: Differences,
): Promise<Finding[]> => inOrder(MARK_GATES.map((gate) => () => gate(database, run, differences)))

/** Runs the gates one after the other, because the gates share a connection. */
async function inOrder(gates: readonly (() => Promise<Finding[]>)[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const gate of gates) {
    findings.push(...(await gate()))
  }
  return findings
}

/**
 * Holds a run with findings, unless an operator has accepted its data or these findings.
 *
 * @param accepted the fingerprint that the operator has accepted
 * @throws NeedsApprovalError with all findings and the fingerprint to accept
 */
export function holdForApproval(
  { snapshot }: StagedRun,
  findings: readonly Finding[],
  accepted: string | undefined,
): void {
  const [first] = findings
  const fingerprint = fingerprintToAccept(snapshot, findings)
  if (first === undefined || accepted === snapshot.fingerprint || accepted === fingerprint) {
    return
  }
  const messages = findings.map(({ message }) => message).join(' ')
  const changed =
    accepted === undefined ? '' : ' This is not the data that was accepted: the source has changed since.'
  throw new NeedsApprovalError(first.code, `${messages}${changed}`, fingerprint)
}

/**
 * Returns the fingerprint that an operator can accept. The fingerprint of a portal run covers only the findings,
 * because two portal runs never read the same data.
 */
const fingerprintToAccept = (snapshot: SourceSnapshot, findings: readonly Finding[]): string =>
  snapshot.source === 'portal'
    ? findings.map(({ code, fingerprint }) => `${code} ${fingerprint}`).join(' ')
    : snapshot.fingerprint
