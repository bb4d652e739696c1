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
/** What a rebuild that died between its swap and its end has left. */
const DROP_LEFT_OVER = sql('drop schema if exists search_next, search_past cascade')
const CREATE_TABLES = sql(`select create_search_tables('search_next')`)
/** Frozen, they can be scanned by their indexes alone at once: nobody else sees tables of this transaction. */
const COPY_MARKS =
  sql(`copy search_next.mark (nro_solicitud, since, name, shares, sound, clases, estado, tipo_signo,
  fecha_presentacion) from stdin with (freeze)`)
const COPY_POSTINGS = sql(`copy search_next.posting (word, share, nro_solicitud, clases, estado, tipo_signo,
  fecha_presentacion, since) from stdin with (freeze)`)
const COPY_WORDS = sql('copy search_next.word (word, sound, deletions) from stdin')
const READ_WORDS = sql('select distinct word from search_next.posting order by word')
const FINISH = [
  `set local maintenance_work_mem = '256MB'`,
  `select create_search_indexes('search_next')`,
  `update search_next.rules set version = ${RULES_VERSION}`,
  'analyze search_next.mark, search_next.posting, search_next.word',
  'alter schema search rename to search_past',
  'alter schema search_next rename to search',
].map(sql)
const DROP_PAST = sql('drop schema search_past cascade')

const BATCH = 10_000
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
 *
 * @param database of the owner: tables are made
 */
export async function rebuildSearchIndex(
  database: Database,
  onProgress: OnProgress = () => {},
): Promise<void> {
  await rebuildWhere(database, async () => true, onProgress)
}

/** Builds the index anew where other rules than the present ones have made it, or none have; tells whether it did. */
export const ensureSearchIndex = async (
  database: Database,
  onProgress: OnProgress = () => {},
): Promise<boolean> => (await isOutdated(database)) && rebuildWhere(database, isOutdated, onProgress)

async function isOutdated(database: Queryable): Promise<boolean> {
  const [rules] = await database.query<{ version: number }>(RULES)
  return rules?.version !== RULES_VERSION
}

/** Asks whether to build once the corpus is ours: somebody else may have been at it. */
async function rebuildWhere(
  database: Database,
  isWanted: (database: Queryable) => Promise<boolean>,
  onProgress: OnProgress,
): Promise<boolean> {
  const built = await database.transaction(async (building) => {
    await building.query(LOCK_CORPUS)
    if (!(await isWanted(building))) {
      return false
    }
    await building.query(DROP_LEFT_OVER)
    await building.query(CREATE_TABLES)
    await copyMarks(database, building, onProgress)
    await copyWords(building)
    for (const each of FINISH) {
      await building.query(each)
    }
    return true
  })
  if (built) {
    await database.query(DROP_PAST) // on its own, since it waits for searches that are still in it
  }
  return built
}

/** The brands are read on another connection: a frozen copy allows no open cursor on its own. */
const copyMarks = (database: Database, building: Transaction, onProgress: OnProgress): Promise<void> =>
  database.transaction(async (reading) => {
    let read = 0
    for await (const marks of readBatches<IndexedMark>(reading, READ_NAMES, {}, BATCH)) {
      const named = marks
        .map((mark) => ({ ...mark, entry: nameEntry(mark.denominacion) }))
        .filter(({ entry }) => entry.name !== '')
      await building.copyIn(COPY_MARKS, [named.map(markLine).join('')])
      await building.copyIn(COPY_POSTINGS, [named.map(postingLines).join('')])
      read += marks.length
      onProgress(read, 'reading')
    }
    onProgress(read, 'sorting')
  })

async function copyWords(building: Transaction): Promise<void> {
  for await (const words of readBatches<{ word: string }>(building, READ_WORDS, {}, BATCH)) {
    await building.copyIn(COPY_WORDS, [words.map(({ word }) => wordLine(word)).join('')])
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
