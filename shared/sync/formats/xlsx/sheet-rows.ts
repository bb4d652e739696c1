import { type CellContent, FormattedCell, type SheetRow, sheetRow, UnreadableCell } from '../sheet.ts'
import type { ArchivePart } from './archive.ts'
import { checkColumn, columnOf, type Range } from './cell-reference.ts'
import { appendText, type CellContext, cellValue } from './cell-value.ts'
import type { CommentedCells } from './commented-cells.ts'
import { LIMITS } from './limits.ts'
import { mergedCellFiller } from './merged-cells.ts'
import { notASheet, tooLarge } from './workbook-error.ts'
import { type Attributes, type XmlHandlers, xmlReader } from './xml-reader.ts'

/**
 * The number of bytes between two checks of the batch size. The number is small, because a few bytes can add many
 * cells: a row with a single cell in the last column (XFD) has 40 bytes in the file, but 16,384 cells in memory.
 */
const SLICE_BYTES = 2_048

/** Properties that a worksheet stores outside its rows. */
interface AroundRows {
  readonly merged: readonly Range[]
  readonly commented: CommentedCells
}

/**
 * Yields the rows of a sheet in batches.
 *
 * @param onRead called with the number of bytes of each chunk
 * @throws SyncError for a damaged sheet, even after some of its rows have been yielded
 */
export async function* sheetRows(
  sheet: ArchivePart,
  context: CellContext,
  around: AroundRows,
  onRead: (bytes: number) => void,
): AsyncGenerator<SheetRow[], void> {
  const { handlers, take, isFull } = rowCollector(context, around)
  const reader = xmlReader('the rows of its sheet', handlers)
  for await (const bytes of sheet.bytes()) {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      reader.write(bytes.subarray(at, at + SLICE_BYTES))
      if (isFull()) {
        yield take()
      }
    }
    onRead(bytes.length)
    const rows = take()
    if (rows.length > 0) {
      yield rows
    }
  }
  reader.end()
}

interface RowCollector {
  readonly handlers: XmlHandlers
  /** Returns and removes the complete rows. */
  take(): SheetRow[]
  isFull(): boolean
}

/** Collects the rows that have a value in the file. A value from a merged range in an earlier row does not count. */
function rowCollector(context: CellContext, { merged, commented }: AroundRows): RowCollector {
  let rows: SheetRow[] = []
  let cellCount = 0
  let cellsTaken = 0
  const row = currentRow(context)
  const fillMerged = mergedCellFiller(merged)

  const closeRow = (): void => {
    const { number, cells } = row.end()
    const isEmpty = cells.length === 0
    fillMerged(number, cells)
    markCommented(cells, commented.get(number))
    cellCount += cells.length
    if (cellCount > LIMITS.cells) {
      throw tooLarge(`it has more than ${LIMITS.cells} cells`)
    }
    if (!isEmpty) {
      rows.push(sheetRow(number, cells))
    }
  }
  const take = (): SheetRow[] => {
    const taken = rows
    rows = []
    cellsTaken = cellCount
    return taken
  }
  const isFull = (): boolean => cellCount - cellsTaken > LIMITS.batchCells
  return { handlers: sheetHandlers(row, closeRow), take, isFull }
}

function markCommented(cells: CellContent[], columns: ReadonlySet<number> = new Set()): void {
  for (const column of columns) {
    const cell = cells[column] ?? null
    if (!(cell instanceof UnreadableCell)) {
      put(cells, column, new FormattedCell(cell instanceof FormattedCell ? cell.value : cell, 'commented'))
    }
  }
}

/** Reads rows only within `sheetData`, because extensions of a sheet use the same element names. */
function sheetHandlers(row: CurrentRow, closeRow: () => void): XmlHandlers {
  let isInRows = false
  let isValue = false
  let isPhonetic = false
  return {
    open(name, attributes) {
      if (!isInRows) {
        isInRows = name === 'sheetData'
      } else if (name === 'c') {
        row.startCell(attributes)
      } else if (name === 'row') {
        row.start(attributes.r)
      } else {
        row.note(name)
        isValue = (name === 'v' || name === 't') && !isPhonetic
        isPhonetic ||= name === 'rPh'
      }
    },
    text(piece) {
      if (isValue) {
        row.addText(piece)
      }
    },
    close(name) {
      isValue = false
      if (!isInRows) {
        return
      }
      if (name === 'c') {
        row.endCell()
      } else if (name === 'row') {
        closeRow()
      } else if (name === 'rPh') {
        isPhonetic = false
      } else if (name === 'sheetData') {
        isInRows = false
      }
    },
  }
}

type CurrentRow = ReturnType<typeof currentRow>

/** Returns the state of the current row. A row or cell without a position follows the previous row or cell. */
function currentRow(context: CellContext) {
  let number = 0
  let cells: CellContent[] = []
  let column = -1
  let cell: Attributes = {}
  let raw = ''
  let hasFormula = false
  let hasValue = false
  return {
    start(written: string | undefined): void {
      number = nextRow(number, written)
      cells = []
      column = -1
    },
    startCell(attributes: Attributes): void {
      column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
      checkColumn(column)
      cell = attributes
      raw = ''
      hasFormula = false
      hasValue = false
    },
    note(element: string): void {
      hasFormula ||= element === 'f'
      hasValue ||= element === 'v'
    },
    addText(piece: string): void {
      raw = appendText(raw, piece)
    },
    endCell(): void {
      const value = cellValue({ type: cell.t, style: cell.s, raw, hasFormula, hasValue }, context)
      if (value !== null) {
        put(cells, column, value)
      }
    },
    end: (): { number: number; cells: CellContent[] } => ({ number, cells }),
  }
}

function nextRow(before: number, written: string | undefined): number {
  const number = written === undefined ? before + 1 : Number(written)
  if (!Number.isInteger(number) || number <= before) {
    throw notASheet(`its rows are not in order after row ${before}`)
  }
  if (number > LIMITS.rows) {
    throw tooLarge(`it has more than ${LIMITS.rows} rows`)
  }
  return number
}

function put(cells: CellContent[], column: number, value: CellContent): void {
  while (cells.length < column) {
    cells.push(null)
  }
  cells[column] = value
}
