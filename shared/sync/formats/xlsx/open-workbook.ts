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
 * Opens the workbook (.xlsx) at `path`.
 *
 * Reads the shared texts at once, and the merged ranges and the rows of a worksheet on demand, once. Formulas have their
 * stored results. Cells with a date format are ISO days; cells with a time alone stay numbers. Each cell of a merged range
 * has its value, except in rows without other values.
 *
 * @throws SyncError, also from the rows: `cut_off` when bytes are missing or changed, `not_a_sheet` for another format, an
 * encrypted workbook or one without a visible worksheet, `too_large` beyond limits.ts, `file_unreadable`
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
    throw notASheet('it has no worksheet that is not hidden')
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
