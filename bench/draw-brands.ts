import type { BrandSummary } from '../schemas/brand.ts'
import type { Database } from '../shared/db/database.ts'
import { sqlFile } from '../shared/db/sql-file.ts'

const DRAW = sqlFile(import.meta.url, 'draw-brands.sql', 'planned')

/** As much as the smallest corpus that is usually measured. */
const NUMBERS = 20_000

/** What requests are made of. */
export interface DrawnBrand
  extends Pick<BrandSummary, 'nroSolicitud' | 'denominacion' | 'estado' | 'tipoSigno' | 'fechaPresentacion'> {
  /** One of its classes, where it has any. */
  clase: number | null
}

/** Some of the corpus, drawn by lot but always the same ones, oldest first. */
export const drawBrands = (database: Database, count: number): Promise<DrawnBrand[]> =>
  database.query<DrawnBrand>(DRAW, { count })

/** Numbers of brands; of a small corpus those of all. */
export const drawNumbers = async (database: Database): Promise<string[]> =>
  (await drawBrands(database, NUMBERS)).map(({ nroSolicitud }) => nroSolicitud)
