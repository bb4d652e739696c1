import { type CopyValue, copyLine } from '../../db/copy-text.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { LOCK_CORPUS } from '../../db/lock-corpus.ts'
import { readBatches } from '../../db/read-batches.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { nameColumns, wordLine } from './index-lines.ts'
import { type NameEntry, nameEntry, postingsOf, RULES_VERSION } from './name-entry.ts'

const sql = (text: string) => ({ text, parameters: [] })

const READ_NAMES = sqlFile(import.meta.url, 'read-names.sql', 'planned')
const RULES = sql('select version from search.rules')
const BEGIN = sql('select begin_search_build()')
/** Frozen, they can be scanned by their indexes alone at once: nobody else sees tables of this transaction. */
const COPY_MARKS =
  sql(`copy search_next.mark (nro_solicitud, since, name, weight, shares, sound, clases, estado,
  tipo_signo, fecha_presentacion) from stdin with (freeze)`)
const COPY_POSTINGS = sql(`copy search_next.posting (word, share, nro_solicitud, clases, estado, tipo_signo,
  fecha_presentacion, since) from stdin with (freeze)`)
const COPY_WORDS = sql('copy search_next.word (word, sound, deletions) from stdin')
/** In their order, so that words that are like each other mostly lie side by side. */
const READ_WORDS = sql('select distinct word from search_next.posting order by word')
const FINISH = { text: 'select finish_search_build($1)', parameters: ['rules'] }
const DROP_PAST = sql('select drop_past_search()')

const BATCH = 10_000
const BEFORE_EVERY_NUMBER = '-1'
/** Of a mark that is in the index from its beginning on. */
const SINCE = 0

/** What is being done with the marks that were read. */
export type BuildPhase = 'reading' | 'sorting'

/** Told how far it is. */
export type OnProgress = (marks: number, phase: BuildPhase) => void

interface IndexedMark {
  number: string
  denominacion: string
  clases: string
  estado: string
  tipo_signo: string
  fecha_presentacion: string
}

/**
 * Builds the search index anew from the brands, next to the present one, which goes on being searched until the new
 * one takes its place in one moment. Runs that change the corpus wait meanwhile. Whatever stops it leaves the present
 * index as it is.
 */
export async function rebuildSearchIndex(
  database: Database,
  onProgress: OnProgress = () => {},
): Promise<void> {
  await rebuildWhere(database, async () => true, onProgress)
}

/**
 * Builds the index anew where other rules than the present ones have made it, or none have; tells whether it did. What
 * a build has left that died before its last step goes, too.
 */
export async function ensureSearchIndex(
  database: Database,
  onProgress: OnProgress = () => {},
): Promise<boolean> {
  await dropPastIndex(database)
  return (await isOutdated(database)) && rebuildWhere(database, isOutdated, onProgress)
}

const isOutdated = async (database: Queryable): Promise<boolean> =>
  (await readRulesOfIndex(database)) !== RULES_VERSION

/** By which rules the index was made; 0 where none has made it. */
export async function readRulesOfIndex(database: Queryable): Promise<number> {
  const [rules] = await database.query<{ version: number }>(RULES)
  return rules?.version ?? 0
}

/** Asks whether to build once the corpus is ours: somebody else may have been at it. */
async function rebuildWhere(
  database: Database,
  isWanted: (database: Queryable) => Promise<boolean>,
  onProgress: OnProgress,
): Promise<boolean> {
  const built = await database.transaction(async (transaction) => {
    await transaction.query(LOCK_CORPUS)
    const wanted = await isWanted(transaction)
    if (wanted) {
      await buildIndex(transaction, onProgress)
    }
    return wanted
  })
  if (built) {
    await dropPastIndex(database)
  }
  return built
}

/**
 * Builds the index anew from the brands as a transaction sees them, whose lock on the corpus it needs. When the
 * transaction is over, `dropPastIndex` is what is left to do.
 *
 * @param onProgress told how far it is; what it throws ends the build
 */
export async function buildIndex(transaction: Transaction, onProgress: OnProgress = () => {}): Promise<void> {
  await transaction.query(BEGIN)
  await copyMarks(transaction, onProgress)
  await copyWords(transaction)
  await transaction.query(FINISH, { rules: RULES_VERSION })
}

/**
 * Gives the room of the index free that another one has replaced, on its own, since searches may still be in it. Where
 * somebody holds it for longer, it is left to the next build or start.
 */
export async function dropPastIndex(database: Queryable): Promise<void> {
  await database.query(DROP_PAST).catch(() => {})
}

/** In batches by number, since a frozen copy allows no open cursor beside it. */
async function copyMarks(transaction: Transaction, onProgress: OnProgress): Promise<void> {
  let read = 0
  let last = BEFORE_EVERY_NUMBER
  for (;;) {
    const marks = await transaction.query<IndexedMark>(READ_NAMES, { after: last, count: BATCH })
    const named = marks
      .map((mark) => ({ ...mark, entry: nameEntry(mark.denominacion) }))
      .filter(({ entry }) => entry.name !== '')
    await transaction.copyIn(COPY_MARKS, [named.map(markLine).join('')])
    await transaction.copyIn(COPY_POSTINGS, [named.map(postingLines).join('')])
    read += marks.length
    last = marks.at(-1)?.number ?? last
    onProgress(read, marks.length < BATCH ? 'sorting' : 'reading')
    if (marks.length < BATCH) {
      return
    }
  }
}

async function copyWords(transaction: Transaction): Promise<void> {
  for await (const words of readBatches<{ word: string }>(transaction, READ_WORDS, {}, BATCH)) {
    await transaction.copyIn(COPY_WORDS, [words.map(({ word }) => wordLine(word)).join('')])
  }
}

type EnteredMark = IndexedMark & { entry: NameEntry }

const markLine = (mark: EnteredMark): string =>
  copyLine([mark.number, SINCE, ...nameColumns(mark.entry), ...filterColumns(mark)])

const postingLines = (mark: EnteredMark): string =>
  postingsOf(mark.entry)
    .map(([word, share]) => copyLine([word, share, mark.number, ...filterColumns(mark), SINCE]))
    .join('')

const filterColumns = ({ clases, estado, tipo_signo, fecha_presentacion }: IndexedMark): CopyValue[] => [
  clases,
  estado,
  tipo_signo,
  fecha_presentacion,
]
