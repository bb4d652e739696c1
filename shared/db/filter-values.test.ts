import { expect, test } from 'vitest'
import { brandFilters, runFilters, statementFilters } from '../../schemas/query-parameters.ts'
import { filterValues, parameterOf } from './filter-values.ts'
import { sqlFile } from './sql-file.ts'

/**
 * The statements that apply filters. list-brands-by-codes.sql is used if the filters are only classes, codes and days of
 * filing, list-brands-by-date.sql if they include no codes.
 */
const { clase, estado, tipoSigno, fechaDesde, fechaHasta } = brandFilters
const listingFilters = { clase, estado, tipoSigno, fechaDesde, fechaHasta }
const FILTERING: Readonly<Record<string, object>> = {
  'brands/list-brands-by-codes.sql': listingFilters,
  'brands/count-brands.sql': listingFilters,
  'brands/list-brands-by-date.sql': { clase, fechaDesde, fechaHasta },
  'brands/list-brands-by-number.sql': statementFilters,
  'brands/list-brands-by-term.sql': statementFilters,
  'brands/list-brands-by-person.sql': statementFilters,
  'brands/list-few-brands.sql': statementFilters,
  'brands/read-brands.sql': statementFilters,
  'search/find-candidates.sql': statementFilters,
  'search/full-text-of-word.sql': statementFilters,
  'search/full-text-of-words.sql': statementFilters,
  'insights/list-sync-runs.sql': runFilters,
}

test.each(Object.entries(FILTERING))('%s reads every declared filter', (file, filters) => {
  const { parameters } = sqlFile(import.meta.url, `../${file}`, 'planned')
  const unread = Object.keys(filters)
    .filter((filter) => !parameters.includes(parameterOf(filter)))
    .map(
      (filter) =>
        `Add a predicate on $${parameterOf(filter)} to shared/${file} or to the part that it includes.`,
    )
  expect(unread).toEqual([])
})

test('a filter becomes a parameter in snake case: null if absent, a list if the filter accepts several values', () => {
  const input = { fechaDesde: '2020-01-01', clase: 9, estado: ['VENCIDA'], limit: 20 }
  expect(filterValues(brandFilters, input)).toMatchObject({
    fecha_desde: '2020-01-01',
    fecha_hasta: null,
    clase: [9],
    estado: ['VENCIDA'],
    tipo_signo: null,
  })
  expect(filterValues(brandFilters, input)).not.toHaveProperty('limit')
})
