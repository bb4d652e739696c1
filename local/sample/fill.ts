import type { Database } from '../../shared/db/database.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'
import { OperatorError } from '../../shared/platform/operator-error.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import type { BulletinOptions } from '../../shared/sync/sources/bulletin/sync-bulletin.ts'
import { SAMPLE_RATE_LIMIT } from '../../shared/sync/sources/portal/rate-limit.ts'
import type { PortalOptions } from '../../shared/sync/sources/portal/sync-portal.ts'
import type { SheetsOptions } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import type { SampleOffice } from './office.ts'

/** The application number in the examples. The sample mark with this number is registered and has annotations. */
export const EXAMPLE_NUMBER = '1132851'

const CORPUS = sqlFile(import.meta.url, 'corpus.sql', 'planned')
const FORGET_RUNS = sqlFile(import.meta.url, 'forget-runs.sql', 'planned')

export interface Corpus {
  kind: 'sample' | 'register'
  marks: number
}

interface SampleCorpus extends Corpus {
  // Each is true if a run of this source on the sample office has succeeded.
  sheets: boolean
  bulletin: boolean
  portal: boolean
}

const ORDER = { trigger: 'catch_up', sample: true } as const

/**
 * Fills a sample corpus from the sample office. Skips each source with a successful run.
 * Does nothing if the corpus is a register.
 *
 * @returns the corpus after the runs
 * @throws OperatorError if a run fails
 */
export async function fillSample(
  database: Database,
  { urls }: SampleOffice,
  options: SheetsOptions & BulletinOptions & PortalOptions = {},
): Promise<Corpus> {
  const { kind, marks, sheets, bulletin, portal } = await findCorpus(database)
  if (kind === 'register') {
    return { kind, marks }
  }
  // Imported only when needed, because the parsers of files take memory.
  if (!sheets) {
    const { syncSheets } = await import('../../shared/sync/sources/sheets/sync-sheets.ts')
    await throwOnFailure(database, [
      await syncSheets(database, { ...ORDER, from: { url: urls.sheets } }, options),
    ])
  }
  if (!bulletin) {
    const { syncBulletin } = await import('../../shared/sync/sources/bulletin/sync-bulletin.ts')
    await throwOnFailure(
      database,
      await syncBulletin(database, { ...ORDER, from: { url: urls.bulletin } }, options),
    )
  }
  if (!portal) {
    const { syncPortal } = await import('../../shared/sync/sources/portal/sync-portal.ts')
    const order = { ...ORDER, rateLimit: SAMPLE_RATE_LIMIT, from: { url: urls.portal } }
    await throwOnFailure(database, [await syncPortal(database, order, options)])
  }
  return findCorpus(database)
}

export async function findCorpus(database: Database): Promise<SampleCorpus> {
  const [corpus] = await database.query<SampleCorpus>(CORPUS)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus
}

/** Deletes all runs on sample data from the history, if the corpus is a register. */
export const forgetSampleRuns = (database: Database): Promise<unknown> => database.query(FORGET_RUNS)

async function throwOnFailure(database: Database, reports: readonly RunReport[]): Promise<void> {
  for (const { error } of reports) {
    if (error?.code === 'not_a_sample') {
      await forgetSampleRuns(database) // a register was loaded at the same time
    } else if (error && error.code !== 'already_running') {
      throw new OperatorError(`The sample could not be loaded: ${error.message}`)
    }
  }
}
