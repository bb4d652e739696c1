import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from './query.ts'
import { isStopWord } from './text/stop-words.ts'

const words = (q: string) => parseQuery(q).terms.map(({ word }) => word)

describe('parseQuery returns', () => {
  test('the words, joined with and without spaces, and one phonetic code', () => {
    expect(parseQuery('  Ñandú  QUESO ñandu ')).toMatchObject({
      words: ['nandu', 'queso', 'nandu'],
      distinct: ['nandu', 'queso'],
      name: 'nandu queso nandu',
      letters: 'nanduquesonandu',
      sound: 'nandukesonandu',
    })
  })

  test('each word once as a term with its phonetic code, share and number of allowed mistakes', () => {
    expect(parseQuery('ají queso ají zafiro').terms).toEqual([
      { word: 'aji', sound: 'aji', share: 3 / 14, maxMistakes: 1 },
      { word: 'queso', sound: 'keso', share: 5 / 14, maxMistakes: 1 },
      { word: 'zafiro', sound: 'safiro', share: 6 / 14, maxMistakes: 2 },
    ])
  })

  test.each(['', '   ', '?!', '™', '\u200b', '\ud800'])(
    'no words for a text without letters and digits: %j',
    (q) => {
      expect(parseQuery(q)).toEqual({
        words: [],
        distinct: [],
        name: '',
        letters: '',
        sound: '',
        terms: [],
        stopWords: [],
      })
    },
  )
})

describe('stop words', () => {
  test('are not terms if the query has other words', () => {
    expect(parseQuery('El Grupo del Zafiro de Chile')).toMatchObject({
      stopWords: ['el', 'grupo', 'del', 'de'],
      terms: [{ word: 'zafiro', share: 1 }],
    })
  })

  test('are terms if the query has no other words', () => {
    expect(parseQuery('Servicios de Chile')).toMatchObject({
      stopWords: [],
      terms: [{ word: 'servicios' }, { word: 'de' }, { word: 'chile' }],
    })
  })
})

test('the six longest words are terms, in the order in which they were typed', () => {
  expect(words('uno cuatro dos tres siete ocho catorce veinte')).toEqual([
    'cuatro',
    'tres',
    'siete',
    'ocho',
    'catorce',
    'veinte',
  ])
})

test('of words of the same length, the first are terms', () => {
  expect(words('aaa bbb ccc ddd eee fff ggg')).toEqual(['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff'])
})

test('a query with a letter or digit has terms, whose shares add up to 1', () => {
  const q = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(fc.constantFrom('de', 'grupo', 'zafiro', 'a', '7', 'x'), { maxLength: 40 })
      .map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(q, (q) => {
      const { words, distinct, terms, stopWords } = parseQuery(q)
      const sum = terms.reduce((total, { share }) => total + share, 0)
      expect(sum).toBeCloseTo(words.length === 0 ? 0 : 1, 10)
      expect(terms.length).toBeLessThanOrEqual(6)
      expect(stopWords.length).toBeLessThanOrEqual(4)
      const searched = [...terms.map(({ word }) => word), ...stopWords]
      expect(new Set(searched).size).toBe(searched.length)
      expect(distinct).toEqual(expect.arrayContaining(searched))
      expect(stopWords.every(isStopWord)).toBe(true)
    }),
  )
})
