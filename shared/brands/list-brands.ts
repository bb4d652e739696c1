import type { BrandSummary } from '../../schemas/brand.ts'
import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { statementFilters } from '../../schemas/query-parameters.ts'
import { arrayText } from '../db/array-text.ts'
import type { Queryable, Values } from '../db/database.ts'
import { filterValues } from '../db/filter-values.ts'
import { type Statement, sqlFile } from '../db/sql-file.ts'
import type { CursorPosition } from '../platform/cursor.ts'
import { isDay } from '../platform/time/day.ts'
import { type BrandFilters, type BrandOrder, NUMBER } from './brand-order.ts'

const BY_DATE = sqlFile(import.meta.url, 'list-brands-by-date.sql', 'planned')
const BY_NUMBER = sqlFile(import.meta.url, 'list-brands-by-number.sql', 'planned')
const BY_TERM = sqlFile(import.meta.url, 'list-brands-by-term.sql', 'planned')
const BY_PERSON = sqlFile(import.meta.url, 'list-brands-by-person.sql', 'planned')
const OF_FEW = sqlFile(import.meta.url, 'list-few-brands.sql', 'planned')
const COUNT = sqlFile(import.meta.url, 'count-brands.sql', 'planned')
const BY_CODES = sqlFile(import.meta.url, 'list-brands-by-codes.sql', 'planned')

/** Orders brands by filing date, newest first, then by application number, highest first (docs/decisions.md#requests). */
export const byDate: BrandOrder = {
  read: async (database, filters, after, count) => {
    const brands = await readListing(database, filters, after, count)
    return brands.map((brand) => ({ brand, position: [brand.fechaPresentacion, brand.nroSolicitud] }))
  },
  isPosition: ([day = '', number = '', ...rest], { fechaDesde = day, fechaHasta = day }) =>
    isDay(day) && NUMBER.test(number) && rest.length === 0 && fechaDesde <= day && day <= fechaHasta,
}

/** Counts the brands that pass the filters, up to `most`. The filters must not contain a search text (`q`). */
export async function countListed(database: Queryable, filters: BrandFilters, most: number): Promise<number> {
  return hasNumbers(filters) || hasDaysOrPersons(filters)
    ? (await byDate.read(database, filters, undefined, most)).length
    : countCodes(database, filters, most)
}

/** Counts the brands that pass the filters by class, status, kind of sign and filing date, up to `most`. */
async function countCodes(database: Queryable, filters: BrandFilters, most: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(COUNT, {
    ...filterValues(statementFilters, filters),
    most,
  })
  return row?.count ?? 0
}

const hasNumbers = ({ numeros, nroRegistro }: BrandFilters): boolean =>
  numeros !== undefined || nroRegistro !== undefined

const hasDays = (filters: BrandFilters): boolean =>
  [filters.registroDesde, filters.registroHasta, filters.vencimientoDesde, filters.vencimientoHasta].some(
    (day) => day !== undefined,
  )

const hasPersons = ({ holders, representatives }: BrandFilters): boolean =>
  (holders ?? representatives) !== undefined

const hasCodes = ({ clase, estado, tipoSigno }: BrandFilters): boolean =>
  (clase ?? estado ?? tipoSigno) !== undefined

const hasDaysOrPersons = (filters: BrandFilters): boolean => hasDays(filters) || hasPersons(filters)

/**
 * If fewer marks than this pass the filters by class, status, kind of sign and filing date, each of these marks is
 * compared with the other filters.
 */
const FEW_MARKS = 3_000
/** The first batch of `compareNewest` has this many marks for each mark of the page. */
const COMPARED_PER_MARK = 4
/** The maximum number of marks in a batch of `compareNewest`. */
const COMPARED_AT_ONCE = 2_000
/** `compareNewest` gives up if it would probably have to compare more marks than this to fill a page. */
const MOST_COMPARED = 6_000

async function readListing(
  database: Queryable,
  filters: BrandFilters,
  after: CursorPosition | undefined,
  count: number,
): Promise<BrandSummary[]> {
  if (hasNumbers(filters) || !hasDaysOrPersons(filters)) {
    return query(database, listing(filters, after, count))
  }
  // No index can search by registration date, expiry date or person together with class, status and kind of sign.
  if (hasCodes(filters) && (await countCodes(database, filters, FEW_MARKS)) < FEW_MARKS) {
    return query(database, comparing(OF_FEW, filters, after, count))
  }
  return (
    (await compareNewest(database, filters, after, count)) ?? query(database, listing(filters, after, count))
  )
}

