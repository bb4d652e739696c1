import { open } from 'node:fs/promises'
import { openDelimited } from '../../formats/delimited/open-delimited.ts'
import type { Workbook } from '../../formats/sheet.ts'
import { openWorkbook } from '../../formats/xlsx/open-workbook.ts'
import { SyncError } from '../../sync-error.ts'
import { statFile, unreadable } from '../../values/unreadable.ts'

const ZIP = Buffer.from('PK\x03\x04')
/** The first bytes of a compound file, which is a workbook from before 2007 or a workbook with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/**
 * Opens a sheet. The first bytes determine the format. A zip archive is read as a workbook (XLSX), a compound file is rejected,
 * and other files are read as delimited text. A delimited text has one worksheet without a name.
 *
 * @param isComplete true if the file is known to be complete; its last line may then lack a line break
 * @throws SyncError if the file cannot be opened or is not a sheet
 */
export async function openSheet(path: string, isComplete = false): Promise<Workbook> {
  const start = await firstBytes(path)
  if (start.length === 0) {
    throw new SyncError('not_a_sheet', 'The file is empty.')
  }
  if (start.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw new SyncError(
      'not_a_sheet',
      'The file is an old workbook (.xls) or has a password: save it as .xlsx without a password, or as .csv.',
    )
  }
  if (start.subarray(0, ZIP.length).equals(ZIP)) {
    return openWorkbook(path)
  }
  const { rows, ...file } = await openDelimited(path, isComplete)
  return { ...file, worksheets: [{ name: null, rows }], hidden: [] }
}

async function firstBytes(path: string): Promise<Buffer> {
  await statFile(path)
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(COMPOUND.length), 0, COMPOUND.length, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw unreadable(error)
  }
}
