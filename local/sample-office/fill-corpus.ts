import type { Database } from '../../shared/db/database.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { type BulletinOptions, syncBulletin } from '../../shared/sync/bulletin/sync-bulletin.ts'
import { SAMPLE_MANNERS } from '../../shared/sync/portal/manners.ts'
import { type PortalOptions, syncPortal } from '../../shared/sync/portal/sync-portal.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import { type SheetsOptions, syncSheets } from '../../shared/sync/sheets/sync-sheets.ts'
import { publishTo } from './publish.ts'
import type { Office } from './server/office.ts'

const CORPUS = sqlFile(import.meta.url, 'sample-corpus.sql', 'planned')
const FORGET_SAMPLE_RUNS = sqlFile(import.meta.url, 'forget-sample-runs.sql', 'planned')

export interface Corpus {
  kind: 'sample' | 'register'
  marks: number
}

interface Found extends Corpus {
  /** The sheet of the made-up office is in it already, and editions of its bulletin; its portal was asked. */
  filled: boolean
  annotated: boolean
  asked: boolean
}

/** A run on the made-up office that nobody has asked for. */
const CATCH_UP = { trigger: 'catch_up', sample: true } as const

/**
 * Fills a sample corpus from the made-up office, through the same pipelines as a real one; a register never gets any
 * of it. What is there already is left as it is.
 *
 * @returns what the corpus is now
 */
export async function fillFromSampleOffice(
  database: Database,
  office: Office,
  options: SheetsOptions & BulletinOptions & PortalOptions = {},
): Promise<Corpus> {
  const { kind, marks, filled, annotated, asked } = await findCorpus(database)
  if (kind === 'register') {
    return { kind, marks }
  }
  if (!filled) {
    const sheets = await syncSheets(database, { ...CATCH_UP, from: { url: office.sheetsUrl } }, options)
    await tellFailure(database, sheets)
  }
  if (!annotated) {
    const editions = await syncBulletin(database, { ...CATCH_UP, from: { url: office.bulletinUrl } }, options)
    for (const edition of editions) {
      await tellFailure(database, edition)
    }
  }
  if (!asked) {
    publishTo(office, 'portal', new Date())
    const order = { ...CATCH_UP, manners: SAMPLE_MANNERS, from: { url: office.portalUrl } }
    await tellFailure(database, await syncPortal(database, order, options))
  }
  return findCorpus(database)
}

/** What the corpus is, and what of the made-up office is in it. */
export async function findCorpus(database: Database): Promise<Found> {
  const [corpus] = await database.query<Found>(CORPUS)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus
}

/** Takes the made-up office's runs out of the history of a register; those of a sample stay. */
export const forgetSampleRuns = (database: Database): Promise<unknown> => database.query(FORGET_SAMPLE_RUNS)

async function tellFailure(database: Database, { error }: RunReport): Promise<void> {
  if (error?.code === 'not_a_sample') {
    await forgetSampleRuns(database) // a register was loaded in the same moment
  } else if (error && error.code !== 'already_running') {
    throw new OperatorError(`The sample could not be loaded: ${error.message}`)
  }
}
