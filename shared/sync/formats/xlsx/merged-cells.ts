import type { Cell } from '../../values/cell.ts'
import type { Part } from './archive.ts'
import { type Range, readRange } from './cell-reference.ts'
import { LIMITS } from './limits.ts'
import { withoutRows } from './without-rows.ts'
import { tooLarge } from './workbook-error.ts'
import { readWhole, xmlReader } from './xml-reader.ts'

/**
 * Reads which cells of a sheet are merged. The list stands behind the rows, where it comes too late for them:
 * the sheet is unpacked once to its end for it, with its rows skipped.
 *
 * @throws too_large when more than LIMITS.mergedCells are covered
 */
export async function readMergedCells(sheet: Part): Promise<Range[]> {
  const ranges: Range[] = []
  let covered = 0
  const reader = xmlReader('the surroundings of its rows', {
    open(name, { ref = '' }) {
      if (name === 'mergeCell') {
        const range = readRange(ref)
        covered += (range.bottom - range.top + 1) * (range.right - range.left + 1)
        checkCovered(covered)
        ranges.push(range)
      }
    },
  })
  await readWhole(withoutRows(sheet.bytes()), reader)
  return ranges.sort((one, other) => one.top - other.top)
}

function checkCovered(cells: number): void {
  if (cells > LIMITS.mergedCells) {
    throw tooLarge(`more than ${LIMITS.mergedCells} of its cells are merged`)
  }
}

/**
 * Fills the merged cells of the rows that it is given in order: a merged cell has the value of its range's
 * first one, down and across. A cell with a value of its own keeps it; Excel leaves none, other programs do.
 */
export function mergedCellFiller(ranges: readonly Range[]): (row: number, cells: Cell[]) => void {
  let next = 0
  let open: { range: Range; value: Cell }[] = []
  return (row, cells) => {
    open = open.length === 0 ? open : open.filter(({ range }) => range.bottom >= row)
    for (let range = ranges[next]; range !== undefined && range.top <= row; range = ranges[++next]) {
      open.push({ range, value: range.top === row ? (cells[range.left] ?? null) : null })
    }
    for (const { range, value } of open) {
      fill(cells, range, value)
    }
  }
}

function fill(cells: Cell[], { left, right }: Range, value: Cell): void {
  if (value === null) {
    return
  }
  while (cells.length <= right) {
    cells.push(null)
  }
  for (let column = left; column <= right; column++) {
    cells[column] ??= value
  }
}
