import type { Transaction, Values } from '../../db/database.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { type Differences, NO_DIFFERENCES } from '../run.ts'
import { type SourceSnapshot, sheetValues } from '../source-snapshot.ts'
import { SyncError } from '../sync-error.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

const STAGE_RECORDS = statement('stage-records.sql')
const FLAG_KNOWN_ENTRIES = statement('flag-known-entries.sql')
const STAGE_APPLICATIONS = statement('stage-applications.sql')
const RESOLVE_MARKS = statement('resolve-marks.sql')

const UPSERT_RECORDS = statement('upsert-records.sql')
const UPDATE_SHEETS = [
  'delete-sheet-marks.sql',
  'upsert-sheets.sql',
  'insert-sheet-marks.sql',
  'date-marks-of-older-editions.sql',
].map(statement)
const UPDATE_ANNOTATIONS = ['replace-annotations.sql', 'date-bulletin-records.sql'].map(statement)

interface ReadRun {
  id: number
  snapshot: SourceSnapshot
}

type StatedCounts = Omit<Differences, 'inserted' | 'updated' | 'unchanged' | 'repeated'> & {
  /** The number of marks that the run has read; for the bulletin, only marks in the corpus. */
  marks: number
}

/**
 * Stages the data that may change the corpus (step 1 of a run).
 *
 * @throws SyncError `no_rows` if no row of the sheets can be used
 */
export async function stageRecords(
  transaction: Transaction,
  { id, snapshot }: ReadRun,
): Promise<StatedCounts> {
  const { source } = snapshot
  const values: Values = { run_id: id, source }
  if (source === 'bulletin') {
    await transaction.query(FLAG_KNOWN_ENTRIES, values)
    const applications = { ...values, day: snapshot.edition.day }
    const [staged] = await transaction.query<Partial<StatedCounts>>(STAGE_APPLICATIONS, applications)
    return { ...NO_DIFFERENCES, marks: 0, ...staged }
  }
  const [staged] = await transaction.query<Partial<StatedCounts>>(STAGE_RECORDS, values)
  if (source === 'sheets' && staged?.marks === 0) {
    throw new SyncError('no_rows', 'No row of the sheets can be used.')
  }
  return { ...NO_DIFFERENCES, marks: 0, ...staged }
}

/** Stores the records of the source (step 2 of a run). */
export async function storeRecords(transaction: Transaction, { id, snapshot }: ReadRun): Promise<void> {
  const values: Values = { run_id: id, source: snapshot.source }
  if (snapshot.source === 'bulletin') {
    await inOrder(transaction, UPDATE_ANNOTATIONS, values)
    return
  }
  await transaction.query(UPSERT_RECORDS, values)
  if (snapshot.source === 'sheets') {
    await inOrder(transaction, UPDATE_SHEETS, { ...values, ...sheetValues(snapshot) })
  }
}

async function inOrder(
  transaction: Transaction,
  statements: readonly Statement[],
  values: Values,
): Promise<void> {
  for (const each of statements) {
    await transaction.query(each, values)
  }
}

/**
 * Stages new and changed marks (step 3 of a run).
 *
 * @returns the numbers of new and changed marks
 */
export async function resolveMarks(
  transaction: Transaction,
  { id }: ReadRun,
): Promise<Pick<Differences, 'inserted' | 'updated'>> {
  const [resolved] = await transaction.query<Pick<Differences, 'inserted' | 'updated'>>(RESOLVE_MARKS, {
    run_id: id,
  })
  return { inserted: 0, updated: 0, ...resolved }
}
