import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { StagedRun } from '../run.ts'
import type { FieldCount } from '../values/field-counts.ts'
import { type Finding, formatCount } from './quality-gates.ts'

/** The maximum share of marks that may lose a field in a run. */
const MAX_LOST_SHARE = 0.01
/** The minimum number of lost or blank values for a finding. Fewer are corrections of single marks. */
const MIN_LOST = 20
/** A field is expected if at least this share of the last portal records has a value. */
const MIN_SHARE_OF_EXPECTED = 0.9
/** The minimum number of portal records for the check for a missing field. Fewer records may lack it by chance. */
const MIN_RECORDS = 20
/** The maximum share of rows without a status. */
const MAX_WITHOUT_STATUS = 0.05
/** The minimum number of groups in a grouped report. Such a report shows a value only in the first row of each group. */
const MIN_GROUPS = 3
/** A portal run is compared with the most recent days that together have at least this number of portal records. */
const LAST_RECORDS = 1_000

const LAST_FILL = sqlFile(import.meta.url, 'last-fill.sql', 'planned')
const COUNT_LOST_FIELDS = sqlFile(import.meta.url, 'count-lost-fields.sql', 'planned')
const DELETE_REPLACED_FILL = sqlFile(import.meta.url, 'delete-replaced-fill.sql', 'planned')
const SAVE_FILL = sqlFile(import.meta.url, 'save-fill.sql', 'planned')

/** The number of values in each field of a sheet or a portal run. */
interface Series {
  series: string
  edition: string
  counts: readonly FieldCount[]
}

/** The number of values in a field of the last edition or the last portal records. */
interface LastFill extends FieldCount {
  series: string
  lost: number
  edition: string
}

/** Counts the marks that had a field, and the marks that lose the field. */
interface LostField {
  field: string
  lost: number
  had: number
}

interface FieldFinding extends Finding {
  field: string
}

/**
 * Compares the number of values in each field with earlier data, and stores the numbers. If the run is held, its
 * rollback removes the stored numbers.
 */
export async function checkAndSaveFill(transaction: Queryable, run: StagedRun): Promise<Finding[]> {
  if (run.snapshot.source === 'bulletin') {
    return []
  }
  const { source } = run.snapshot
  const series = seriesOf(run)
  const last = await transaction.query<LastFill>(LAST_FILL, {
    source,
    series: series.map((each) => each.series),
    records: LAST_RECORDS,
  })
  const lost = await transaction.query<LostField>(COUNT_LOST_FIELDS, {
    source,
    run_id: run.id,
    fewest: source === 'portal' ? 1 : MIN_LOST,
  })
  const findings =
    source === 'portal' ? findingsOfPortal(series, last, lost) : findingsOfSheets(series, last, lost)
  await saveFill(transaction, source, series, lost, findings)
  return findings
}

function seriesOf({ snapshot, fill = [] }: StagedRun): Series[] {
  if (snapshot.source === 'sheets') {
    return snapshot.sheets.map(({ name, edition }, place) => ({
      series: name,
      edition,
      counts: fill[place] ?? [],
    }))
  }
  return snapshot.source === 'portal' ? [{ series: '', edition: snapshot.day, counts: fill[0] ?? [] }] : []
}

const findingsOfSheets = (
  series: readonly Series[],
  last: readonly LastFill[],
  lost: readonly LostField[],
): FieldFinding[] => [
  ...series.flatMap((each) => missingColumns(each, last)),
  ...series.filter((each) => !last.some((stored) => stored.series === each.series)).flatMap(missingValues),
  ...lost
    .filter((each) => each.lost > each.had * MAX_LOST_SHARE)
    .map((each) => finding(each.field, lostMessage(each))),
]

/** Returns a finding for each missing column. An empty column is missing too if it had at least MIN_LOST values before. */
function missingColumns({ series, edition, counts }: Series, last: readonly LastFill[]): FieldFinding[] {
  const filledNow = new Map(counts.map(({ field, filled }) => [field, filled]))
  const isLost = ({ field, filled }: LastFill): boolean =>
    !filledNow.has(field) || (filledNow.get(field) === 0 && filled >= MIN_LOST)
  return last
    .filter((each) => each.series === series && each.edition <= edition && counts.length > 0 && isLost(each))
    .map(({ field, edition: day, filled, records }) => {
      const lost = filledNow.has(field) ? 'no value in the column' : 'no column'
      return finding(
        field,
        `The sheet "${series}" has ${lost} for ${nameOf(field)}, which ${formatCount(filled)} of the ` +
          `${formatCount(records)} rows of its edition ${day} had.`,
      )
    })
}

