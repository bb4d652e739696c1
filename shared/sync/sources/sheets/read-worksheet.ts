import type { SheetRow, Worksheet } from '../../formats/sheet.ts'
import type { Rejection } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import { futureFiling } from '../../values/future-day.ts'
import type { MarkRecord } from '../../values/mark-record.ts'
import { type FoundColumns, findColumns, HEADER_ROWS, isHeaderRow, markSearch } from './columns.ts'
import { completeRow, continuationOf, continuesLine } from './continued-row.ts'
import { incompleteSearch } from './incomplete-sheet.ts'
import { numbersBehind } from './joined-lines.ts'
import { assertToUse, isNotToUse, rejectBelow } from './not-to-use.ts'
import { readRow } from './read-row.ts'
import { shortRowSearch } from './short-rows.ts'
import { swappedDays } from './swapped-days.ts'
import { swappedWords } from './swapped-words.ts'

export interface WorksheetRows {
  records: { rowNumber: number; record: MarkRecord }[]
  rejections: Rejection[]
  /** Rejected rows that may belong to the application above, and the number of this application. */
  incomplete: { rowNumber: number; nroSolicitud: string }[]
  /** The number of data rows. */
  rows: number
  /** The number of rejected rows that are notes, such as totals. */
  notes: number
  columns: FoundColumns
}

export interface ReadWorksheet {
  name: string | null
  /** The number of data rows; without headers, the number of all rows. */
  rows: number
  /** The error if no headers were found. */
  refusal?: SyncError
}

/**
 * Reads a worksheet from its headers to its end. A worksheet without headers is not read.
 *
 * @throws SyncError `headers_missing` if rows look like marks but have no known headers
 * @throws SyncError `headers_missing` if two headers, or the days and months in a column, are swapped
 * @throws SyncError `headers_missing` if a heading or the name of the worksheet forbids the use of the rows
 * @throws SyncError `cut_off` if rows are missing
 */
export async function* readWorksheet(
  { name, rows }: Worksheet,
  epoch: 1900 | 1904,
): AsyncGenerator<WorksheetRows, ReadWorksheet> {
  let columns: FoundColumns | SyncError | undefined
  let count = 0
  let notes = 0
  const search = markSearch()
  const state: State = { above: null, notToUse: undefined }
  let findShort: ReturnType<typeof shortRowSearch> | undefined
  let words: ReturnType<typeof swappedWords> | undefined
  let days: ReturnType<typeof swappedDays> | undefined
  const whyFuture = futureFiling()
  const incomplete = incompleteSearch()
  for await (const { batch, next } of withNextRow(withWholeHead(rows))) {
    columns ??= columnsOf(batch)
    if (columns instanceof SyncError) {
      rejectMarks(batch, search, columns)
      count += batch.length
    } else {
      findShort ??= shortRowSearch(columns)
      words ??= swappedWords(columns)
      days ??= swappedDays(columns)
      const read = readBatch(
        columns,
        batch,
        { epoch, short: findShort(batch, next), words, days, whyFuture, incomplete },
        state,
      )
      count += read.rows
      notes += read.notes
      if (name !== null && count > 0) {
        assertToUse(name)
      }
      yield read
    }
  }
  words?.assertFew()
  days?.assertMixed()
  if (words !== undefined) {
    incomplete.assertWhole(count - notes)
  }
  return { name, rows: count, ...(columns instanceof SyncError ? { refusal: columns } : {}) }
}

/** Joins the first batches, so that the first batch contains all rows that are searched for headers. */
async function* withWholeHead(batches: Worksheet['rows']): AsyncGenerator<readonly SheetRow[]> {
  let head: SheetRow[] | undefined = []
  for await (const batch of batches) {
    if (head === undefined) {
      yield batch
      continue
    }
    head.push(...batch)
    if (head.length >= HEADER_ROWS) {
      yield head
      head = undefined
    }
  }
  if (head !== undefined && head.length > 0) {
    yield head
  }
}

