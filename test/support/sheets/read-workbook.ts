import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SheetRow, Workbook, Worksheet } from '../../../shared/sync/formats/sheet.ts'
import { openWorkbook } from '../../../shared/sync/formats/xlsx/open-workbook.ts'
import type { Cell } from '../../../shared/sync/values/cell.ts'

/** Runs `work` with a temporary file of these bytes. */
export async function withFile<Result>(
  bytes: Buffer,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = join(tmpdir(), `workbook-${randomUUID()}.xlsx`)
  await writeFile(path, bytes)
  try {
    return await work(path)
  } finally {
    await rm(path)
  }
}

/** Returns the rows of the first worksheet. */
export const firstRows = ({ worksheets: [first] }: Workbook): Worksheet['rows'] => {
  if (first === undefined) {
    throw new Error('the workbook has no worksheet')
  }
  return first.rows
}

/** Returns all rows of the first worksheet of a workbook, and closes the workbook. */
export async function allRows(workbook: Workbook): Promise<SheetRow[]> {
  try {
    const found: SheetRow[] = []
    for await (const rows of firstRows(workbook)) {
      found.push(...rows)
    }
    return found
  } finally {
    await workbook.close()
  }
}

export const readRows = (bytes: Buffer): Promise<SheetRow[]> =>
  withFile(bytes, async (path) => allRows(await openWorkbook(path)))

export const readCells = async (bytes: Buffer): Promise<(readonly Cell[])[]> =>
  (await readRows(bytes)).map(({ cells }) => cells)