/** Returns findings for a status column with many blanks, and for grouped reports (see MIN_GROUPS). */
const missingValues = ({ series, counts }: Series): FieldFinding[] =>
  counts.flatMap(({ field, records, filled, isDistinct = false }) => {
    const blank = records - filled
    if (blank < MIN_LOST || filled === 0) {
      return []
    }
    const share = `The sheet "${series}" has ${nameOf(field)} in only ${formatCount(filled)} of its ${formatCount(records)} rows`
    const isGrouped = isDistinct && filled >= MIN_GROUPS && blank > filled
    const hasFew = field === 'estado' && blank > records * MAX_WITHOUT_STATUS
    return isGrouped
      ? [finding(field, `${share}, all different: the sheet may show one value for each group of rows.`)]
      : hasFew
        ? [finding(field, `${share}.`)]
        : []
  })

function findingsOfPortal(
  series: readonly Series[],
  last: readonly LastFill[],
  lost: readonly LostField[],
): FieldFinding[] {
  const counts = series.flatMap((each) => each.counts)
  return counts.flatMap((now) => {
    const before = last.find(({ field }) => field === now.field)
    const losing = lost.find(({ field }) => field === now.field)
    return before?.filled === 0
      ? []
      : [missingField(now, before) ?? lostField(now, before, losing) ?? []].flat()
  })
}

function missingField(now: FieldCount, before: LastFill | undefined): FieldFinding | undefined {
  const isExpected =
    before !== undefined &&
    before.records >= MIN_RECORDS &&
    before.filled >= before.records * MIN_SHARE_OF_EXPECTED
  return isExpected && now.filled === 0 && now.records >= MIN_RECORDS
    ? finding(
        now.field,
        `None of the ${formatCount(now.records)} portal answers has ${nameOf(now.field)}, which ` +
          `${formatCount(before.filled)} of the last ${formatCount(before.records)} had.`,
      )
    : undefined
}

/** Returns a finding if too many marks have lost a field. Counts earlier runs too, because a portal run is small. */
function lostField(
  now: FieldCount,
  before: LastFill | undefined,
  losing: LostField | undefined,
): FieldFinding | undefined {
  if (losing === undefined) {
    return undefined
  }
  const lost = losing.lost + (before?.lost ?? 0)
  const had = lost + now.filled + (before?.filled ?? 0)
  return lost >= MIN_LOST && lost > had * MAX_LOST_SHARE
    ? finding(now.field, lostMessage({ field: now.field, lost, had }))
    : undefined
}

const finding = (field: string, message: string): FieldFinding => ({
  code: 'fields_lost',
  message,
  fingerprint: field,
  field,
})

const lostMessage = ({ field, lost, had }: LostField): string =>
  `${formatCount(lost)} of the ${formatCount(had)} marks that had ${nameOf(field)} no longer have it.`

async function saveFill(
  transaction: Queryable,
  source: 'sheets' | 'portal',
  series: readonly Series[],
  lost: readonly LostField[],
  findings: readonly FieldFinding[],
): Promise<void> {
  // A run with findings is committed only if an operator has accepted the findings.
  const accepted = findings.map(({ field }) => field)
  const lostOf = (field: string): number =>
    source === 'sheets' || accepted.includes(field)
      ? 0
      : (lost.find((each) => each.field === field)?.lost ?? 0)
  const fill = series.flatMap(({ counts, ...of }) =>
    counts.map((count) => ({ ...of, ...count, lost: lostOf(count.field) })),
  )
  const values = { source, accepted, fill: JSON.stringify(fill) }
  await transaction.query(DELETE_REPLACED_FILL, values)
  await transaction.query(SAVE_FILL, values)
}

const NAMES: Readonly<Record<string, string>> = {
  nroRegistro: 'a registration number',
  denominacion: 'a name',
  estado: 'a known status',
  tipoSigno: 'a known kind of sign',
  fechaPublicacion: 'a publication date',
  fechaRegistro: 'a registration date',
  fechaVencimiento: 'an expiry date',
  clases: 'classes',
  cobertura: 'goods and services',
  personas: 'persons',
  solicitante: 'applicants',
  titular: 'holders',
  representante: 'representatives',
  paisSolicitante: 'the country of applicants',
  paisTitular: 'the country of holders',
  paisRepresentante: 'the country of representatives',
}

const nameOf = (field: string): string => NAMES[field] ?? field