/** Yields each batch that has rows, with the first row of the next batch. */
async function* withNextRow(
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<{ batch: readonly SheetRow[]; next?: SheetRow }> {
  let batch: readonly SheetRow[] = []
  for await (const following of batches) {
    const [next] = following
    if (next === undefined) {
      continue
    }
    if (batch.length > 0) {
      yield { batch, next }
    }
    batch = following
  }
  if (batch.length > 0) {
    yield { batch }
  }
}

function columnsOf(head: readonly SheetRow[]): FoundColumns | SyncError {
  try {
    return findColumns(head)
  } catch (error) {
    if (error instanceof SyncError) {
      return error
    }
    throw error
  }
}

function rejectMarks(
  batch: readonly SheetRow[],
  search: ReturnType<typeof markSearch>,
  refusal: SyncError,
): void {
  if (batch.some((row) => search.add(row))) {
    throw refusal
  }
}

/** An application to which the next rows may belong, if these rows have no application number. */
interface Above {
  readonly row: SheetRow
  readonly nroSolicitud: string
  readonly isRejected: boolean
  /** True if a row below the application is not part of it. */
  isInterrupted: boolean
}

interface State {
  above: Above | null
  /** A heading that forbids the use of the rows below it. */
  notToUse: SheetRow | undefined
}

interface BatchOptions {
  epoch: 1900 | 1904
  short: ReadonlySet<SheetRow>
  words: ReturnType<typeof swappedWords>
  days: ReturnType<typeof swappedDays>
  whyFuture: ReturnType<typeof futureFiling>
  incomplete: ReturnType<typeof incompleteSearch>
}

function readBatch(
  columns: FoundColumns,
  batch: readonly SheetRow[],
  { epoch, short, words, days, whyFuture, incomplete }: BatchOptions,
  state: State,
): WorksheetRows {
  const read: WorksheetRows = { records: [], rejections: [], incomplete: [], rows: 0, notes: 0, columns }
  for (const row of batch) {
    if (isNotToUse(row)) {
      state.notToUse ??= row
    }
    if (row.number < columns.headerRow) {
      incomplete.add(row)
    }
    if (row.number <= columns.headerRow) {
      continue
    }
    const whole = withoutFutureFiling(readRow(columns, row, epoch), whyFuture)
    const { nroSolicitud } = whole
    const found =
      short.has(row) && nroSolicitud !== null ? { nroSolicitud, reason: missingCells(columns, row) } : whole
    if (nroSolicitud !== null) {
      if (state.notToUse !== undefined) {
        rejectBelow(state.notToUse, row)
      }
      read.rows++
      add(read, row.number, found)
      words.add(row)
      days.add(row)
      if ('reason' in whole && state.above !== null && continuesLine(columns, row, state.above.row)) {
        read.incomplete.push({ rowNumber: row.number, nroSolicitud: state.above.nroSolicitud })
      }
      for (const joined of numbersBehind(columns, row, nroSolicitud)) {
        read.rows++
        const reason = `the line of this application is joined to the line of the application ${nroSolicitud}`
        add(read, row.number, { nroSolicitud: joined, reason })
      }
      state.above = { row, nroSolicitud, isRejected: 'reason' in found, isInterrupted: false }
    } else if ('reason' in found && !isHeaderRow(columns, row)) {
      read.rows++
      incomplete.add(row)
      addUnnumbered(read, columns, row, found.reason, epoch, state)
    }
  }
  return read
}

function withoutFutureFiling(
  read: ReturnType<typeof readRow>,
  whyFuture: BatchOptions['whyFuture'],
): ReturnType<typeof readRow> {
  const reason = 'reason' in read ? undefined : whyFuture(read.fechaPresentacion)
  return reason === undefined ? read : { nroSolicitud: read.nroSolicitud, reason }
}

const missingCells = ({ width }: FoundColumns, { written }: SheetRow): string =>
  `has fewer cells than headers, ${written} of ${width}: it is not known which cells are missing`

const add = (
  { records, rejections }: WorksheetRows,
  rowNumber: number,
  found: ReturnType<typeof readRow>,
): number =>
  'reason' in found ? rejections.push({ rowNumber, ...found }) : records.push({ rowNumber, record: found })

function addUnnumbered(
  read: WorksheetRows,
  columns: FoundColumns,
  row: SheetRow,
  reason: string,
  epoch: 1900 | 1904,
  { above }: State,
): void {
  const kind = continuationOf(columns, row, above?.row)
  if (above === null || kind === 'note' || kind === 'separate') {
    read.rejections.push({ rowNumber: row.number, nroSolicitud: null, reason })
    read.notes += kind === 'note' ? 1 : 0
    if (above !== null && kind === 'separate') {
      above.isInterrupted = true
    }
  } else if (kind === 'continued' && !above.isInterrupted && !above.isRejected) {
    add(read, row.number, readRow(columns, completeRow(columns, row, above.row), epoch))
  } else {
    const { nroSolicitud } = above
    const unclear = `${reason}, and may continue the application ${nroSolicitud} above`
    read.rejections.push({ rowNumber: row.number, nroSolicitud: null, reason: unclear })
    read.incomplete.push({ rowNumber: row.number, nroSolicitud })
  }
}
