import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { nameEntry } from './index/name-entry.ts'
import { readQuery } from './query.ts'
import { type Closeness, comparedWith } from './similarity.ts'

const closeness = (q: string, name: string): Closeness => comparedWith(readQuery(q))(nameEntry(name))

/** Names in the order in which they are close to a query, no two alike. */
const inOrder = (q: string, names: readonly string[]): string[] =>
  names.toSorted((one, other) => closeness(q, other).closest - closeness(q, one).closest)

describe('closest are, in this order,', () => {
  test.each([
    ['Thomson Life', ['THOMSON LIFE', 'THOMSONLIFE', 'TOMSON LIFE', 'THOMSON LIVE', 'LIFE', 'ZAPATO']],
    ['casa', ['CASA', 'CA SA', 'KAZA', 'CASU', 'CASABLANCA', 'CASERITO', 'TOMATE']],
    ['net top', ['Net Top', 'NETTOP', 'NETOP', 'NEPTOP', 'TOPNOT', 'ZAPATO']],
    ['zafiro', ['ZAFIRO', 'SAFIRO', 'ZAFIRO AZUL', 'ZAFIRA', 'GRAN HOTEL ZAFIRO AZUL', 'TOMATE']],
    ['budmen', ['BUDMEN', 'BADMEN', 'BUD', 'GATO']],
    ['zafiro azul', ['ZAFIRO AZUL', 'AZUL ZAFIRO', 'ZAFIRO ROJO', 'GATO ROJO']],
  ])('to %s: %j', (q, names) => {
    expect(inOrder(q, names.toReversed())).toEqual(names)
    const values = names.map((name) => closeness(q, name).closest)
    expect(new Set(values).size).toBe(values.length)
  })
})

describe('a name is', () => {
  test.each([
    ['identical', 'ñandú', 'NANDU', 2],
    ['identical, of weak words alone', 'de la', 'De La', 2],
    ['identical, one letter', 'x', 'X', 2],
    ['identical, digits alone', '018', '018', 2],
    ['the same letters', 'coca cola', 'COCACOLA', 1.9],
    ['the same sound', 'queso', 'KESO', 1.8],
    ['the same sound, split otherwise', 'huevo frito', 'WEVOFRITO', 1.8],
  ])('%s', (_, q, name, whole) => {
    expect(closeness(q, name)).toEqual({ whole, closest: whole })
  })

  test.each([
    ['in another script', 'zafiro', '東京'],
    ['digits alone', 'zafiro', '018'],
    ['one letter', 'zafiro', 'X'],
    ['weak words alone', 'tomate', 'de la'],
  ])('far from a query: %s', (_, q, name) => {
    expect(closeness(q, name).closest).toBeLessThan(0.4)
  })

  test('an element of the query, however often it has it', () => {
    expect(closeness('bud', 'BUD BUD BUD BUD').closest).toBeLessThanOrEqual(1)
    expect(inOrder('bud', ['BUD BUD BUD BUD', 'BUD'])).toEqual(['BUD', 'BUD BUD BUD BUD'])
  })

  test('closer, the more of the query it is', () => {
    expect(inOrder('gran hotel zafiro', ['ZAFIRO', 'GRAN HOTEL', 'HOTEL ZAFIRO'])).toEqual([
      'HOTEL ZAFIRO',
      'GRAN HOTEL',
      'ZAFIRO',
    ])
  })

  test('compared in the same way, whatever was compared before', () => {
    const compare = comparedWith(readQuery('gran hotel zafiro'))
    const names = ['HOTEL', 'ZAFIRO', 'GRAN SAFIRO', 'HOTEL'].map(nameEntry)
    expect(names.map(compare)).toEqual(
      names.map((name) => comparedWith(readQuery('gran hotel zafiro'))(name)),
    )
  })
})

describe('closeness', () => {
  const words = fc.constantFrom(
    'de',
    'la',
    'grupo',
    'zafiro',
    'safiro',
    'a',
    'x',
    '7',
    '018',
    'net',
    'top',
    '東',
    'bud',
  )
  const name = fc
    .oneof(
      fc.array(words, { maxLength: 8 }).map((all) => all.join(' ')),
      fc.string({ unit: fc.constantFrom(...'abclñh7 '), maxLength: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    )
    .filter((text) => nameEntry(text).name !== '')

  test('is from 0 to 1, or more where both are the same in some way', () => {
    fc.assert(
      fc.property(name, name, (q, other) => {
        const { whole, closest } = closeness(q, other)
        expect(whole).toBeGreaterThanOrEqual(0)
        expect(closest).toBeGreaterThanOrEqual(whole)
        expect(closest <= 1 || closest === whole).toBe(true)
        expect(whole < 1 || [1.8, 1.9, 2].includes(whole)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is greatest for the same name alone', () => {
    fc.assert(
      fc.property(name, name, (q, other) => {
        expect(closeness(q, q)).toEqual({ whole: 2, closest: 2 })
        expect(closeness(q, other).closest === 2).toBe(nameEntry(q).name === nameEntry(other).name)
      }),
    )
  })
})
