import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../shared/db/database.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { generateKey, generatePublicId, secretHash } from '../shared/keys/key-format.ts'
import { generateMarks } from './corpus/generate-marks.ts'
import type { SheetMark } from './corpus/sheet-mark.ts'
import { csvSheet } from './corpus/write-csv.ts'
import type { BenchDatabase } from './database.ts'
import { type Commanded, runCommand } from './processes.ts'
import { whole } from './report.ts'
import type { Run } from './run.ts'

const FILL_KEYS = sqlFile(import.meta.url, 'fill-keys.sql', 'planned')
const FILL_ANNOTATIONS = sqlFile(import.meta.url, 'fill-annotations.sql', 'planned')
const VACUUM = { text: 'vacuum analyze', parameters: [] }

/** The figures that the benchmark reads from the report of a sync run. */
export interface LoadReport {
  rowsRead: number
  inserted: number
  updated: number
  rejected: number
}

/** The edition date with which every sheet is loaded. */
const EDITION = '2026-01-02'

/** Runs `npm run sync -- sheets` on a file. @throws MeasuringError if the run fails */
export const loadSheet = (
  run: Run,
  { environment }: BenchDatabase,
  file: string,
): Promise<Commanded<LoadReport>> =>
  runCommand(run, 'sync', ['sheets', '--file', file, '--date', EDITION], environment)

/** The options for filling a corpus. */
export interface Filling {
  /** Names of marks to use unchanged; all other names are generated. */
  readonly names?: readonly string[]
  /** Whether each mark gets annotations for the events of its procedure, as the bulletins would report them. */
  readonly annotated?: boolean
}

/**
 * Fills a new database with generated marks by `npm run sync -- sheets`, the search index included.
 *
 * @returns the seconds that the command took
 */
export async function fillMarks(
  run: Run,
  database: BenchDatabase,
  marks: number,
  { names = [], annotated = false }: Filling = {},
): Promise<number> {
  run.step(`writing a sheet of ${whole(marks)} marks`)
  const file = join(run.folder, 'solicitudes-2026-11-02.csv')
  await writeCsv(file, generateMarks(marks, undefined, names), run.signal)
  run.step(`loading ${whole(marks)} marks`)
  const { seconds } = await loadSheet(run, database, file)
  await rm(file)
  if (annotated) {
    run.step('adding annotations')
    await database.owner.query(FILL_ANNOTATIONS)
  }
  run.step('vacuum analyze')
  await settle(database.owner)
  return seconds
}

/** Writes a sheet as CSV. */
export const writeCsv = (path: string, marks: Iterable<SheetMark>, signal: AbortSignal): Promise<void> =>
  pipeline(Readable.from(csvSheet(marks)), createWriteStream(path), { signal })

/** Creates `count` unrestricted keys, and returns the secrets. */
export async function fillKeys(database: Database, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, generateKey)
  await database.query(FILL_KEYS, {
    public_ids: keys.map(generatePublicId),
    secret_hashes: keys.map(secretHash),
  })
  return keys
}

/** Runs `vacuum analyze`, so that autovacuum does not start in the middle of a round. */
export const settle = (database: Database): Promise<unknown> => database.query(VACUUM)
