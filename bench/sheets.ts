import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../shared/db/database.ts'
import { buildWorkbook, styled } from '../test/support/sheets/build-workbook.ts'
import { generateMarks } from './corpus/generate-marks.ts'
import { SHEET_COLUMNS } from './corpus/sheet-columns.ts'
import type { SheetMark } from './corpus/sheet-mark.ts'
import { openBenchDatabase } from './database.ts'
import { loadSheet, writeCsv } from './fill.ts'
import { decimals, figuresTable, whole } from './report.ts'
import type { Part, Run } from './run.ts'

/** The maximum number of marks in the workbook, which is built in memory. */
const WORKBOOK_MARKS = 100_000

/** Measures `npm run sync -- sheets`: the load of a sheet into a new database, and a second load of the same sheet. */
export const sheets: Part = {
  summary: 'npm run sync -- sheets, from CSV and XLSX, compared with COPY of the lines alone',
  marks: 1_000_000,
  goalsFor: 'default size',
  async measure(run) {
    const workbookMarks = Math.min(run.marks, WORKBOOK_MARKS)
    const csv = await measureSheet(run, 'csv', run.marks, writeCsv)
    const xlsx = await measureSheet(run, 'xlsx', workbookMarks, writeWorkbook)
    const [first, again] = csv.slice(-2)
    return {
      facts: {
        load: `${whole(run.marks)} generated marks as CSV, ${whole(workbookMarks)} as XLSX; a new database for each sheet`,
        time: 'from the start of the command to its end, search index included',
      },
      tables: [
        figuresTable(
          [...csv, ...xlsx],
          [
            ['load', ({ load }) => load],
            ['time s', ({ seconds }) => decimals(2)(seconds)],
            ['rows/s', ({ rows, seconds }) => whole(rows / seconds)],
            ['peak MB', ({ peakMegabytes = null }) => whole(peakMegabytes)],
            ['written', ({ written = null }) => whole(written)],
            ['rejected', ({ rejected = null }) => whole(rejected)],
            ['database MB', ({ databaseMegabytes = null }) => whole(databaseMegabytes)],
          ],
        ),
      ],
      goals: [
        { goal: 'csv: first load', figure: first?.seconds ?? null, unit: ' s', most: 180 },
        { goal: 'csv: second load', figure: again?.seconds ?? null, unit: ' s', most: 60 },
        { goal: 'csv: peak memory', figure: first?.peakMegabytes ?? null, unit: ' MB', digits: 0, most: 350 },
        { goal: 'csv: rows that the second load writes', figure: again?.written ?? null, digits: 0, most: 0 },
      ],
    }
  },
}

/** One load of one sheet. The bare copy has only times. */
interface LoadRow {
  load: string
  seconds: number
  rows: number
  /** Null where the system does not report it. */
  peakMegabytes?: number | null
  /** Rows inserted or updated. */
  written?: number
  rejected?: number
  /** The size of the database after the load. */
  databaseMegabytes?: number
}

/** Measures the loads of a new sheet. The peer, the bare copy of the lines, exists only for CSV. */
async function measureSheet(
  run: Run,
  format: 'csv' | 'xlsx',
  marks: number,
  write: (path: string, marks: Iterable<SheetMark>) => Promise<void>,
): Promise<LoadRow[]> {
  run.step(`${format}: writing ${whole(marks)} marks`)
  const path = join(run.folder, `solicitudes-2026-11-02.${format}`)
  await write(path, generateMarks(marks))
  const database = await openBenchDatabase(run)
  const rows = format === 'csv' ? [await bareCopy(run, database.owner, marks, path)] : []
  for (const load of ['first load', 'second load']) {
    run.step(`${format}: ${load}`)
    const { output, seconds, peakMegabytes } = await loadSheet(run, database, path)
    const { rowsRead, inserted, updated, rejected } = output
    const [size] = await database.owner.query<{ databaseMegabytes: number }>(SIZE)
    const written = inserted + updated
    rows.push({
      load: `${format}: ${load}`,
      seconds,
      rows: rowsRead,
      peakMegabytes,
      written,
      rejected,
      ...size,
    })
  }
  await database.remove()
  await rm(path)
  return rows
}

const sql = (text: string) => ({ text, parameters: [] })
const SIZE = sql('select pg_database_size(current_database()) / 1048576.0::float8 as "databaseMegabytes"')
/** Copies each line as one value: the delimiter and the quote are characters that no text contains. */
const COPY = sql(`copy bench_line from stdin with (format csv, delimiter e'\\x01', quote e'\\x02')`)

/** Copies the lines into an unlogged table without indexes. No loader can be faster than this. */
async function bareCopy(run: Run, owner: Database, marks: number, path: string): Promise<LoadRow> {
  run.step('csv: bare copy')
  await owner.query(sql('create unlogged table bench_line (line text)'))
  const startedAt = performance.now()
  await owner.copyIn(COPY, createReadStream(path, 'utf8'), run.signal)
  const seconds = (performance.now() - startedAt) / 1_000
  await owner.query(sql('drop table bench_line'))
  return { load: 'csv: bare copy', seconds, rows: marks }
}

/** Writes a sheet as a workbook with date cells. */
async function writeWorkbook(path: string, marks: Iterable<SheetMark>): Promise<void> {
  const rows = Array.from(marks, (mark) =>
    SHEET_COLUMNS.map(({ kind, cell }) => {
      const value = cell(mark)
      if (value === null || kind === 'text') return value
      return kind === 'integer' ? Number(value) : styled(serialOf(value))
    }),
  )
  const headers = SHEET_COLUMNS.map(({ header }) => header)
  await writeFile(path, await buildWorkbook({ rows: [headers, ...rows], formats: ['dd/mm/yyyy'] }))
}

/** Returns the number of a day in a spreadsheet, which counts the days since 1899-12-30. */
const serialOf = (day: string): number => (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000
