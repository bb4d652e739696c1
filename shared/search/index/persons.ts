import { copyLine } from '../../db/copy-text.ts'
import type { Transaction } from '../../db/database.ts'
import { readBatches } from '../../db/read-batches.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { tokenize } from '../text/tokenize.ts'
import { linesOf, wordLine } from './index-lines.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

const DELETE_PERSONS = statement('delete-persons.sql')
const ADD_PERSONS = statement('add-persons.sql')
const READ_NEW = statement('read-new-persons.sql')
const ADD_WORDS = statement('add-person-words.sql')
const CLEAR_WORDS = statement('clear-person-words.sql')
const DELETE_ABSENT = statement('delete-absent-persons.sql')

// These statements are not in .sql files, because a test prepares each .sql file. COPY cannot be prepared, and the tables of
// search_next exist only during a build.
const sql = (text: string) => ({ text, parameters: [] })
const COPY_PERSONS = sql('copy search.person (person, words) from stdin')
const STAGE_WORDS = sql('copy staged_person_word (run_id, word, sound, deletions) from stdin')
const BUILD =
  sql(`insert into search_next.person_of_mark (person, representative, fecha_presentacion, nro_solicitud)
  select distinct person, representative, fecha_presentacion, nro_solicitud from person_to_search`)
const READ_ALL = sql(
  'select person::text as person, min(nombre) as nombre from person_to_search group by person',
)
const BUILD_PERSONS = sql('copy search_next.person (person, words) from stdin')
const READ_WORDS = sql('select distinct unnest(words) as word from search_next.person order by word')
const BUILD_WORDS = sql('copy search_next.person_word (word, sound, deletions) from stdin')

const BATCH = 10_000

interface Named {
  person: string
  nombre: string
}

/** Updates the persons of the marks that a run has staged. Called in the transaction of the run. */
export async function updatePersons(transaction: Transaction, runId: number): Promise<void> {
  const run = { run_id: runId }
  const deleted = await transaction.query<{ person: string }>(DELETE_PERSONS, run)
  for await (const named of readBatches<Named>(transaction, READ_NEW, run, BATCH)) {
    await transaction.copyIn(COPY_PERSONS, linesOf(named, personLine))
    const words = new Set(named.flatMap(({ nombre }) => tokenize(nombre)))
    await transaction.copyIn(
      STAGE_WORDS,
      linesOf([...words], (word) => wordLine(word, [runId])),
    )
  }
  await transaction.query(ADD_PERSONS, run)
  await transaction.query(ADD_WORDS, run)
  await transaction.query(CLEAR_WORDS, run)
  if (deleted.length > 0) {
    await transaction.query(DELETE_ABSENT, { persons: deleted.map(({ person }) => person) })
  }
}

/** Fills the person tables of the new index from all marks. */
export async function buildPersons(transaction: Transaction): Promise<void> {
  await transaction.query(BUILD)
  for await (const named of readBatches<Named>(transaction, READ_ALL, {}, BATCH)) {
    await transaction.copyIn(BUILD_PERSONS, linesOf(named, personLine))
  }
  for await (const words of readBatches<{ word: string }>(transaction, READ_WORDS, {}, BATCH)) {
    await transaction.copyIn(
      BUILD_WORDS,
      linesOf(words, ({ word }) => wordLine(word)),
    )
  }
}

/** Returns the COPY line of a person. Words need no escapes. Quotes keep PostgreSQL from reading the word `null` as NULL. */
const personLine = ({ person, nombre }: Named): string =>
  copyLine([person, `{${[...new Set(tokenize(nombre))].map((word) => `"${word}"`).join(',')}}`])
