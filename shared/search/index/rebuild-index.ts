import { type CopyValue, copyLine } from '../../db/copy-text.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { LOCK_CORPUS } from '../../db/lock-corpus.ts'
import { readBatches } from '../../db/read-batches.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { linesOf, nameColumns, wordLine } from './index-lines.ts'
import { type NameEntry, nameEntry, postingsOf, RULES_VERSION } from './name-entry.ts'
import { buildPersons } from './persons.ts'

const statement = (file: string) => sqlFile(import.meta.url, file, 'planned')

const READ_NAMES = statement('read-names.sql')
const READ_RULES = statement('read-index-rules.sql')
const BEGIN = statement('begin-build.sql')
const FINISH = statement('finish-build.sql')
const DROP_REPLACED = statement('drop-replaced-index.sql')

// These statements are not in .sql files: a test prepares each .sql file, but search_next exists only during a build.
const sql = (text: string) => ({ text, parameters: [] })
/** FREEZE allows index-only scans without an earlier VACUUM. It requires that the same transaction creates the tables. */
const COPY_MARKS =
  sql(`copy search_next.mark (nro_solicitud, since, name, weight, shares, sound, clases, estado,
  tipo_signo, fecha_presentacion) from stdin with (freeze)`)
const COPY_POSTINGS = sql(`copy search_next.posting (word, share, nro_solicitud, clases, estado, tipo_signo,
  fecha_presentacion, since) from stdin with (freeze)`)
const COPY_WORDS = sql('copy search_next.word (word, sound, deletions) from stdin')
/** The alphabetical order stores similar words near each other. */
const READ_WORDS = sql('select distinct word from search_next.posting order by word')

const BATCH = 10_000
const BEFORE_EVERY_NUMBER = '-1'
/** The value of `since` for all entries of a new index. Every version includes them, because no version is less than 0. */
const SINCE = 0

type BuildPhase = 'reading' | 'sorting'

/** Receives the number of marks that a build has read so far. */
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
 * Builds a new search index from the brands, and replaces the present index atomically. Runs that change the corpus wait until
 * the rebuild ends.
 */
export async function rebuildSearchIndex(
  database: Database,
  onProgress: OnProgress = () => {},
): Promise<void> {
  await rebuildIf(database, async () => true, onProgress)
}

/** Rebuilds an index that is missing or has another RULES_VERSION. Returns whether the index was rebuilt. */
export async function ensureSearchIndex(
  database: Database,
  onProgress: OnProgress = () => {},
): Promise<boolean> {
  await dropReplacedIndex(database)
  return (await isOutdated(database)) && rebuildIf(database, isOutdated, onProgress)
}

const isOutdated = async (database: Queryable): Promise<boolean> =>
  (await readIndexRules(database)) !== RULES_VERSION

/** Returns the RULES_VERSION of the index; 0 if the index was never built. */
export async function readIndexRules(database: Queryable): Promise<number> {
  const [rules] = await database.query<{ version: number }>(READ_RULES)
  return rules?.version ?? 0
}

/** Calls `isWanted` after locking the corpus: another process may rebuild the index while this process waits for the lock. */
async function rebuildIf(
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
    await dropReplacedIndex(database)
  }
  return built
}

/**
 * Builds the index from the brands that a transaction sees. The transaction must hold the lock on the corpus. After the commit,
 * the caller must call `dropReplacedIndex`.
 *
 * @param onProgress may throw to stop the build
 */
export async function buildIndex(transaction: Transaction, onProgress: OnProgress = () => {}): Promise<void> {
  await transaction.query(BEGIN)
  await copyMarks(transaction, onProgress)
  await copyWords(transaction)
  await buildPersons(transaction)
  await transaction.query(FINISH, { rules: RULES_VERSION })
}

/**
 * Drops the tables of the replaced index. Ignores a failure, for example while searches still read the tables. The next
 * build or start then drops the tables.
 */
export async function dropReplacedIndex(database: Queryable): Promise<void> {
  await database.query(DROP_REPLACED).catch(() => {})
}

/** Reads each batch after the last number of the previous batch, because COPY with FREEZE does not allow an open cursor. */
async function copyMarks(transaction: Transaction, onProgress: OnProgress): Promise<void> {
  let read = 0
  let last = BEFORE_EVERY_NUMBER
  for (;;) {
    const marks = await transaction.query<IndexedMark>(READ_NAMES, { after: last, count: BATCH })
    const named: EnteredMark[] = []
    const markLines = linesOf(marks, (mark) => {
      const entered = { ...mark, entry: nameEntry(mark.denominacion) }
      if (entered.entry.name === '') return ''
      named.push(entered)
      return markLine(entered)
    })
    await transaction.copyIn(COPY_MARKS, markLines)
    await transaction.copyIn(COPY_POSTINGS, linesOf(named, postingLines))
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
    await transaction.copyIn(
      COPY_WORDS,
      linesOf(words, ({ word }) => wordLine(word)),
    )
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
