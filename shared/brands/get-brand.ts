import type { BrandDetail, BrandReference } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { sqlFile } from '../db/sql-file.ts'
import { ApiError } from '../platform/errors.ts'
import { readApplicationNumber, readRegistrationNumber } from './application-number.ts'

const APPLICATIONS = sqlFile(import.meta.url, 'applications-of-registration.sql', 'prepared')
const GET_BRANDS = sqlFile(import.meta.url, 'get-brands.sql', 'prepared')

/** Several batches may be in flight, so that a slow batch does not delay other batches. */
const BATCHES = { size: 50, inFlight: 4 }

const readers = new WeakMap<Queryable, (nroSolicitud: string) => Promise<BrandDetail | null>>()

/**
 * Reads one brand in full. Concurrent calls share a statement.
 *
 * @returns null if the corpus has no application with this number
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

/**
 * Reads one brand in full, as `getBrand` does.
 *
 * @throws not_found if no application has the number. If the number is a registration number, `details` lists its
 * applications (docs/decisions.md#requests: A registration number in place of an application number)
 */
export async function findBrand(database: Queryable, input: BrandReference): Promise<BrandDetail> {
  const brand = await getBrand(database, input)
  if (brand !== null) {
    return brand
  }
  const applications = await database.query<{ nroSolicitud: string }>(APPLICATIONS, {
    nro_registro: readRegistrationNumber(input.nroSolicitud),
  })
  const numbers = applications.map(({ nroSolicitud }) => nroSolicitud)
  const reason = `is the registration number of ${numbers.join(', ')}`
  throw new ApiError(
    'not_found',
    numbers.length === 0 ? {} : { details: [{ field: 'nroSolicitud', reason, allowed: numbers }] },
  )
}

/** Returns the brands in the order of the numbers; null for an unknown number. */
async function readBrands(database: Queryable, numbers: readonly string[]): Promise<(BrandDetail | null)[]> {
  const brands = await database.query<{
    detail: Omit<BrandDetail, 'fuentes'>
    fuentes: BrandDetail['fuentes']
  }>(GET_BRANDS, { numbers: [...new Set(numbers)] })
  const byNumber = new Map(brands.map(({ detail, fuentes }) => [detail.nroSolicitud, { ...detail, fuentes }]))
  return numbers.map((number) => byNumber.get(number) ?? null)
}
