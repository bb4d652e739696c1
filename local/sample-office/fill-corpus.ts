import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../shared/db/database.ts'
import { LOCK_CORPUS } from '../../shared/db/lock-corpus.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import { type SheetsOptions, syncSheets } from '../../shared/sync/sheets/sync-sheets.ts'
import { sampleMarks } from './marks.ts'
import { sampleSheet } from './sample-sheet.ts'

const CORPUS = sqlFile(import.meta.url, 'sample-corpus.sql', 'planned')
const ANNOTATE = sqlFile(import.meta.url, 'annotate-marks.sql', 'planned')
const FORGET_SAMPLE_RUNS = sqlFile(import.meta.url, 'forget-sample-runs.sql', 'planned')

export interface Corpus {
  kind: 'sample' | 'register'
  marks: number
}

interface Found extends Corpus {
  /** The sheet of the made-up office is in it already, and what its bulletins said. */
  filled: boolean
  annotated: boolean
}

/**
 * Fills a sample corpus from the made-up office, through the same pipeline as a real one; a register never gets any
 * of it. What is there already is left as it is.
 *
 * @returns what the corpus is now
 */
export async function fillFromSampleOffice(
  database: Database,
  dataDir: string,
  options: SheetsOptions = {},
): Promise<Corpus> {
  const { kind, marks, filled, annotated } = await findCorpus(database)
  if (kind === 'register') {
    return { kind, marks }
  }
  if (!filled) {
    await loadSheet(database, dataDir, options)
  }
  if (!annotated) {
    await annotate(database)
  }
  return findCorpus(database)
}

async function findCorpus(database: Database): Promise<Found> {
  const [corpus] = await database.query<Found>(CORPUS)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus
}

/** Publishes the sheet where only this process looks, and takes it away again: several may start at once. */
async function loadSheet(database: Database, dataDir: string, options: SheetsOptions): Promise<void> {
  const { name, edition, text } = sampleSheet()
  await mkdir(dataDir, { recursive: true })
  const folder = await mkdtemp(join(dataDir, 'sample-office-'))
  try {
    const file = join(folder, name)
    await writeFile(file, text())
    const order = { files: [file], date: edition, trigger: 'catch_up', sample: true } as const
    await tellFailure(database, await syncSheets(database, order, options))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tellFailure(database: Database, { error }: RunReport): Promise<void> {
  if (error?.code === 'not_a_sample') {
    await database.query(FORGET_SAMPLE_RUNS) // a register was loaded in the same moment
  } else if (error && error.code !== 'already_running') {
    throw new OperatorError(`The sample could not be loaded: ${error.message}`)
  }
}

/** What the bulletins of the made-up office said of its hand-made marks. */
const annotate = (database: Database): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.query(LOCK_CORPUS)
    const annotations = sampleMarks().flatMap(({ nroSolicitud, anotaciones }) =>
      anotaciones.map((annotation) => ({ nroSolicitud, ...annotation })),
    )
    await transaction.query(ANNOTATE, { annotations: JSON.stringify(annotations) })
  })
