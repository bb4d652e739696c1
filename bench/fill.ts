import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../shared/db/database.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { makeKey } from '../test/support/test-keys.ts'
import { generateMarks } from './corpus/generate-marks.ts'
import type { SheetMark } from './corpus/sheet-mark.ts'
import { csvSheet } from './corpus/write-csv.ts'
import type { BenchDatabase } from './database.ts'
import { type Commanded, runCommand } from './processes.ts'
import { whole } from './report.ts'
import type { Run } from './run.ts'

const FILL_ANNOTATIONS = sqlFile(import.meta.url, 'fill-annotations.sql', 'planned')

/** The figures that the benchmark reads from the report of a sync run. */
interface LoadReport {
  rowsRead: number
  inserted: number
  updated: number
  rejected: number
}

/** Runs `npm run sync -- sheets` on a file. @throws MeasuringError if the run fails */
export const loadSheet = (
  run: Run,
  { environment }: BenchDatabase,
  file: string,
): Promise<Commanded<LoadReport>> =>
  runCommand(run, 'sync', ['sheets', '--file', file, '--date', '2026-01-02'], environment)

/**
 * Fills a new database with generated marks by `npm run sync -- sheets`, the search index included.
 *
 * @param names names of marks to use unchanged; all other names are generated
 */
export async function fillMarks(
  run: Run,
  database: BenchDatabase,
  names: readonly string[] = [],
): Promise<void> {
  run.step(`writing a sheet of ${whole(run.marks)} marks`)
  const file = join(run.folder, 'solicitudes-2026-11-02.csv')
  await writeCsv(file, generateMarks(run.marks, undefined, names))
  run.step('loading the sheet')
  await loadSheet(run, database, file)
  await rm(file)
  await settle(database.owner)
}

/** Gives each mark annotations for the events of its procedure, as the bulletins would report them. */
export async function annotate(run: Run, { owner }: BenchDatabase): Promise<void> {
  run.step('adding annotations')
  await owner.query(FILL_ANNOTATIONS)
  await settle(owner)
}

/** Writes a sheet as CSV. */
export const writeCsv = (path: string, marks: Iterable<SheetMark>): Promise<void> =>
  pipeline(Readable.from(csvSheet(marks)), createWriteStream(path))

/** Creates `count` keys whose limits no run reaches, and returns the secrets. */
export async function fillKeys(database: Database, count: number): Promise<string[]> {
  const keys: string[] = []
  while (keys.length < count) {
    keys.push((await makeKey(database, { monthlyQuota: 1_000_000_000, burstPerMinute: 1_000_000 })).key)
  }
  return keys
}

/** Runs `vacuum analyze`, so that autovacuum does not start in the middle of a round. */
export const settle = (database: Database): Promise<unknown> =>
  database.query({ text: 'vacuum analyze', parameters: [] })
