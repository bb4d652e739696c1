import type { BrandDetail, BrandReference } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { readApplicationNumber } from './application-number.ts'

const GET_BRAND = sqlFile(import.meta.url, 'get-brand.sql', 'prepared')

/**
 * Reads one brand in full, in one statement.
 *
 * @returns null if the corpus has no such application
 * @throws validation_error if the number is empty or too long
 */
export async function getBrand(database: Queryable, input: BrandReference): Promise<BrandDetail | null> {
  const nroSolicitud = readApplicationNumber(input.nroSolicitud)
  if (nroSolicitud === null) {
    return null
  }
  const [brand] = await database.query<BrandDetail>(GET_BRAND, { nro_solicitud: nroSolicitud })
  return brand ?? null
}
