import type { Source } from '../../../schemas/catalogs.ts'
import type { Database, Queryable, Values } from '../../db/database.ts'
import { LOCK_CORPUS } from '../../db/lock-corpus.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { dropPastIndex } from '../../search/index/rebuild-index.ts'
import { stageNames } from '../../search/index/stage-names.ts'
import type { Differences } from '../run.ts'
import { SyncError } from '../sync-error.ts'
import { chooseIndexWay, type IndexWay, mergeIntoIndex } from './merge-into-index.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const sql = (text: string): Statement => ({ text, parameters: [] })

const STAGE_DIFFERENCES = statement('stage-differences.sql')
const DROP_OUTDATED = statement('drop-outdated.sql')
const COUNT_STAGED = statement('count-staged.sql')
/** In this order: classes, persons, listing and source refer to their brand. */
const APPLY = [
  'apply-brands.sql',
  'drop-classes.sql',
  'apply-classes.sql',
  'drop-persons.sql',
  'apply-persons.sql',
  'drop-listing.sql',
  'apply-listing.sql',
  'apply-sources.sql',
].map(statement)
const CORPUS = sql('select kind from corpus_state')
const END_SAMPLE = sql('select end_sample() as ended')
const COUNT_DIFFERENCES = statement('count-differences.sql')

type Kind = 'sample' | 'register'

/** Whose rows are staged. */
export interface MergeOrder {
  runId: number
  source: Source
  /** Of the made-up office: then the corpus stays a sample. */
  sample: boolean
  /** Aborted when the run is to stop: until it commits, it can. */
  signal: AbortSignal
}

interface Compared extends Differences {
  /** What the corpus was when it was compared. */
  kind: Kind
  /** Whether so much differs that the search index is sooner built anew than brought up to it. */
  index: IndexWay
}

/** Puts what was staged next to the corpus, and stages what is new or differs. Readers notice nothing. */
export async function compare(database: Database, order: MergeOrder): Promise<Compared> {
  const kind = await corpusKind(database)
  if (order.sample && kind === 'register') {
    throw new SyncError('not_a_sample', 'The corpus is a register: the made-up office is not loaded into it.')
  }
  const [staged] = await database.query<{
    marks: number
    unclassified_estados: number
    unclassified_tipos: number
  }>(COUNT_STAGED, { run_id: order.runId })
  if (!staged?.marks) {
    throw new SyncError('no_rows', 'No row of it can be used.')
  }
  const anew = kind === 'sample' && !order.sample
  const values = { run_id: order.runId, source: order.source, anew }
  const [changed] = await database.query<Pick<Differences, 'inserted' | 'updated' | 'outdated'>>(
    STAGE_DIFFERENCES,
    values,
  )
  const { inserted = 0, updated = 0, outdated = 0 } = changed ?? {}
  if (outdated > 0) {
    await database.query(DROP_OUTDATED, { run_id: order.runId })
  }
  const index = await chooseIndexWay(database, inserted + updated)
  if (index === 'bring up') {
    await stageNames(database, order.runId, order.signal)
  }
  return {
    kind,
    index,
    inserted,
    updated,
    outdated,
    unchanged: staged.marks - inserted - updated,
    unclassifiedEstados: staged.unclassified_estados,
    unclassifiedTipos: staged.unclassified_tipos,
  }
}

/**
 * Applies the differences, and `finish`, in one transaction: readers see all of a run or nothing of it. The first
 * run on real data ends the sample in the same transaction.
 *
 * @returns whether this made a register of a sample
 */
export async function apply(
  database: Database,
  order: MergeOrder,
  compared: Compared,
  finish: (transaction: Queryable) => Promise<void>,
): Promise<boolean> {
  let built = false
  const becameRegister = await database.transaction(async (transaction) => {
    await transaction.query(LOCK_CORPUS)
    if ((await corpusKind(transaction)) !== compared.kind) {
      throw new SyncError('interrupted', 'Another run changed the corpus meanwhile; nothing was applied.')
    }
    const values: Values = { run_id: order.runId, source: order.source }
    const changes = compared.inserted + compared.updated
    await assertStaged(transaction, values, changes)
    const ended = order.sample ? false : await endSample(transaction)
    if (changes > 0) {
      for (const each of APPLY) {
        order.signal.throwIfAborted()
        await transaction.query(each, values)
      }
    }
    if (changes > 0 || ended) {
      built = await mergeIntoIndex(transaction, order, compared.index, ended)
    }
    order.signal.throwIfAborted()
    await finish(transaction)
    return ended
  })
  if (built) {
    await dropPastIndex(database)
  }
  return becameRegister
}

/** A crash of the database empties what was staged: then there is nothing to apply, and nothing to end a sample for. */
async function assertStaged(transaction: Queryable, values: Values, changes: number): Promise<void> {
  const [found] = await transaction.query<{ staged: number }>(COUNT_DIFFERENCES, values)
  if (found?.staged !== changes) {
    throw new SyncError('interrupted', 'The database lost what was read; nothing of it was applied.')
  }
}

async function corpusKind(database: Queryable): Promise<Kind> {
  const [corpus] = await database.query<{ kind: Kind }>(CORPUS)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus.kind
}

async function endSample(transaction: Queryable): Promise<boolean> {
  const [found] = await transaction.query<{ ended: boolean }>(END_SAMPLE)
  return found?.ended ?? false
}
