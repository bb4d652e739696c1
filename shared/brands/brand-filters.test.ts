import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readFilters } from './brand-filters.ts'

describe('q', () => {
  test('is read without outer spaces, and with its control characters as spaces', () => {
    const space = fc.stringMatching(/^[ \t\r\n\0\x7f\u00a0]{0,5}$/)
    const word = fc.stringMatching(/^[a-zñ0-9&'+,-]{1,20}$/)
    fc.assert(
      fc.property(space, word, word, space, (before, first, second, after) => {
        expect(readFilters({ q: `${before}${first}\0${second}${after}` })).toEqual({
          q: `${first} ${second}`,
        })
      }),
    )
  })

  test('has 1 to 200 code points, without outer spaces', () => {
    expect(readFilters({ q: ` ${'𝟙'.repeat(200)} ` })).toEqual({ q: '𝟙'.repeat(200) })
    for (const q of [' ', '\t\n', '\0', 'x'.repeat(201), '𝟙'.repeat(201)]) {
      expect(() => readFilters({ q })).toThrow('q must have 1 to 200 characters')
    }
  })
})

describe('days', () => {
  test('may be equal', () => {
    const filters = { fechaDesde: '2019-06-24', fechaHasta: '2019-06-24' }
    expect(readFilters(filters)).toEqual(filters)
  })

  test('that end before they begin are refused, with every other mistake at once', () => {
    expect(() => readFilters({ q: ' ', fechaDesde: '2019-06-25', fechaHasta: '2019-06-24' })).toThrow(
      'q must have 1 to 200 characters besides outer spaces; fechaDesde must not be after fechaHasta',
    )
  })
})
