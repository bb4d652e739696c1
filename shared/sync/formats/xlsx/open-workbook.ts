import type { Sheet } from '../sheet.ts'
import { type Archive, openArchive } from './archive.ts'
import { chooseSheet } from './choose-sheet.ts'
import { readDateStyles } from './date-styles.ts'
import { readMergedCells } from './merged-cells.ts'
import { readSharedTexts } from './shared-texts.ts'
import { readSheetList } from './sheet-list.ts'
import { sheetRows } from './sheet-rows.ts'

/**
 * Opens the workbook (.xlsx) at `path` and one of its sheets: the first visible worksheet with at least two rows that are
 * not empty, or else the first visible one. A second sheet with the same headers fails the workbook, because its rows would
 * be lost silently.
 *
 * Reads the shared texts and the merged ranges at once, and the rows on demand, once. Formulas have their stored results.
 * Cells with a date format are ISO days; cells with a time alone stay numbers. Each cell of a merged range has its value,
 * except in rows without other values.
 *
 * @throws SyncError, also from the rows: `cut_off` when bytes are missing or changed, `not_a_sheet` for another format or an
 * encrypted workbook, `too_large` beyond limits.ts, `file_unreadable`
 */
export async function openWorkbook(path: string): Promise<Sheet> {
  const archive = await openArchive(path)
  try {
    return await openSheet(archive)
  } catch (error) {
    await archive.close()
    throw error
  }
}

async function openSheet(archive: Archive): Promise<Sheet> {
  const { epoch, sheets, styles, sharedTexts } = await readSheetList(archive)
  const dateStyles = await readDateStyles(styles)
  const context = { epoch, dateStyles, sharedTexts: await readSharedTexts(sharedTexts) }
  const sheet = await chooseSheet(sheets, context)
  const merged = await readMergedCells(sheet)
  let bytesRead = 0
  const rows = sheetRows(sheet, context, merged, (bytes) => {
    bytesRead += bytes
  })
  return {
    rows,
    epoch,
    progress: () => (sheet.size === 0 ? 1 : bytesRead / sheet.size),
    async close() {
      await rows.return()
      await archive.close()
    },
  }
}
