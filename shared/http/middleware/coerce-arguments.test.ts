import { describe, expect, test } from 'vitest'
import { brandReference, brandSearch } from '../../../schemas/brand.ts'
import { coerceArguments } from './coerce-arguments.ts'

const search = (given: Record<string, unknown>) => coerceArguments(brandSearch, given)

describe('an argument is converted if its meaning is certain:', () => {
  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ clase: '39' }, { clase: [39] }],
    [{ clase: 39 }, { clase: [39] }],
    [{ clase: ['39', 41] }, { clase: [39, 41] }],
    [{ clase: '39, 41' }, { clase: [39, 41] }],
    [{ clase: '["39","41"]' }, { clase: [39, 41] }],
    [{ clase: '05' }, { clase: [5] }],
    [{ estado: 'REGISTRADA, VENCIDA' }, { estado: ['REGISTRADA', 'VENCIDA'] }],
    [{ numeros: [1_132_851, '606670'] }, { numeros: ['1132851', '606670'] }],
    [{ nroRegistro: 953_692 }, { nroRegistro: '953692' }],
    [{ limit: '50' }, { limit: 50 }],
    [{ q: 1800 }, { q: '1800' }],
    [{ q: null, limit: null }, {}],
  ])('%j', (given, input) => {
    expect(search(given)).toEqual({ input, notes: [] })
  })

  test('a whole number as an application number', () => {
    expect(coerceArguments(brandReference, { nroSolicitud: 1_132_851 })).toEqual({
      input: { nroSolicitud: '1132851' },
      notes: [],
    })
  })
})

test.each([1_000, '1000', 101])('a limit of %j is reduced to the maximum, with a note', (limit) => {
  expect(search({ limit })).toEqual({
    input: { limit: 100 },
    notes: [
      `limit ${limit} was reduced to 100, the maximum of a page: for the next page, send nextCursor as cursor.`,
    ],
  })
})

test.each<Record<string, unknown>>([
  { clase: ['39.5'] },
  { clase: [true] },
  { limit: '5.0' },
  { limit: ' 5' },
  { limit: Number.POSITIVE_INFINITY },
  { q: 1.5 },
  { q: ['x'] },
  { nroRegistro: 2 ** 60 },
  { offset: null },
  { constructor: 5 },
])('a value without a certain meaning stays unchanged for validation: %j', (given) => {
  expect(search(given)).toEqual({ input: given, notes: [] })
})
