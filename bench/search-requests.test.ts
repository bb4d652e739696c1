import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { dice } from './corpus/random.ts'
import type { DrawnBrand } from './draw-brands.ts'
import { drawSearches, KINDS, misspell } from './search-requests.ts'

const named = (denominacion: string): DrawnBrand => ({
  nroSolicitud: '1',
  denominacion,
  estado: 'REGISTRADA',
  tipoSigno: 'MIXTA',
  fechaPresentacion: '2010-01-01',
  clase: null,
})
const NAMES = ['', 'A & B', '2020', 'ÑANDÚ DEL SUR', 'Café', 'LOS ANDES 33']
const brands = NAMES.map(named)

describe('the searches that are drawn', () => {
  const searches = drawSearches(brands, 99)

  test('are the same for the same brands, each kind as often', () => {
    expect(drawSearches(brands, 99)).toEqual(searches)
    expect(KINDS.map((kind) => searches.filter((search) => search.kind === kind).length)).toEqual([
      33, 33, 33,
    ])
  })

  test('ask for names that have a word to ask for, for one of their words, or for neither in its letters', () => {
    const exact = ['ÑANDÚ DEL SUR', 'Café', 'LOS ANDES 33']
    for (const { kind, q } of searches) {
      if (kind === 'exact') expect(exact).toContain(q)
      if (kind === 'one word') expect(['ÑANDÚ', 'Café', 'ANDES']).toContain(q)
      if (kind === 'typing error') expect(exact).not.toContain(q)
    }
  })

  test('are none where no brand has a word', () => {
    expect(drawSearches([named('')], 99)).toEqual([])
  })
})

test('a typing error leaves out, doubles or mistakes a letter, or swaps two', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcñé'), minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(word, fc.integer(), (right, seed) => {
      const wrong = misspell(right, dice(seed))
      expect(wrong).not.toBe(right)
      expect(Math.abs(wrong.length - right.length)).toBeLessThanOrEqual(1)
      const first = [...right].findIndex((letter, place) => letter !== wrong[place])
      const start = first === -1 ? right.length : first
      // Behind the place of the mistake, one letter or two on, both go on alike.
      const endings = [0, 1, 2].flatMap((here) => [0, 1, 2].map((there) => [here, there] as const))
      expect(endings.some(([here, there]) => right.slice(start + here) === wrong.slice(start + there))).toBe(
        true,
      )
    }),
  )
})
