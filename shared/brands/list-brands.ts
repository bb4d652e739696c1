import type { BrandSummary } from '../../schemas/brand.ts'
import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { statementFilters } from '../../schemas/query-parameters.ts'
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

/** Orders brands by filing date, newest first, then by application number as a number, highest first (docs/decisions.md#requests). */
export const byDate: BrandOrder = {
  read: async (database, filters, after, count) => {
    const few = (hasDays(filters) || personsOf(filters)) && (await hasFewCodes(database, filters))
    const { statement, values } = listing(filters, after, count, Boolean(few))
    const brands = await database.query<BrandSummary>(statement, values)
    return brands.map((brand) => ({ brand, position: [brand.fechaPresentacion, brand.nroSolicitud] }))
  },
  isPosition: ([day = '', number = '', ...rest], { fechaDesde = day, fechaHasta = day }) =>
    isDay(day) && NUMBER.test(number) && rest.length === 0 && fechaDesde <= day && day <= fechaHasta,
}

/** Counts the brands that pass filters without a `q`, up to `most`. */
export async function countListed(database: Queryable, filters: BrandFilters, most: number): Promise<number> {
  return hasNumbers(filters) || hasDays(filters) || personsOf(filters)
    ? (await byDate.read(database, filters, undefined, most)).length
    : countCodes(database, filters, most)
}

/** Counts the brands that pass the filters by class, codes and filing date, up to `most`. */
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

const personsOf = ({ holders, representatives }: BrandFilters): readonly string[] | undefined =>
  holders ?? representatives

/** With fewer marks of the given classes and codes, days of registration or expiry are compared mark by mark. */
const FEW_MARKS = 3_000

const hasFewCodes = async (database: Queryable, filters: BrandFilters): Promise<boolean> =>
  (filters.clase ?? filters.estado ?? filters.tipoSigno) !== undefined &&
  (await countCodes(database, filters, FEW_MARKS)) < FEW_MARKS

/** Of all ranges together about so many rows are read first. */
const FIRST_ROWS = 4_000
const MIN_FIRST_ROWS = 4
/** Of more classes, the brands of all classes are read and compared: most of them have one. */
const MANY_CLASSES = 9

/**
 * Returns the statement that reads one page, with its values: by the most selective index of the filters. Where statuses
 * or kinds of sign are given, each class with a status and a kind is a range of one index; otherwise each class is one
 * range of the index by date.
 */
export function listing(
  filters: BrandFilters,
  after: CursorPosition | undefined,
  count: number,
  hasFewCodes = false,
): { statement: Statement; values: Values } {
  const [before_day, before_nro] = after ?? []
  const values = { ...filterValues(statementFilters, filters), before_day, before_nro, count }
  if (hasNumbers(filters)) {
    return { statement: BY_NUMBER, values }
  }
  const persons = personsOf(filters)
  if (hasFewCodes) {
    return { statement: OF_FEW, values }
  }
  if (persons) {
    const { holders, representatives, ...others } = filters
    const driven = holders ? { holders: null } : { representatives: null }
    const unfiltered =
      Object.keys(others).length === 0 && (holders === undefined || representatives === undefined)
    const representative = holders === undefined
    const few = fewOf(persons.length, count)
    return {
      statement: BY_PERSON,
      values: { ...values, ...driven, persons, representative, unfiltered, few },
    }
  }
  if (hasDays(filters)) {
    return { statement: BY_TERM, values }
  }
  if (filters.estado === undefined && filters.tipoSigno === undefined) {
    return { statement: BY_DATE, values }
  }
  const classes = filters.clase === undefined ? [] : [filters.clase].flat()
  const many = classes.length > MANY_CLASSES ? { clase: [0], many_classes: classes } : { many_classes: null }
  const ranges = rangesOf(many.clase ? { ...filters, clase: many.clase } : filters)
  return { statement: BY_CODES, values: { ...values, ...many, few: fewOf(ranges, count) } }
}

/** Returns how many rows of each range are read first. */
const fewOf = (ranges: number, count: number): number =>
  Math.min(count, Math.max(MIN_FIRST_ROWS, Math.ceil(FIRST_ROWS / ranges)))

/** Returns the number of ranges of the index by codes that hold a listing. */
export function rangesOf({
  clase = 0,
  estado = codes(ESTADOS),
  tipoSigno = codes(TIPOS_DE_SIGNO),
}: BrandFilters): number {
  return [clase].flat().length * [estado].flat().length * [tipoSigno].flat().length
}
