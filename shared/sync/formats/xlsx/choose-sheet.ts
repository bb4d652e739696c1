import { SyncError } from '../../sync-error.ts'
import type { Cell } from '../../values/cell.ts'
import { quote } from '../../values/quote.ts'
import type { SheetRow } from '../sheet.ts'
import type { Part } from './archive.ts'
import type { CellContext } from './cell-value.ts'
import type { ListedSheet } from './sheet-list.ts'
import { sheetRows } from './sheet-rows.ts'
import { notASheet } from './workbook-error.ts'

/** A sheet and its first rows with something in them. */
interface Start {
  readonly sheet: ListedSheet
  readonly rows: readonly SheetRow[]
}

/** Headers, and a row below them. */
const START = 2

/** Fewer texts than these may be a title that sheets have in common. */
const FEWEST_HEADERS = 2

/**
 * Chooses the sheet that is read: the first with at least two rows with something in them, or the first when
 * none has. Of the others no more is read than their start.
 *
 * @throws not_a_sheet when there is none, or another one starts with the same headers: its rows would be
 * missing without a word
 */
export async function chooseSheet(sheets: readonly ListedSheet[], context: CellContext): Promise<Part> {
  const [first, ...others] = sheets
  if (first === undefined) {
    throw notASheet('it has no worksheet that is not hidden')
  }
  if (others.length === 0) {
    return first.part
  }
  const chosen = await firstWithTwoRows(first, others, context)
  await refuseSameHeaders(chosen, sheets, context)
  return chosen.sheet.part
}

async function firstWithTwoRows(
  first: ListedSheet,
  others: readonly ListedSheet[],
  context: CellContext,
): Promise<Start> {
  const fallback = await startOf(first, context)
  if (fallback.rows.length === START) {
    return fallback
  }
  for (const sheet of others) {
    const start = await startOf(sheet, context)
    if (start.rows.length === START) {
      return start
    }
  }
  return fallback
}

async function refuseSameHeaders(
  { sheet: chosen, rows: [row] }: Start,
  sheets: readonly ListedSheet[],
  context: CellContext,
): Promise<void> {
  const headers = row?.cells ?? []
  if (headers.filter((cell) => typeof cell === 'string').length < FEWEST_HEADERS) {
    return
  }
  for (const sheet of sheets) {
    if (sheet !== chosen && isSame(headers, await firstCells(sheet, context))) {
      throw sameHeaders(chosen, sheet)
    }
  }
}

/** The first row of a sheet with data below it; nothing of one that cannot be read: nobody asked for it. */
async function firstCells(sheet: ListedSheet, context: CellContext): Promise<readonly Cell[]> {
  try {
    const [headers, data] = (await startOf(sheet, context)).rows
    return data ? (headers?.cells ?? []) : []
  } catch (error) {
    if (error instanceof SyncError) {
      return []
    }
    throw error
  }
}

async function startOf(sheet: ListedSheet, context: CellContext): Promise<Start> {
  const found: SheetRow[] = []
  for await (const rows of sheetRows(sheet.part, context, [], () => {})) {
    found.push(...rows.slice(0, START - found.length))
    if (found.length === START) {
      break
    }
  }
  return { sheet, rows: found }
}

const isSame = (one: readonly Cell[], other: readonly Cell[]): boolean =>
  one.length === other.length && one.every((cell, column) => cell === other[column])

const sameHeaders = (one: ListedSheet, other: ListedSheet): SyncError =>
  new SyncError(
    'not_a_sheet',
    `The first rows of the sheets ${quote(one.name)} and ${quote(other.name)} of the workbook are the same, ` +
      'and only one sheet of a file is read: save each of them as a file of its own.',
  )
