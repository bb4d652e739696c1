import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { searchBrands } from '../shared/brands/search-brands.ts'
import { chileanDay } from '../shared/chilean-day.ts'
import { bareCopy } from './bare-copy.ts'
import { type BenchDatabase, withBenchDatabase } from './bench-database.ts'
import type { Place } from './command.ts'
import { committedVersion } from './committed-version.ts'
import { whole } from './figures-table.ts'
import type { Goal } from './goals.ts'
import { loadSheets } from './load-source.ts'
import { databaseFacts } from './machine.ts'
import { openOffice } from './open-office.ts'
import type { Part, Run } from './part.ts'
import { type Format, lastNamed, writeSheets } from './sheet-files.ts'
import {
  type AddressLimits,
  addressGoals,
  bareRow,
  type Limits,
  type LoadRow,
  loadGoals,
  loadRow,
  loadsTable,
} from './sheets-figures.ts'
import { untilSeen } from './until-seen.ts'
import { MOST_ROWS } from './workbook-xml.ts'

/** Real records lie beside the project, where they are there at all. */
const REAL_SHEET = fileURLToPath(
  new URL('../../shared/realdata/sheets/solicitudes-2019-2.xlsx', import.meta.url),
)

const MARKS = 1_000_000
const REAL_LIMITS: Limits = { firstSeconds: 6, againSeconds: 3, megabytes: 300 }
const MADE_UP_LIMITS: Limits = { firstSeconds: 180, againSeconds: 60, megabytes: 600, statedAt: MARKS }
const ADDRESS_LIMITS: AddressLimits = { searchableSeconds: 240, againSeconds: 5, statedAt: MARKS }
/** As many as a page may have: names are not the mark's alone. */
const HITS = 100

/** Sheets through the command, a real one and a made-up one of any size: into a fresh database, and once more. */
export const sheets: Part = {
  summary: 'npm run sync -- sheets, from files and by URL, next to a bare copy of the lines',
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
        ...(workbook ? BY_URL : { XLSX: `skipped: a worksheet has room for ${whole(MOST_ROWS)} marks` }),
        ...csv.settings,
      },
      tables: { loads: loadsTable(found.flatMap(({ rows }) => rows)) },
      goals: found.flatMap(({ goals }) => goals),
    }
  },
}

const BY_URL = {
  'by URL':
    'from a made-up office on this machine, in the process of the benchmark, by the page that lists the sheet',
  searchable:
    "from the start of the command to the first search that finds the sheet's last named mark; without HTTP and key",
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
  const { rows, goals, settings } = await measureSheet(run, sheet, path, MADE_UP_LIMITS)
  const byUrl = format === 'xlsx' ? await measureAtAddress(run, `${sheet} by URL`, path) : NOTHING
  await rm(path)
  return { rows: [...compared, ...rows, ...byUrl.rows], goals: [...goals, ...byUrl.goals], settings }
}

const NOTHING: Omit<Measured, 'settings'> = { rows: [], goals: [] }

const measureSheet = (run: Run, sheet: string, path: string, limits: Limits): Promise<Measured> =>
  withBenchDatabase(run, async (database) => {
    const place = { files: [path] }
    const rows = [
      await load(run, database, { sheet, name: 'first', place }),
      await load(run, database, { sheet, name: 'again', place }),
    ]
    const settings = await databaseFacts(database.owner)
    return { rows, goals: loadGoals(sheet, rows, limits, run.marks), settings }
  })

/** What loading costs at least: its lines alone. */
const measureLeast = (run: Run, sheet: string, path: string): Promise<LoadRow[]> =>
  withBenchDatabase(run, async ({ owner }) => {
    run.step(`${sheet}: bare copy`)
    return [bareRow(sheet, run.marks, await bareCopy(owner, path, run.signal))]
  })

/** The sheet as the office publishes it: until it can be searched, and once more when nothing of it has changed. */
async function measureAtAddress(run: Run, sheet: string, path: string): Promise<typeof NOTHING> {
  run.step(`${sheet}: opening an office`)
  const last = lastNamed(run.marks)
  const office = await openOffice(run)
  office.publish(`/hojas/solicitudes-${chileanDay(new Date())}.xlsx`, path)
  const place = { url: office.sheetsUrl }
  const rows = await withBenchDatabase(run, async (database) => [
    await load(run, database, {
      sheet,
      name: 'first',
      place,
      isThere: last && (() => finds(database, last)),
    }),
    await load(run, database, { sheet, name: 'again', place }),
  ])
  await office.stop()
  return { rows, goals: addressGoals(sheet, rows, ADDRESS_LIMITS, run.marks) }
}

/** Searches for a mark by its name, as of the day of its filing. */
async function finds(
  { owner }: BenchDatabase,
  mark: NonNullable<ReturnType<typeof lastNamed>>,
): Promise<boolean> {
  const { denominacion: q, fechaPresentacion: fechaDesde, nroSolicitud } = mark
  const { items } = await searchBrands(owner, { q, fechaDesde, limit: HITS })
  return items.some((item) => item.nroSolicitud === nroSolicitud)
}

interface Load {
  sheet: string
  name: string
  place: Place
  /** Whether a search finds what the sheet brings; asked for as soon as the corpus is another one. */
  isThere?: (() => Promise<boolean>) | undefined
}

async function load(
  run: Run,
  database: BenchDatabase,
  { sheet, name, place, isThere }: Load,
): Promise<LoadRow> {
  run.step(`${sheet}: loading, ${name}`)
  const before = await committedVersion(database.owner)
  const hasMoved = async (): Promise<boolean> => (await committedVersion(database.owner)) !== before
  const work = (): ReturnType<typeof loadSheets> => loadSheets(run, database, place)
  const { result, seconds } = isThere
    ? await untilSeen(work, async () => (await hasMoved()) && isThere())
    : { result: await work(), seconds: null }
  return loadRow(sheet, name, result, await hasMoved(), seconds)
}
