import type { Source } from '../../../schemas/catalogs.ts'
import type { Database, Queryable, Transaction, Values } from '../../db/database.ts'
import { LOCK_CORPUS } from '../../db/lock-corpus.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { applyNames, clearIndex } from '../../search/index/apply-names.ts'
import { RULES_VERSION } from '../../search/index/name-entry.ts'
import { buildIndex, dropPastIndex, readRulesOfIndex } from '../../search/index/rebuild-index.ts'
import { stageNames } from '../../search/index/stage-names.ts'
import type { Differences } from '../run.ts'
import { SyncError } from '../sync-error.ts'

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
const COUNT_MARKS = sql('select count(*) as marks from brand')
const END_SAMPLE = sql('select end_sample() as ended')
const NEXT_VERSION = sql('update corpus_state set version = version + 1 returning version')
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
  index: 'bring up' | 'build anew'
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
  const index = await waysOfIndex(database, inserted + updated)
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
      await applyToIndex(transaction, order, await indexWay(transaction, compared), ended)
    }
    order.signal.throwIfAborted()
    await finish(transaction)
    return ended
  })
  await dropPastIndex(database)
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

async function nextVersion(transaction: Queryable): Promise<number> {
  const [corpus] = await transaction.query<{ version: number }>(NEXT_VERSION)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus.version
}

async function endSample(transaction: Queryable): Promise<boolean> {
  const [found] = await transaction.query<{ ended: boolean }>(END_SAMPLE)
  return found?.ended ?? false
}

/** Below this many changes, and this part of the corpus, bringing the index up is the faster way. */
const MANY_CHANGES = 20_000
const LARGE_PART = 0.25

async function waysOfIndex(database: Queryable, changes: number): Promise<Compared['index']> {
  if (changes < MANY_CHANGES) {
    return 'bring up'
  }
  const [corpus] = await database.query<{ marks: number }>(COUNT_MARKS)
  return changes > (corpus?.marks ?? 0) * LARGE_PART ? 'build anew' : 'bring up'
}

/**
 * Makes the search index what the corpus has become, and the version of both the next one. An index of other rules, or
 * one that was never made, cannot be brought up.
 */
async function applyToIndex(
  transaction: Transaction,
  { runId, signal }: MergeOrder,
  index: Compared['index'],
  ended: boolean,
): Promise<void> {
  const version = await nextVersion(transaction)
  if (index === 'build anew') {
    return buildIndex(transaction, () => signal.throwIfAborted())
  }
  if (ended) {
    await clearIndex(transaction)
  }
  await applyNames(transaction, runId, version, signal)
}

/** Somebody may have changed the rules since the run compared. @throws SyncError for an index of newer software */
async function indexWay(transaction: Queryable, compared: Compared): Promise<Compared['index']> {
  const rules = await readRulesOfIndex(transaction)
  if (rules > RULES_VERSION) {
    throw new SyncError('interrupted', 'Newer software has made the search index; nothing was applied.')
  }
  return rules < RULES_VERSION ? 'build anew' : compared.index
}