const query = (
  database: Queryable,
  { statement, values }: { statement: Statement; values: Values },
): Promise<BrandSummary[]> => database.query<BrandSummary>(statement, values)

/**
 * Reads batches of the newest marks until enough marks for a page pass all filters.
 *
 * Returns undefined if too small a share of the marks passes, or if all filters are by date. In both cases,
 * the statement of `listing` is faster.
 */
async function compareNewest(
  database: Queryable,
  filters: BrandFilters,
  after: CursorPosition | undefined,
  count: number,
): Promise<BrandSummary[] | undefined> {
  if (!hasPersons(filters) && !hasCodes(filters)) {
    return undefined
  }
  const found: BrandSummary[] = []
  let from = after
  for (let compared = 0; compared * count <= found.length * MOST_COMPARED; ) {
    const size = compared === 0 ? Math.min(COMPARED_AT_ONCE, COMPARED_PER_MARK * count) : COMPARED_AT_ONCE
    const newest = await query(database, listing(indexed(filters), from, size))
    const numeros = arrayText(newest.map(({ nroSolicitud }) => nroSolicitud))
    found.push(...(await query(database, comparing(BY_NUMBER, { ...filters, numeros }, undefined, size))))
    const last = newest.at(-1)
    if (found.length >= count || newest.length < size || last === undefined) {
      return found.slice(0, count)
    }
    compared += size
    from = [last.fechaPresentacion, last.nroSolicitud]
  }
  return undefined
}

const indexed = (filters: BrandFilters): BrandFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => INDEXED.has(name)))

const INDEXED = new Set(['clase', 'estado', 'tipoSigno', 'fechaDesde', 'fechaHasta'])

/** The approximate number of rows that the first step of list-brands-by-codes.sql reads from all index ranges together. */
const FIRST_ROWS = 4_000
/** The minimum number of rows that the first step reads from each range. */
const MIN_FIRST_ROWS = 4
/** With more classes than this, most brands pass the filter. Then BY_CODES reads class 0 (all brands) and checks each brand. */
const MANY_CLASSES = 9

function comparing(
  statement: Statement,
  filters: BrandFilters,
  after: CursorPosition | undefined,
  count: number,
): { statement: Statement; values: Values } {
  const [before_day, before_nro] = after ?? []
  return { statement, values: { ...filterValues(statementFilters, filters), before_day, before_nro, count } }
}

/** Returns the statement that reads one page through the most selective index. */
export function listing(
  filters: BrandFilters,
  after: CursorPosition | undefined,
  count: number,
): { statement: Statement; values: Values } {
  if (hasNumbers(filters)) {
    return comparing(BY_NUMBER, filters, after, count)
  }
  const { holders, representatives, ...others } = filters
  if (holders !== undefined || representatives !== undefined) {
    const representative = holders === undefined
    const rest = representative || representatives === undefined ? others : { ...others, representatives }
    const { statement, values } = comparing(BY_PERSON, rest, after, count)
    // The maximum number of marks to read per person. Other filters may reject marks: then null removes the limit.
    const most_of_person = Object.keys(rest).length === 0 ? count : null
    return {
      statement,
      values: { ...values, persons: holders ?? representatives, representative, most_of_person },
    }
  }
  if (hasDays(filters)) {
    return comparing(BY_TERM, filters, after, count)
  }
  if (filters.estado === undefined && filters.tipoSigno === undefined) {
    return comparing(BY_DATE, filters, after, count)
  }
  const classes = filters.clase === undefined ? [] : [filters.clase].flat()
  const many = classes.length > MANY_CLASSES ? { clase: [0], many_classes: classes } : { many_classes: null }
  const ranges = rangesOf(many.clase ? { ...filters, clase: many.clase } : filters)
  const { statement, values } = comparing(BY_CODES, filters, after, count)
  return { statement, values: { ...values, ...many, few: fewOf(ranges, count) } }
}

const fewOf = (ranges: number, count: number): number =>
  Math.min(count, Math.max(MIN_FIRST_ROWS, Math.ceil(FIRST_ROWS / ranges)))

/** Returns the number of index ranges: one per combination of class, status and kind of sign. */
export function rangesOf({
  clase = 0,
  estado = codes(ESTADOS),
  tipoSigno = codes(TIPOS_DE_SIGNO),
}: BrandFilters): number {
  return [clase].flat().length * [estado].flat().length * [tipoSigno].flat().length
}
