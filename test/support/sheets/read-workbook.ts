import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SheetRow, Workbook, Worksheet } from '../../../shared/sync/formats/sheet.ts'
import { openWorkbook } from '../../../shared/sync/formats/xlsx/open-workbook.ts'
import type { Cell } from '../../../shared/sync/values/cell.ts'

/** Runs `work` with a file of these bytes, which is gone afterwards. */
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

/** The rows of the first worksheet. */
export const firstRows = ({ worksheets: [first] }: Workbook): Worksheet['rows'] => {
  if (first === undefined) {
    throw new Error('the workbook has no worksheet')
  }
  return first.rows
}

/** All rows of the first worksheet of a workbook, which is closed then. */
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
