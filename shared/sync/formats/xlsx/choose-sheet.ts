import { SyncError } from '../../sync-error.ts'
import type { Cell } from '../../values/cell.ts'
import { quote } from '../../values/quote.ts'
import type { SheetRow } from '../sheet.ts'
import type { ArchivePart } from './archive.ts'
import type { CellContext } from './cell-value.ts'
import type { ListedSheet } from './sheet-list.ts'
import { sheetRows } from './sheet-rows.ts'
import { notASheet } from './workbook-error.ts'

/** A sheet with its first rows that are not empty. */
interface Start {
  readonly sheet: ListedSheet
  readonly rows: readonly SheetRow[]
}

/** The headers and a row of data. */
const FIRST_ROWS = 2

/** Fewer texts may be a title that several sheets share. */
const MIN_HEADERS = 2

/**
 * Chooses the sheet to read: the first with at least two rows that are not empty, or else the first. Only the first rows of
 * the other sheets are read.
 *
 * @throws SyncError `not_a_sheet` without a worksheet, or when another sheet has the same headers: its rows would be lost
 * silently
 */
export async function chooseSheet(
  sheets: readonly ListedSheet[],
  context: CellContext,
): Promise<ArchivePart> {
  const [first, ...others] = sheets
  if (first === undefined) {
    throw notASheet('it has no worksheet that is not hidden')
  }
  if (others.length === 0) {
    return first.part
  }
  const chosen = await firstWithTwoRows(first, others, context)
  await rejectSameHeaders(chosen, sheets, context)
  return chosen.sheet.part
}

async function firstWithTwoRows(
  first: ListedSheet,
  others: readonly ListedSheet[],
  context: CellContext,
): Promise<Start> {
  const fallback = await startOf(first, context)
  if (fallback.rows.length === FIRST_ROWS) {
    return fallback
  }
  for (const sheet of others) {
    const start = await startOf(sheet, context)
    if (start.rows.length === FIRST_ROWS) {
      return start
    }
  }
  return fallback
}

async function rejectSameHeaders(
  { sheet: chosen, rows: [row] }: Start,
  sheets: readonly ListedSheet[],
  context: CellContext,
): Promise<void> {
  const headers = row?.cells ?? []
  if (headers.filter((cell) => typeof cell === 'string').length < MIN_HEADERS) {
    return
  }
  for (const sheet of sheets) {
    if (sheet !== chosen && isSame(headers, await firstCells(sheet, context))) {
      throw sameHeadersError(chosen, sheet)
    }
  }
}

/** Returns the headers of a sheet with data; nothing for an unreadable sheet, which is not the chosen one. */
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
    found.push(...rows.slice(0, FIRST_ROWS - found.length))
    if (found.length === FIRST_ROWS) {
      break
    }
  }
  return { sheet, rows: found }
}

const isSame = (one: readonly Cell[], other: readonly Cell[]): boolean =>
  one.length === other.length && one.every((cell, column) => cell === other[column])

const sameHeadersError = (one: ListedSheet, other: ListedSheet): SyncError =>
  new SyncError(
    'not_a_sheet',
    `The first rows of the sheets ${quote(one.name)} and ${quote(other.name)} of the workbook are the same, ` +
      'and only one sheet of a file is read: save each of them as a file of its own.',
  )
