import type { Source } from '../../../schemas/catalogs.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { stageNames } from '../../search/index/stage-names.ts'
import { type Differences, NO_DIFFERENCES, type ReadSummary, type StagedRun } from '../run.ts'
import { SyncError } from '../sync-error.ts'
import { chooseIndexStrategy, type IndexStrategy } from './refresh-index.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

const CORPUS_STATE = statement('corpus-state.sql')
const COUNT_STAGED_MARKS = statement('count-staged-marks.sql')
const FLAG_KNOWN_EVENTS = statement('flag-known-events.sql')
const STAGE_DIFFERENCES = statement('stage-differences.sql')
const MERGE_STAGED_RECORDS = statement('merge-staged-records.sql')
const DELETE_OUTDATED_MARKS = statement('delete-outdated-marks.sql')
const COUNT_ENTRIES = statement('count-entries.sql')
const FLAG_KNOWN_ENTRIES = statement('flag-known-entries.sql')
const STAGE_ANNOTATED_MARKS = statement('stage-annotated-marks.sql')

/** The version of the corpus; `applied` increases with each applied run, also with one that changes nothing. */
interface CorpusState {
  kind: 'sample' | 'register'
  applied: number
}

/** The part of a run's order that the comparison depends on. */
export interface CompareOrder {
  source: Source
  /** The rows are from the sample office: the corpus stays a sample. */
  sample: boolean
}

/** What a run has to change. */
export interface Comparison {
  differences: Differences
  /** The version of the corpus that was compared. */
  corpus: CorpusState
  /** How the search index is brought in line with the corpus. */
  index: IndexStrategy
}

/** Compares the staged rows with the corpus, and stages the marks that are new or differ. Readers see no change. */
export async function compare(database: Database, order: CompareOrder, run: StagedRun): Promise<Comparison> {
  const corpus = await corpusState(database)
  if (order.sample && corpus.kind === 'register') {
    throw new SyncError('not_a_sample', 'The corpus is the register: the sample is not loaded into it.')
  }
  const replaces = corpus.kind === 'sample' && !order.sample
  const { snapshot } = run
  const compared = await (snapshot.source === 'bulletin' ? compareEntries : compareMarks)(database, {
    source: order.source,
    runId: run.id,
    replaces,
    day: snapshot.source === 'portal' ? snapshot.day : null,
  })
  const differences = { ...compared, repeated: repeatedRows(run.summary, compared) }
  const index = await chooseIndexStrategy(database, differences.inserted + differences.updated)
  if (index === 'update') {
    await stageNames(database, run.id, run.signal)
  }
  return { differences, corpus, index }
}

/** Returns the usable rows without the first one of each application. */
const repeatedRows = (
  { rowsRead, rejected }: ReadSummary,
  { inserted, updated, unchanged, outdated, waiting }: Differences,
): number => rowsRead - rejected - (inserted + updated + unchanged + outdated + waiting)

/** `replaces`: the run replaces the sample by the register, so that everything is new. */
type Compare = (
  database: Database,
  order: { source: Source; runId: number; replaces: boolean; day: string | null },
) => Promise<Differences>

const compareMarks: Compare = async (database, { source, runId, replaces, day }) => {
  const [staged] = await database.query<{
    marks: number
    unclassified_estados: number
    unclassified_tipos: number
  }>(COUNT_STAGED_MARKS, { run_id: runId })
  const { marks = 0, unclassified_estados = 0, unclassified_tipos = 0 } = staged ?? {}
  if (marks === 0 && (source === 'sheets' || replaces)) {
    throw new SyncError('no_rows', 'No row of it can be used.')
  }
  const values = { run_id: runId, source, replaces, day }
  await database.query(FLAG_KNOWN_EVENTS, values)
  const [changed] = await database.query<Pick<Differences, 'inserted' | 'updated' | 'outdated'>>(
    STAGE_DIFFERENCES,
    values,
  )
  const [merged] = await database.query<{ dropped: number }>(MERGE_STAGED_RECORDS, values)
  const { inserted = 0, outdated = 0 } = changed ?? {}
  const updated = (changed?.updated ?? 0) - (merged?.dropped ?? 0)
  if (outdated > 0) {
    await database.query(DELETE_OUTDATED_MARKS, { run_id: runId })
  }
  return {
    ...NO_DIFFERENCES,
    inserted,
    updated,
    outdated,
    unchanged: marks - inserted - updated - outdated,
    unclassifiedEstados: unclassified_estados,
    unclassifiedTipos: unclassified_tipos,
  }
}

const compareEntries: Compare = async (database, { runId, replaces }) => {
  const values = { run_id: runId, replaces }
  const [staged] = await database.query<{ marks: number; waiting: number }>(COUNT_ENTRIES, values)
  await database.query(FLAG_KNOWN_ENTRIES, values)
  const [changed] = await database.query<{ updated: number }>(STAGE_ANNOTATED_MARKS, values)
  const { marks = 0, waiting = 0 } = staged ?? {}
  const updated = changed?.updated ?? 0
  return { ...NO_DIFFERENCES, updated, unchanged: marks - updated, waiting }
}

/** Returns the version of the corpus. */
export async function corpusState(database: Queryable): Promise<CorpusState> {
  const [corpus] = await database.query<CorpusState>(CORPUS_STATE)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus
}
