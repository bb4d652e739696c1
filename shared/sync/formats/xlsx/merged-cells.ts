import type { CellContent } from '../sheet.ts'
import type { ArchivePart } from './archive.ts'
import { type Range, readRange } from './cell-reference.ts'
import { LIMITS } from './limits.ts'
import { tooLarge } from './workbook-error.ts'
import { readWhole, xmlReader } from './xml-reader.ts'

/**
 * Reads the merged ranges of a sheet. Inflates the whole sheet, because the ranges follow the rows.
 *
 * @throws SyncError `too_large` if the ranges cover more than LIMITS.mergedCells cells
 */
export async function readMergedCells(sheet: ArchivePart): Promise<Range[]> {
  const ranges: Range[] = []
  let covered = 0
  const reader = xmlReader('the parts before and after its rows', {
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
 * Returns a function that fills the merged cells of a row. Callers pass the rows in order. An empty cell of a merged
 * range gets the value of the first cell of the range.
 */
export function mergedCellFiller(ranges: readonly Range[]): (row: number, cells: CellContent[]) => void {
  let next = 0
  let open: { range: Range; value: CellContent }[] = []
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

function fill(cells: CellContent[], { left, right }: Range, value: CellContent): void {
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

/** Matches the opening tag `<sheetData>` with any prefix, but not an empty element (`<sheetData/>`). */
const OPENING = /<(?<name>(?:[\w.-]+:)?sheetData)(?:\s[^<>]*)?(?<!\/)>/

/** The maximum length of an incomplete tag that is moved to the next chunk, in bytes. */
const MAX_MOVED = 4_096

/** A parser state. Outputs `kept`, and passes `rest` to `next`. A state that needs another chunk returns itself as `next`. */
type Step = (bytes: Buffer) => { kept: Buffer; rest: Buffer; next: Step }

/** Yields the XML of a sheet without its rows. */
export async function* withoutRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let step = beforeRows
  let bytes: Buffer = NOTHING
  for await (const chunk of chunks) {
    bytes = Buffer.concat([bytes, chunk])
    for (let isSettled = false; !isSettled; ) {
      const { kept, rest, next } = step(bytes)
      yield kept
      isSettled = next === step
      step = next
      bytes = rest
    }
  }
  yield bytes
}

const NOTHING = Buffer.alloc(0)

const beforeRows: Step = (bytes) => {
  const opening = OPENING.exec(bytes.toString('latin1'))
  if (opening === null) {
    return { ...splitAt(bytes, openTagAtEnd(bytes)), next: beforeRows }
  }
  const end = opening.index + opening[0].length
  return { ...splitAt(bytes, end), next: inRows(`</${opening.groups?.name}`) }
}

const inRows = (closing: string): Step => {
  const step: Step = (bytes) => {
    const end = bytes.indexOf(closing)
    return end < 0
      ? { kept: NOTHING, rest: bytes.subarray(Math.max(0, bytes.length - closing.length + 1)), next: step }
      : { kept: NOTHING, rest: bytes.subarray(end), next: behindRows }
  }
  return step
}

const behindRows: Step = (bytes) => ({ kept: bytes, rest: NOTHING, next: behindRows })

const splitAt = (bytes: Buffer, place: number) => ({
  kept: bytes.subarray(0, place),
  rest: bytes.subarray(place),
})

/** Returns the position of the last `<` within MAX_MOVED bytes of the end. Returns `bytes.length` if there is none. */
function openTagAtEnd(bytes: Buffer): number {
  const start = bytes.lastIndexOf('<')
  return start < 0 || bytes.length - start > MAX_MOVED ? bytes.length : start
}
