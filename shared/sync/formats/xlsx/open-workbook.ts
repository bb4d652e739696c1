import type { Sheet } from '../sheet.ts'
import { type Archive, openArchive } from './archive.ts'
import { chooseSheet } from './choose-sheet.ts'
import { readDateStyles } from './date-styles.ts'
import { readMergedCells } from './merged-cells.ts'
import { readSharedTexts } from './shared-texts.ts'
import { readSheetList } from './sheet-list.ts'
import { sheetRows } from './sheet-rows.ts'

/**
 * Opens the workbook (.xlsx) at `path` for reading one sheet of it: the first worksheet that is not hidden
 * and has at least two rows with something in them, or the first that is not hidden when none has. A second
 * one that starts with the same headers fails the workbook: its rows would be missing without a word.
 *
 * Its shared texts and its list of merged cells are read here, its rows as they are asked for, once. Formulas
 * have the values that were stored with them. Cells with a date format are days (sheet.ts); those of a time
 * alone stay numbers. A merged cell's value stands in each cell that it covers, but for rows that have
 * nothing else.
 *
 * @throws SyncError, here and from the rows: `cut_off` when bytes are missing or changed, `not_a_sheet` when
 * it is something else (an encrypted workbook included), `too_large` beyond the bounds of limits.ts,
 * `file_unreadable`
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
