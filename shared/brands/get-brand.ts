import type { BrandDetail, BrandReference } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { sqlFile } from '../db/sql-file.ts'
import { readApplicationNumber } from './application-number.ts'

const GET_BRANDS = sqlFile(import.meta.url, 'get-brands.sql', 'prepared')

/** With several batches in flight, a read from the disk does not delay all other reads. */
const BATCHES = { size: 50, inFlight: 4 }

const readers = new WeakMap<Queryable, (nroSolicitud: string) => Promise<BrandDetail | null>>()

/**
 * Reads one brand in full. Calls at the same time share a statement.
 *
 * @returns null if the corpus has no such application
 * @throws validation_error if the number is empty or too long
 */
export async function getBrand(database: Queryable, input: BrandReference): Promise<BrandDetail | null> {
  const nroSolicitud = readApplicationNumber(input.nroSolicitud)
  if (nroSolicitud === null) {
    return null
  }
  const read = readers.get(database) ?? inBatches((numbers) => readBrands(database, numbers), BATCHES)
  readers.set(database, read)
  return read(nroSolicitud)
}

/** Returns the brand of each number, or null. */
async function readBrands(database: Queryable, numbers: readonly string[]): Promise<(BrandDetail | null)[]> {
  const brands = await database.query<{
    detail: Omit<BrandDetail, 'fuentes'>
    fuentes: BrandDetail['fuentes']
  }>(GET_BRANDS, { numbers: [...new Set(numbers)] })
  const byNumber = new Map(brands.map(({ detail, fuentes }) => [detail.nroSolicitud, { ...detail, fuentes }]))
  return numbers.map((number) => byNumber.get(number) ?? null)
}
