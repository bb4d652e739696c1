import type { Database } from '../../shared/db/database.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'
import { type SampleMark, sampleMarks } from './marks.ts'

const LOAD = sqlFile(import.meta.url, 'load-marks.sql', 'planned')
const CORPUS = {
  text: `select kind, (select count(*) from brand) as marks from corpus_state`,
  parameters: [],
}
const LOCK = { text: `select pg_advisory_xact_lock(hashtext('trademark corpus'))`, parameters: [] }

export interface Corpus {
  kind: 'sample' | 'register'
  marks: number
}

/** Fills an empty sample corpus with the made-up marks; a register never gets any. Tells what there is now. */
export async function loadSampleMarks(database: Database): Promise<Corpus> {
  await loadMarks(database, sampleMarks())
  const [corpus] = await database.query<Corpus>(CORPUS)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus
}

/** Writes marks into an empty sample corpus, all or none; where there is anything, nothing happens. */
export const loadMarks = (database: Database, marks: SampleMark[]): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.query(LOCK)
    await transaction.query(LOAD, { marks: JSON.stringify(marks) })
  })
