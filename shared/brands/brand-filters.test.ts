import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical, readFilters } from './brand-filters.ts'

describe('q', () => {
  test('is read without outer spaces, and with its control characters as spaces', () => {
    const space = fc.stringMatching(/^[ \t\r\n\0\x7f\u00a0]{0,5}$/)
    const word = fc.stringMatching(/^[a-zñ0-9&'+,-]{1,20}$/)
    fc.assert(
      fc.property(space, word, word, space, (before, first, second, after) => {
        const { filters } = readFilters({ q: `${before}${first}\0${second}${after}` })
        expect(filters).toEqual({ q: `${first} ${second}` })
      }),
    )
  })

  test('has 1 to 200 code points, without outer spaces', () => {
    expect(readFilters({ q: ` ${'𝟙'.repeat(200)} ` }).filters).toEqual({ q: '𝟙'.repeat(200) })
    for (const q of [' ', '\t\n', '\0', 'x'.repeat(201), '𝟙'.repeat(201)]) {
      expect(() => readFilters({ q })).toThrow('q must have 1 to 200 characters')
    }
  })
})

describe('days', () => {
  test('may be equal', () => {
    const filters = { fechaDesde: '2019-06-24', fechaHasta: '2019-06-24' }
    expect(readFilters(filters).filters).toEqual(filters)
  })

  test('that end before they begin are refused, together with every other mistake', () => {
    expect(() => readFilters({ q: ' ', fechaDesde: '2019-06-25', fechaHasta: '2019-06-24' })).toThrow(
      'q must have 1 to 200 characters, without counting outer spaces; fechaDesde must not be after fechaHasta',
    )
  })
})

describe('a phase', () => {
  const statusesOf = (given: Parameters<typeof readFilters>[0]) => readFilters(given).filters.estado

  test('is read as its statuses, intersected with the given statuses', () => {
    expect(statusesOf({ fase: ['vigente', 'desconocida'] })).toEqual(['REGISTRADA', 'SIN_CLASIFICAR'])
    expect(statusesOf({ fase: ['vigente', 'terminada'], estado: ['VENCIDA', 'PUBLICADA'] })).toEqual([
      'VENCIDA',
    ])
    expect(statusesOf({ fase: ['vigente'], estado: ['VENCIDA'] })).toEqual([])
  })
})

describe('the marks that filters omit because a value is unknown', () => {
  test('are counted once: a mark without class and phase counts as a mark without class', () => {
    const { omitted } = readFilters({ clase: [9, 39], fase: ['vigente'] })
    expect(omitted).toEqual({
      omitidasSinClase: { clase: [-1], estado: ['REGISTRADA', 'SIN_CLASIFICAR'] },
      omitidasSinFase: { clase: [9, 39], estado: ['SIN_CLASIFICAR'] },
    })
  })

  test('are not counted if the request includes them', () => {
    const { filters, omitted } = readFilters({
      clase: [9],
      sinClase: 'incluir',
      fase: ['vigente', 'desconocida'],
    })
    expect(filters.clase).toEqual([9, -1])
    expect(omitted).toEqual({})
    expect(() => readFilters({ sinClase: 'incluir' })).toThrow('sinClase is allowed only together with clase')
  })
})

test('equivalent filters have one canonical form, in which a single value is not a list', () => {
  expect(canonical({ clase: [39, 9], estado: ['VENCIDA'] })).toEqual(
    canonical({ clase: [9, 39], estado: 'VENCIDA' }),
  )
  expect(canonical({ clase: [39] })).toEqual({ clase: 39 })
})
