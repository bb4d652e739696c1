import { dice } from '../../local/sample-office/dice.ts'
import { loadMarks } from '../../local/sample-office/load-marks.ts'
import { type SampleMark, sampleMarks } from '../../local/sample-office/marks.ts'
import { createKey, createPublicId, secretHash } from '../../shared/access/key-format.ts'
import type { Database } from '../../shared/db/database.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'

const FILL_KEYS = sqlFile(import.meta.url, 'fill-keys.sql', 'planned')
const VACUUM = { text: 'vacuum analyze', parameters: [] }
const SEED = 20_260_101

/** Fills a fresh database with `count` marks, which are the made-up ones over and over, and tells their numbers. */
export async function fillMarks(database: Database, count: number): Promise<string[]> {
  const originals = sampleMarks()
  const marks = Array.from({ length: count }, (_, place): SampleMark => {
    const original = originals[place % originals.length] as SampleMark
    return { ...original, nroSolicitud: String(1_000_001 + place) }
  })
  await loadMarks(database, marks)
  return marks.map(({ nroSolicitud }) => nroSolicitud)
}

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
export function drawRequests(numbers: string[], keys: string[], count: number): DetailRequest[] {
  const { pick } = dice(SEED)
  return Array.from({ length: count }, () => ({
    path: `/v1/brands/${pick(numbers)}`,
    headers: { 'x-api-key': pick(keys) },
  }))
}
