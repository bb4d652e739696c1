import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../shared/db/database.ts'
import { generateMarks } from './corpus/generate-marks.ts'
import { type BenchDatabase, withBenchDatabase } from './database.ts'
import { loadSheet, writeCsv } from './fill.ts'
import { checkGoal, type Limit } from './goals.ts'
import { decimals, figuresTable, type Goal, type Table, whole } from './report.ts'
import type { Part, Run } from './run.ts'
import { MOST_ROWS, writeWorkbook } from './workbook.ts'

/** A sheet with real records, in a folder next to the project. Most machines do not have this file. */
const REAL_SHEET = fileURLToPath(
  new URL('../../shared/realdata/sheets/solicitudes-2019-2.xlsx', import.meta.url),
)

const MARKS = 1_000_000

/** The limits for the first load of a sheet, and for a second load of the same sheet. */
interface Limits {
  readonly firstSeconds: number
  readonly againSeconds: number
  readonly megabytes: number
  readonly statedAt?: number
}
const REAL: Limits = { firstSeconds: 6, againSeconds: 3, megabytes: 300 }
const GENERATED: Limits = { firstSeconds: 180, againSeconds: 60, megabytes: 350, statedAt: MARKS }

const WRITERS = { CSV: writeCsv, XLSX: writeWorkbook }

/** Measures `npm run sync -- sheets`: the load of a sheet into a new database, and a second load of the same sheet. */
export const sheets: Part = {
  summary: 'npm run sync -- sheets, from CSV and XLSX, compared with COPY of the lines alone',
  marks: MARKS,
  async measure(run) {
    const real = existsSync(REAL_SHEET)
    const workbook = run.marks <= MOST_ROWS
    const found = [
      ...(real ? [await measureSheet(run, 'real sheet', REAL_SHEET, REAL)] : []),
      await measureGenerated(run, 'CSV'),
      ...(workbook ? [await measureGenerated(run, 'XLSX')] : []),
    ]
    return {
      facts: {
        load: `${whole(run.marks)} generated marks; a new database for each sheet, its server already running`,
        time: 'from the start of the command to its end, search index included',
        'real sheet': real ? basename(REAL_SHEET) : 'skipped: the file with real records does not exist',
        ...(workbook ? {} : { XLSX: `skipped: a worksheet has room for ${whole(MOST_ROWS)} marks` }),
      },
      tables: { loads: loadsTable(found.flatMap(({ rows }) => rows)) },
      goals: found.flatMap(({ goals }) => goals),
    }
  },
}

/** One load of one sheet; a figure is null if it does not apply. */
interface LoadRow {
  sheet: string
  load: string
  seconds: number
  rowsPerSecond: number
  peakMegabytes: number | null
  /** Rows inserted or updated. */
  written: number | null
  rejected: number | null
}

interface Measured {
  rows: LoadRow[]
  goals: Goal[]
}

async function measureGenerated(run: Run, format: keyof typeof WRITERS): Promise<Measured> {
  run.step(`${format}: writing ${whole(run.marks)} marks`)
  const path = join(run.folder, `solicitudes-2026-11-02.${format.toLowerCase()}`)
  await WRITERS[format](path, generateMarks(run.marks), run.signal)
  const measured = await measureSheet(run, format, path, GENERATED)
  await rm(path)
  return measured
}

const measureSheet = (run: Run, sheet: string, path: string, limits: Limits): Promise<Measured> =>
  withBenchDatabase(run, async (database) => {
    const first = await load(run, database, sheet, 'first load', path)
    const again = await load(run, database, sheet, 'second load', path)
    const peer = path.endsWith('.csv') ? [await bareCopy(run, database.owner, sheet, path)] : []
    return { rows: [...peer, first, again], goals: loadGoals(sheet, first, again, limits, run.marks) }
  })

async function load(
  run: Run,
  database: BenchDatabase,
  sheet: string,
  load: string,
  path: string,
): Promise<LoadRow> {
  run.step(`${sheet}: ${load}`)
  const { output, seconds, peakMegabytes } = await loadSheet(run, database, path)
  const { rowsRead, inserted, updated, rejected } = output
  const rowsPerSecond = rowsRead / seconds
  return { sheet, load, seconds, rowsPerSecond, peakMegabytes, written: inserted + updated, rejected }
}

const sql = (text: string) => ({ text, parameters: [] })
/** Copies each line as one value: the delimiter and the quote are characters that no text contains. */
const COPY = sql(`copy bench_line from stdin with (format csv, delimiter e'\\x01', quote e'\\x02')`)

/** Copies the lines into an unlogged table without indexes. No loader can be faster than this. */
async function bareCopy(run: Run, owner: Database, sheet: string, path: string): Promise<LoadRow> {
  run.step(`${sheet}: bare copy`)
  await owner.query(sql('create unlogged table bench_line (line text)'))
  const startedAt = performance.now()
  await owner.copyIn(COPY, createReadStream(path, 'utf8'), run.signal)
  const seconds = (performance.now() - startedAt) / 1_000
  await owner.query(sql('drop table bench_line'))
  const row = { sheet, load: 'bare copy', seconds, rowsPerSecond: run.marks / seconds }
  return { ...row, peakMegabytes: null, written: null, rejected: null }
}

const loadsTable = (rows: readonly LoadRow[]): Table =>
  figuresTable(rows, [
    ['load', ({ sheet, load }) => `${sheet}: ${load}`],
    ['time s', ({ seconds }) => decimals(2)(seconds)],
    ['rows/s', ({ rowsPerSecond }) => whole(rowsPerSecond)],
    ['peak MB', ({ peakMegabytes }) => whole(peakMegabytes)],
    ['written', ({ written }) => whole(written)],
    ['rejected', ({ rejected }) => whole(rejected)],
  ])

function loadGoals(sheet: string, first: LoadRow, again: LoadRow, limits: Limits, marks: number): Goal[] {
  const { firstSeconds, againSeconds, megabytes, statedAt } = limits
  const seconds = (words: string, most: number): Limit => ({
    ...{ goal: `${sheet}: ${words}`, unit: ' s', digits: 1, most, statedAt },
  })
  const memory = { goal: `${sheet}: peak memory of the first load`, unit: ' MB', digits: 0, statedAt }
  return [
    checkGoal(seconds('first load', firstSeconds), first.seconds, marks),
    checkGoal({ ...memory, most: megabytes }, first.peakMegabytes, marks),
    checkGoal(seconds('second load', againSeconds), again.seconds, marks),
    checkGoal(
      { goal: `${sheet}: writes of the second load`, unit: '', digits: 0, most: 0 },
      again.written,
      marks,
    ),
  ]
}
