import type { BrandSummary } from '../../schemas/brand.ts'
import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import type { Values } from '../db/database.ts'
import { type Statement, sqlFile } from '../db/sql-file.ts'
import type { Place } from '../platform/cursor.ts'
import { isDay } from '../platform/time/day.ts'
import { AFTER_EVERY_NUMBER, type BrandFilters, type BrandOrder, NUMBER } from './brand-order.ts'

const BY_DATE = sqlFile(import.meta.url, 'list-brands-by-date.sql', 'planned')
const BY_CODES = sqlFile(import.meta.url, 'list-brands-by-codes.sql', 'planned')

/** By filing date, newest first, then by application number as a number, highest first (docs/decisions.md#requests). */
export const byDate: BrandOrder = {
  read: async (database, filters, after, count) => {
    const { statement, values } = listing(filters, after, count)
    const brands = await database.query<BrandSummary>(statement, values)
    return brands.map((brand) => ({ brand, place: [brand.fechaPresentacion, brand.nroSolicitud] }))
  },
  isPlace: ([day = '', number = '', ...rest], { fechaDesde = day, fechaHasta = day }) =>
    isDay(day) && NUMBER.test(number) && rest.length === 0 && fechaDesde <= day && day <= fechaHasta,
}

/**
 * The statement that reads one page, with its values. A code that is not asked for stands for all of its catalog;
 * where none is, one range of the index by date is the page.
 */
export function listing(
  filters: BrandFilters,
  after: Place | undefined,
  count: number,
): { statement: Statement; values: Values } {
  const { clase = 0, estado, tipoSigno, fechaDesde, fechaHasta } = filters
  const [before_day, before_nro] = after ?? [fechaHasta ?? 'infinity', AFTER_EVERY_NUMBER]
  const range = { clase, from_day: fechaDesde ?? '-infinity', before_day, before_nro, count }
  return estado === undefined && tipoSigno === undefined
    ? { statement: BY_DATE, values: range }
    : { statement: BY_CODES, values: { ...range, ...codesAsked(filters) } }
}

/** The codes that a filter lets pass, as the statements take them: one, or all there are. */
export const codesAsked = ({ estado, tipoSigno }: BrandFilters) => ({
  estados: estado === undefined ? codes(ESTADOS) : [estado],
  tipos: tipoSigno === undefined ? codes(TIPOS_DE_SIGNO) : [tipoSigno],
})
