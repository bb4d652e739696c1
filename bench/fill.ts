import { rm } from 'node:fs/promises'
import { createKey, createPublicId, secretHash } from '../shared/access/key-format.ts'
import type { Database } from '../shared/db/database.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import type { BenchDatabase } from './bench-database.ts'
import { dice } from './corpus/random.ts'
import { whole } from './figures-table.ts'
import { type Loaded, loadSheets } from './load-source.ts'
import type { Run } from './part.ts'
import { writeSheets } from './sheet-files.ts'

const FILL_KEYS = sqlFile(import.meta.url, 'fill-keys.sql', 'planned')
const FILL_ANNOTATIONS = sqlFile(import.meta.url, 'fill-annotations.sql', 'planned')
const VACUUM = { text: 'vacuum analyze', parameters: [] }
const SEED = 20_260_101

/**
 * Fills a fresh database with the run's number of generated marks, as an operator would: from sheets.
 *
 * @param date the edition of all of them, `YYYY-MM-DD`; else today's
 */
export async function fillMarks(run: Run, database: BenchDatabase, date?: string): Promise<Loaded> {
  run.step(`writing ${whole(run.marks)} marks into sheets`)
  const files = await writeSheets(run, run.marks)
  run.step(`loading ${files.length === 1 ? 'the sheet' : `the ${files.length} sheets`}`)
  const loaded = await loadSheets(run, database, { files, ...(date === undefined ? {} : { date }) })
  await Promise.all(files.map((file) => rm(file)))
  return loaded
}

/** Adds what other sources than the sheets would have said. */
export const annotate = (database: Database): Promise<unknown> => database.query(FILL_ANNOTATIONS)

/** Makes `count` keys and returns them in clear. */
export async function fillKeys(database: Database, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, createKey)
  await database.query(FILL_KEYS, {
    public_ids: keys.map(createPublicId),
    secret_hashes: keys.map(secretHash),
  })
  return keys
}

/** What autovacuum would do a minute later, in the middle of a round. */
export const settle = (database: Database): Promise<unknown> => database.query(VACUUM)

/** A request as the load generator sends it. */
export interface DetailRequest {
  path: string
  headers: Record<string, string>
}

/** `count` requests for random marks with random keys; the same choice in every run. */
export function drawRequests(
  numbers: readonly string[],
  keys: readonly string[],
  count: number,
): DetailRequest[] {
  const { pick } = dice(SEED)
  return Array.from({ length: count }, () => ({
    path: `/v1/brands/${pick(numbers)}`,
    headers: { 'x-api-key': pick(keys) },
  }))
}
