import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readQuery } from './query.ts'
import { isWeak } from './text/weak-words.ts'

const words = (q: string) => readQuery(q).terms.map(({ word }) => word)

describe('a query is read', () => {
  test('as its words, with and without spaces, and its sound as one', () => {
    expect(readQuery('  Ñandú  QUESO ñandu ')).toMatchObject({
      words: ['nandu', 'queso', 'nandu'],
      distinct: ['nandu', 'queso'],
      name: 'nandu queso nandu',
      letters: 'nanduquesonandu',
      sound: 'nandukesonandu',
    })
  })

  test('as terms: each word once, with its sound, its part and how many mistakes it may have', () => {
    expect(readQuery('ají queso ají zafiro').terms).toEqual([
      { word: 'aji', sound: 'aji', part: 3 / 14, mistakes: 1 },
      { word: 'queso', sound: 'keso', part: 5 / 14, mistakes: 1 },
      { word: 'zafiro', sound: 'safiro', part: 6 / 14, mistakes: 2 },
    ])
  })

  test.each(['', '   ', '?!', '™', '\u200b', '\ud800'])('as nothing: %j', (q) => {
    expect(readQuery(q)).toEqual({
      words: [],
      distinct: [],
      name: '',
      letters: '',
      sound: '',
      terms: [],
      weak: [],
    })
  })
})

describe('weak words', () => {
  test('are no terms beside others', () => {
    expect(readQuery('El Grupo del Zafiro de Chile')).toMatchObject({
      weak: ['el', 'grupo', 'del', 'de'],
      terms: [{ word: 'zafiro', part: 1 }],
    })
  })

  test('are terms where there is no other', () => {
    expect(readQuery('Servicios de Chile')).toMatchObject({
      weak: [],
      terms: [{ word: 'servicios' }, { word: 'de' }, { word: 'chile' }],
    })
  })
})

test('of many words the longest are looked for, in the order in which they were typed', () => {
  expect(words('uno cuatro dos tres siete ocho catorce veinte')).toEqual([
    'cuatro',
    'tres',
    'siete',
    'ocho',
    'catorce',
    'veinte',
  ])
})

test('of words that are as long the first ones are looked for', () => {
  expect(words('aaa bbb ccc ddd eee fff ggg')).toEqual(['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff'])
})

test('a query with a letter or digit has terms, whose parts are one whole', () => {
  const q = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(fc.constantFrom('de', 'grupo', 'zafiro', 'a', '7', 'x'), { maxLength: 40 })
      .map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(q, (q) => {
      const { words, distinct, terms, weak } = readQuery(q)
      const sum = terms.reduce((total, { part }) => total + part, 0)
      expect(sum).toBeCloseTo(words.length === 0 ? 0 : 1, 10)
      expect(terms.length).toBeLessThanOrEqual(6)
      expect(weak.length).toBeLessThanOrEqual(4)
      const looked = [...terms.map(({ word }) => word), ...weak]
      expect(new Set(looked).size).toBe(looked.length)
      expect(distinct).toEqual(expect.arrayContaining(looked))
      expect(weak.every(isWeak)).toBe(true)
    }),
  )
})
