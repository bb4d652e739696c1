import type { BrandSummary } from '../../schemas/brand.ts'
import { brandFilters } from '../../schemas/query-parameters.ts'
import type { Values } from '../db/database.ts'
import { filterValues } from '../db/filter-values.ts'
import { type Statement, sqlFile } from '../db/sql-file.ts'
import type { CursorPosition } from '../platform/cursor.ts'
import { isDay } from '../platform/time/day.ts'
import { type BrandFilters, type BrandOrder, NUMBER } from './brand-order.ts'

const BY_DATE = sqlFile(import.meta.url, 'list-brands-by-date.sql', 'planned')
const BY_CODES = sqlFile(import.meta.url, 'list-brands-by-codes.sql', 'planned')

/** Orders brands by filing date, newest first, then by application number as a number, highest first (docs/decisions.md#requests). */
export const byDate: BrandOrder = {
  read: async (database, filters, after, count) => {
    const { statement, values } = listing(filters, after, count)
    const brands = await database.query<BrandSummary>(statement, values)
    return brands.map((brand) => ({ brand, position: [brand.fechaPresentacion, brand.nroSolicitud] }))
  },
  isPosition: ([day = '', number = '', ...rest], { fechaDesde = day, fechaHasta = day }) =>
    isDay(day) && NUMBER.test(number) && rest.length === 0 && fechaDesde <= day && day <= fechaHasta,
}

/**
 * Returns the statement that reads one page, with its values. Where a status or a kind of sign is given, each pair of
 * codes is a range of one index; otherwise the page is one range of the index by date.
 */
export function listing(
  filters: BrandFilters,
  after: CursorPosition | undefined,
  count: number,
): { statement: Statement; values: Values } {
  const [before_day, before_nro] = after ?? []
  return {
    statement: filters.estado === undefined && filters.tipoSigno === undefined ? BY_DATE : BY_CODES,
    values: { ...filterValues(brandFilters, filters), before_day, before_nro, count },
  }
}
