import type { BrandSummary } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'

export const READ_CLASSES = sqlFile(import.meta.url, 'read-classes.sql', 'prepared')

/** The summaries of a page, each with the numbers of its classes. */
export async function withClasses(
  database: Queryable,
  brands: readonly BrandSummary[],
): Promise<BrandSummary[]> {
  const found = await database.query<{ nroSolicitud: string; clases: number[] }>(READ_CLASSES, {
    numbers: brands.map(({ nroSolicitud }) => nroSolicitud),
  })
  const classes = new Map(found.map(({ nroSolicitud, clases }) => [nroSolicitud, clases]))
  return brands.map((brand) => ({ ...brand, clasesNiza: classes.get(brand.nroSolicitud) ?? [] }))
}
