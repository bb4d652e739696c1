import type { Cell } from '../../values/cell.ts'
import type { SheetRow } from '../sheet.ts'
import { checkColumn, columnOf, type Range } from './cell-reference.ts'
import { appendText } from './cell-text.ts'
import { type CellContext, cellValue } from './cell-value.ts'
import { LIMITS } from './limits.ts'
import { mergedCellFiller } from './merged-cells.ts'
import { notASheet, tooLarge } from './workbook-error.ts'
import type { Attributes, XmlHandlers } from './xml-reader.ts'

export interface RowCollector {
  readonly handlers: XmlHandlers
  /** The rows that are complete and were not taken yet. */
  take(): SheetRow[]
  /** Whether these have so many cells that they should be taken before more is read. */
  isFull(): boolean
}

/**
 * Makes rows of what a sheet's XML says. Rows without a value of their own are left out, also where a merged
 * cell reaches into them.
 */
export function rowCollector(context: CellContext, merged: readonly Range[]): RowCollector {
  let rows: SheetRow[] = []
  let cellCount = 0
  let cellsTaken = 0
  const row = currentRow(context)
  const fillMerged = mergedCellFiller(merged)

  const closeRow = (): void => {
    const { number, cells } = row.end()
    const isEmpty = cells.length === 0
    fillMerged(number, cells)
    cellCount += cells.length
    if (cellCount > LIMITS.cells) {
      throw tooLarge(`it has more than ${LIMITS.cells} cells`)
    }
    if (!isEmpty) {
      rows.push({ number, cells })
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

/** Only what stands between the rows' own tags is a row: extensions of a sheet use the same names. */
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

/** The row that is being read. What does not say where it stands, stands behind the one before. */
function currentRow(context: CellContext) {
  let number = 0
  let cells: Cell[] = []
  let column = -1
  let cell: Attributes = {}
  let raw = ''
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
    },
    addText(piece: string): void {
      raw = appendText(raw, piece)
    },
    endCell(): void {
      const value = cellValue({ type: cell.t, style: cell.s, raw }, context)
      if (value !== null) {
        put(cells, column, value)
      }
    },
    end: (): { number: number; cells: Cell[] } => ({ number, cells }),
  }
}

function nextRow(before: number, written: string | undefined): number {
  const number = written === undefined ? before + 1 : Number(written)
  if (!Number.isInteger(number) || number <= before) {
    throw notASheet(`the rows of it are not in order after row ${before}`)
  }
  if (number > LIMITS.rows) {
    throw tooLarge(`it has more than ${LIMITS.rows} rows`)
  }
  return number
}

function put(cells: Cell[], column: number, value: Cell): void {
  while (cells.length < column) {
    cells.push(null)
  }
  cells[column] = value
}
