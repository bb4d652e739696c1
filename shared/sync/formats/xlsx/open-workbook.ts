import type { Workbook } from '../sheet.ts'
import { type Archive, type ArchivePart, openArchive } from './archive.ts'
import { readCellFormats } from './cell-formats.ts'
import type { CellContext } from './cell-value.ts'
import { readCommentedCells } from './commented-cells.ts'
import { readMergedCells } from './merged-cells.ts'
import { readSharedTexts } from './shared-texts.ts'
import { readSheetList } from './sheet-list.ts'
import { sheetRows } from './sheet-rows.ts'
import { notASheet } from './workbook-error.ts'

/**
 * Opens the workbook (.xlsx) at `path`. The rows of a worksheet are read on demand, and only once.
 *
 * - The value of a formula is its stored result.
 * - The value of a cell with a date format is an ISO day. A time stays a number.
 * - Each empty cell of a merged range has the value of the first cell of the range.
 * - A row is omitted if the file contains no value for any of its cells.
 *
 * @throws SyncError, also while the rows are read:
 * - `cut_off` if bytes are missing or changed
 * - `not_a_sheet` for another format, an encrypted workbook, or a workbook without a visible worksheet
 * - `too_large` if a limit of limits.ts is exceeded
 * - `file_unreadable` if the file system reports an error
 */
export async function openWorkbook(path: string): Promise<Workbook> {
  const archive = await openArchive(path)
  try {
    return await openWorksheets(archive)
  } catch (error) {
    await archive.close()
    throw error
  }
}

async function openWorksheets(archive: Archive): Promise<Workbook> {
  const { epoch, isCalculatedOnLoad, sheets, hidden, styles, sharedTexts } = await readSheetList(archive)
  if (sheets.length === 0) {
    throw notASheet('it has no visible worksheet')
  }
  const formats = await readCellFormats(styles)
  const context = { epoch, isCalculatedOnLoad, formats, sharedTexts: await readSharedTexts(sharedTexts) }
  const size = sheets.reduce((sum, { part }) => sum + part.size, 0)
  let bytesRead = 0
  const count = (bytes: number): void => {
    bytesRead += bytes
  }
  const worksheets = sheets.map(({ name, part }) => ({ name, rows: rowsOf(archive, part, context, count) }))
  return {
    worksheets,
    hidden,
    epoch,
    progress: () => (size === 0 ? 1 : bytesRead / size),
    async close() {
      for (const { rows } of worksheets) {
        await rows.return()
      }
      await archive.close()
    },
  }
}

async function* rowsOf(
  archive: Archive,
  sheet: ArchivePart,
  context: CellContext,
  onRead: (bytes: number) => void,
) {
  const around = { merged: await readMergedCells(sheet), commented: await readCommentedCells(archive, sheet) }
  yield* sheetRows(sheet, context, around, onRead)
}
