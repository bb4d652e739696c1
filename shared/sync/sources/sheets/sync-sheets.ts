import type { Database } from '../../../db/database.ts'
import { withDownloadFolder } from '../../fetch/download-folder.ts'
import type { Timeouts } from '../../fetch/timeouts.ts'
import { type RunOptions, runSync } from '../../run/run-sync.ts'
import { storedFiles } from '../../run/snapshot-store.ts'
import type { RunReport } from '../../run.ts'
import { fingerprintOf, type SourceSnapshot } from '../../source-snapshot.ts'
import { rejectFutureEdition, runOrder, type SourceOrder } from '../source-order.ts'
import type { Edition } from './edition.ts'
import { type FoundSheet, type SheetSearch, sheetsAtAddress, sheetsInFiles } from './find-sheets.ts'
import { editionsOf, type ReadProgress, readSheets } from './read-sheets.ts'

export interface SheetToRead {
  name: string
  edition: Edition
}

export interface SheetsOptions extends RunOptions {
  /** Called before the first row is read. `sheets` begins with the oldest edition. */
  onSheets?: (sheets: readonly SheetToRead[]) => void
  onProgress?: (progress: ReadProgress) => void
  limits?: Partial<Timeouts>
}

/**
 * Updates the corpus from bulk sheets. One run applies all sheets or none.
 *
 * - If two sheets contain the same application, the newer edition takes precedence. If both editions have the same day,
 *   the later sheet in `files`, or in the list at `url`, takes precedence.
 * - Files with the same day and series (see `seriesOf`) are one edition.
 * - A run is skipped if all sheets at the address are unchanged.
 *
 * @param order the source. `files` are XLSX workbooks, delimited texts, or zip archives. `url` leads to a sheet or to a list of
 * sheets. `date` is the edition of all sheets.
 */
export const syncSheets = (
  database: Database,
  order: SourceOrder,
  { onSheets = () => {}, onProgress, limits = {}, ...options }: SheetsOptions = {},
): Promise<RunReport> =>
  withDownloadFolder((folder) =>
    runSync(
      database,
      runOrder('sheets', order),
      async (run) => {
        rejectFutureEdition(order)
        const search = { folder, date: order.date, limits, signal: run.signal }
        const sheets = await findSheets(database, order, search)
        if (sheets.length === 0) {
          return 'nothing new'
        }
        run.progress.setSourceDate(sheets.at(-1)?.edition.day ?? null)
        onSheets(sheets)
        const read = await readSheets(database, run, sheets, onProgress)
        return { snapshot: snapshotOf(sheets), ...read }
      },
      options,
    ),
  )

const findSheets = async (
  database: Database,
  { from }: SourceOrder,
  search: SheetSearch,
): Promise<FoundSheet[]> =>
  'files' in from
    ? sheetsInFiles(from.files, search)
    : sheetsAtAddress(from.url, await storedFiles(database, 'sheets'), search)

const snapshotOf = (sheets: readonly FoundSheet[]): SourceSnapshot => ({
  source: 'sheets',
  fingerprint: fingerprintOf(
    // A day from the header Last-Modified is left out, because it may change while the file stays the same.
    sheets.map(({ sha256, edition }) => ({ sha256, day: edition.from === 'header' ? '' : edition.day })),
  ),
  sheets: editionsOf(sheets).flatMap(([first]) =>
    first ? [{ name: first.series, edition: first.edition.day }] : [],
  ),
  files: sheets.flatMap(({ origin }) => (origin ? [origin] : [])),
})
