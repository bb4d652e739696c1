import type { Source } from '../../../schemas/catalogs.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { stageNames } from '../../search/index/stage-names.ts'
import { type Differences, NO_DIFFERENCES, type StartedRun } from '../run.ts'
import { SyncError } from '../sync-error.ts'
import { chooseIndexWay, type IndexWay } from './merge-into-index.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

const CORPUS: Statement = { text: 'select kind, applied from corpus_state', parameters: [] }
const COUNT_STAGED = statement('count-staged.sql')
const MARK_KNOWN_EVENTS = statement('mark-known-events.sql')
const STAGE_DIFFERENCES = statement('stage-differences.sql')
const STAGE_RECORDS = statement('stage-records.sql')
const DROP_OUTDATED = statement('drop-outdated.sql')
const COUNT_ENTRIES = statement('count-entries.sql')
const MARK_KNOWN_ENTRIES = statement('mark-known-entries.sql')
const STAGE_ANNOTATED = statement('stage-annotated.sql')

/** Which corpus it is: another one after each run that was applied, also when that shows nothing new. */
export interface CorpusState {
  kind: 'sample' | 'register'
  applied: number
}

/** Whose rows are staged. */
export interface MergeOrder {
  source: Source
  /** Of the made-up office: then the corpus stays a sample. */
  sample: boolean
}

/** What a run has to change. */
export interface Compared {
  differences: Differences
  /** What the corpus was when it was compared. */
  corpus: CorpusState
  /** Whether so much differs that the search index is sooner built anew than brought up to it. */
  index: IndexWay
}

/** Puts what was staged next to the corpus, and stages what is new or differs. Readers notice nothing. */
export async function compare(database: Database, order: MergeOrder, run: StartedRun): Promise<Compared> {
  const corpus = await corpusState(database)
  if (order.sample && corpus.kind === 'register') {
    throw new SyncError('not_a_sample', 'The corpus is a register: the made-up office is not loaded into it.')
  }
  const anew = corpus.kind === 'sample' && !order.sample
  const differences = await (run.taken.edition === null ? compareMarks : compareEntries)(database, {
    source: order.source,
    runId: run.id,
    anew,
    day: run.taken.portal?.day ?? null,
  })
  const index = await chooseIndexWay(database, differences.inserted + differences.updated)
  if (index === 'bring up') {
    await stageNames(database, run.id, run.signal)
  }
  return { differences, corpus, index }
}

type Compare = (
  database: Database,
  order: { source: Source; runId: number; anew: boolean; day: string | null },
) => Promise<Differences>

const compareMarks: Compare = async (database, { source, runId, anew, day }) => {
  const [staged] = await database.query<{
    marks: number
    unclassified_estados: number
    unclassified_tipos: number
  }>(COUNT_STAGED, { run_id: runId })
  const { marks = 0, unclassified_estados = 0, unclassified_tipos = 0 } = staged ?? {}
  if (marks === 0 && (source === 'sheets' || anew)) {
    throw new SyncError('no_rows', 'No row of it can be used.')
  }
  const values = { run_id: runId, source, anew, day }
  await database.query(MARK_KNOWN_EVENTS, values)
  const [changed] = await database.query<Pick<Differences, 'inserted' | 'updated' | 'outdated'>>(
    STAGE_DIFFERENCES,
    values,
  )
  const [idle] = await database.query<{ dropped: number }>(STAGE_RECORDS, values)
  const { inserted = 0, outdated = 0 } = changed ?? {}
  const updated = (changed?.updated ?? 0) - (idle?.dropped ?? 0)
  if (outdated > 0) {
    await database.query(DROP_OUTDATED, { run_id: runId })
  }
  return {
    ...NO_DIFFERENCES,
    inserted,
    updated,
    outdated,
    unchanged: marks - inserted - updated,
    unclassifiedEstados: unclassified_estados,
    unclassifiedTipos: unclassified_tipos,
  }
}

const compareEntries: Compare = async (database, { runId, anew }) => {
  const [staged] = await database.query<{ marks: number; waiting: number }>(COUNT_ENTRIES, {
    run_id: runId,
    anew,
  })
  await database.query(MARK_KNOWN_ENTRIES, { run_id: runId, anew })
  const [changed] = await database.query<{ updated: number }>(STAGE_ANNOTATED, { run_id: runId, anew })
  const { marks = 0, waiting = 0 } = staged ?? {}
  const updated = changed?.updated ?? 0
  return { ...NO_DIFFERENCES, updated, unchanged: marks - updated, waiting }
}

export async function corpusState(database: Queryable): Promise<CorpusState> {
  const [corpus] = await database.query<CorpusState>(CORPUS)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus
}
