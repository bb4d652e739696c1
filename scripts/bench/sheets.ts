import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bareCopy } from './bare-copy.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { committedVersion } from './committed-version.ts'
import { whole } from './figures-table.ts'
import type { Goal } from './goals.ts'
import { loadSheets } from './load-sheets.ts'
import { databaseFacts } from './machine.ts'
import type { Part, Run } from './part.ts'
import { type Format, writeSheets } from './sheet-files.ts'
import { bareRow, type Limits, type LoadRow, loadGoals, loadRow, loadsTable } from './sheets-figures.ts'
import { MOST_ROWS } from './workbook-xml.ts'

/** Real records lie beside the project, where they are there at all. */
const REAL_SHEET = fileURLToPath(
  new URL('../../../shared/realdata/sheets/solicitudes-2019-2.xlsx', import.meta.url),
)

const MARKS = 1_000_000
const REAL_LIMITS: Limits = { firstSeconds: 6, againSeconds: 3, megabytes: 300 }
const MADE_UP_LIMITS: Limits = { firstSeconds: 180, againSeconds: 60, megabytes: 600, statedAt: MARKS }

/** Sheets through the command, a real one and a made-up one of any size: into a fresh database, and once more. */
export const sheets: Part = {
  summary: 'npm run sync -- sheets, next to a bare copy of the lines',
  marks: MARKS,
  async measure(run) {
    const real = existsSync(REAL_SHEET)
    const workbook = run.marks <= MOST_ROWS
    const csv = await measureMadeUp(run, 'csv')
    const found = [
      ...(real ? [await measureSheet(run, 'real sheet', REAL_SHEET, REAL_LIMITS)] : []),
      csv,
      ...(workbook ? [await measureMadeUp(run, 'xlsx')] : []),
    ]
    return {
      facts: {
        load: `${whole(run.marks)} generated marks; a fresh database for each sheet, its server running already`,
        time: 'from the start of the command to its end; the search index is kept, too',
        'real sheet': real ? basename(REAL_SHEET) : 'skipped: the real records are not there',
        ...(workbook ? {} : { XLSX: `skipped: a worksheet has room for ${whole(MOST_ROWS)} marks` }),
        ...csv.settings,
      },
      tables: { loads: loadsTable(found.flatMap(({ rows }) => rows)) },
      goals: found.flatMap(({ goals }) => goals),
    }
  },
}

interface Measured {
  rows: LoadRow[]
  goals: Goal[]
  settings: Record<string, string>
}

async function measureMadeUp(run: Run, format: Format): Promise<Measured> {
  const sheet = format.toUpperCase()
  run.step(`${sheet}: writing ${whole(run.marks)} marks`)
  const [path = ''] = await writeSheets(run, run.marks, format, run.marks)
  const compared = format === 'csv' ? await measureLeast(run, sheet, path) : []
  const measured = await measureSheet(run, sheet, path, MADE_UP_LIMITS)
  await rm(path)
  return { ...measured, rows: [...compared, ...measured.rows] }
}

const measureSheet = (run: Run, sheet: string, path: string, limits: Limits): Promise<Measured> =>
  withDatabase(run, async (database) => {
    const rows = await loadTwice(run, database, sheet, path)
    const settings = await databaseFacts(database.owner)
    return { rows, goals: loadGoals(sheet, rows, limits, run.marks), settings }
  })

/** What loading costs at least: its lines alone. */
const measureLeast = (run: Run, sheet: string, path: string): Promise<LoadRow[]> =>
  withDatabase(run, async ({ owner }) => {
    run.step(`${sheet}: bare copy`)
    return [bareRow(sheet, run.marks, await bareCopy(owner, path, run.signal))]
  })

const loadTwice = async (
  run: Run,
  database: BenchDatabase,
  sheet: string,
  path: string,
): Promise<LoadRow[]> => [
  await load(run, database, sheet, 'first', path),
  await load(run, database, sheet, 'again', path),
]

async function load(
  run: Run,
  database: BenchDatabase,
  sheet: string,
  name: string,
  path: string,
): Promise<LoadRow> {
  run.step(`${sheet}: loading, ${name}`)
  const before = await committedVersion(database.owner)
  const loaded = await loadSheets(run, database, [path])
  return loadRow(sheet, name, loaded, (await committedVersion(database.owner)) !== before)
}

/** Lends a fresh database; its disk space is free again before the next one is made. */
async function withDatabase<Result>(
  run: Run,
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openBenchDatabase(run)
  const result = await work(database)
  await database.remove()
  return result
}
