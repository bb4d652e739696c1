import type { Database } from '../../../db/database.ts'
import { chileanDay } from '../../../platform/time/chilean-day.ts'
import { withDownloadFolder } from '../../fetch/download-folder.ts'
import type { Timeouts } from '../../fetch/timeouts.ts'
import { knownFiles } from '../../run/known-files.ts'
import { type Found, type RunOptions, runSync } from '../../run/run-sync.ts'
import type { RunOrder, RunReport, StartedRun } from '../../run.ts'
import { fingerprintOf } from '../../source-snapshot.ts'
import { SyncError } from '../../sync-error.ts'
import type { Edition } from './edition.ts'
import { type FoundSheet, type Search, sheetsAtAddress, sheetsInFiles } from './find-sheets.ts'
import { type ReadProgress, readSheets } from './read-sheets.ts'

/** Where the sheets of a run are. */
export type SheetsPlace =
  /** Paths of workbooks (XLSX), delimited texts, or archives (zip) with one of them. */
  | { files: readonly string[] }
  /** The address of a sheet, or of a page or a folder that lists sheets. */
  | { url: string }

export interface SheetsOrder extends Omit<RunOrder, 'source' | 'sample' | 'input'> {
  from: SheetsPlace
  /** Edition of all of them, `YYYY-MM-DD`; without it each has its own. */
  date?: string
  /** The sheets are those of the made-up office. */
  sample?: boolean
}

/** A sheet as it is taken. */
export interface TakenSheet {
  name: string
  edition: Edition
}

export interface SheetsOptions extends RunOptions {
  /** Told before the first row is read, oldest edition first. */
  onSheets?: (sheets: readonly TakenSheet[]) => void
  onProgress?: (progress: ReadProgress) => void
  /** How long the source may take, where not as long as usual. */
  limits?: Partial<Timeouts>
}

/**
 * Brings the corpus up to date with bulk sheets, in one run: all of them count, or none. Where two tell of the same
 * application, the newer edition is right, and of two of one day the one that is named later. Sheets at an address that
 * are as they were last taken make a run that is skipped; files that an operator names are always read.
 */
export const syncSheets = (
  database: Database,
  { from, date, sample = false, ...order }: SheetsOrder,
  { onSheets = () => {}, onProgress, limits = {}, ...options }: SheetsOptions = {},
): Promise<RunReport> =>
  withDownloadFolder((folder) =>
    runSync(
      database,
      { ...order, source: 'sheets', sample, ...inputOf(from, date) },
      async (run): Promise<Found> => {
        refuseFuture(date)
        const sheets = await findSheets(database, from, { folder, date, limits, signal: run.signal })
        if (sheets.length === 0) {
          return 'nothing new'
        }
        take(run, sheets)
        onSheets(sheets)
        await readSheets(database, run, sheets, onProgress)
        return 'read'
      },
      options,
    ),
  )

const inputOf = (from: SheetsPlace, date: string | undefined): Pick<RunOrder, 'input'> =>
  'files' in from ? { input: { files: from.files, ...(date === undefined ? {} : { date }) } } : {}

const findSheets = async (database: Database, from: SheetsPlace, search: Search): Promise<FoundSheet[]> =>
  'files' in from
    ? sheetsInFiles(from.files, search)
    : sheetsAtAddress(from.url, await knownFiles(database, 'sheets'), search)

function take({ taken, reading }: StartedRun, sheets: readonly FoundSheet[]): void {
  reading.sourceDate = sheets.at(-1)?.edition.day ?? null
  taken.sheets = sheets.map(({ series, edition }) => ({ name: series, edition: edition.day }))
  taken.files = sheets.flatMap(({ origin }) => (origin ? [origin] : []))
  taken.fingerprint = fingerprintOf(
    // A day that nobody has said is another one when the same file is asked for tomorrow.
    sheets.map(({ sha256, edition }) => ({ sha256, day: edition.from === 'written' ? '' : edition.day })),
  )
}

function refuseFuture(date: string | undefined): void {
  if (date !== undefined && date > chileanDay(new Date())) {
    throw new SyncError('edition_in_future', `No sheet has the edition ${date} yet.`)
  }
}
