import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameEntry } from './index/name-entry.ts'
import { beginningOf, parseQuery } from './query.ts'
import type { MarkCounts } from './rarity.ts'
import { partOf, type Similarity, similarityTo, wordSimilarity } from './similarity.ts'

/** Every word is rare. */
const NONE: MarkCounts = new Map()

const similarity = (q: string, name: string): Similarity => similarityTo(parseQuery(q), NONE)(nameEntry(name))

/** Names by similarity to a query, most similar first. */
const inOrder = (q: string, names: readonly string[]): string[] =>
  names.toSorted((one, other) => similarity(q, other).best - similarity(q, one).best)

describe('names are sorted by similarity', () => {
  test.each([
    ['Thomson Life', ['THOMSON LIFE', 'THOMSONLIFE', 'TOMSON LIFE', 'THOMSON LIVE', 'LIFE', 'ZAPATO']],
    ['casa', ['CASA', 'CA SA', 'KAZA', 'CASU', 'CASABLANCA', 'CASERITO', 'TOMATE']],
    ['net top', ['Net Top', 'NETTOP', 'NETOP', 'NEPTOP', 'TOPNOT', 'ZAPATO']],
    ['zafiro', ['ZAFIRO', 'SAFIRO', 'ZAFIRO AZUL', 'ZAFIRA', 'GRAN HOTEL ZAFIRO AZUL', 'TOMATE']],
    ['budmen', ['BUDMEN', 'BADMEN', 'BUD', 'GATO']],
    ['zafiro azul', ['ZAFIRO AZUL', 'AZUL ZAFIRO', 'ZAFIRO ROJO', 'GATO ROJO']],
  ])('to %s: %j', (q, names) => {
    expect(inOrder(q, names.toReversed())).toEqual(names)
    const values = names.map((name) => similarity(q, name).best)
    expect(new Set(values).size).toBe(values.length)
  })
})

describe('the similarity of a name', () => {
  test.each([
    ['identical', 'ñandú', 'NANDU', 2],
    ['identical and has only stop words', 'de la', 'De La', 2],
    ['identical and has one letter', 'x', 'X', 2],
    ['identical and has only digits', '018', '018', 2],
    ['equal in letters', 'coca cola', 'COCACOLA', 1.9],
    ['equal in phonetic code', 'queso', 'KESO', 1.8],
    ['equal in phonetic code and split differently', 'huevo frito', 'WEVOFRITO', 1.8],
  ])('that is %s', (_, q, name, whole) => {
    expect(similarity(q, name)).toEqual({ whole, best: whole })
  })

  test.each([
    ['in another script', 'zafiro', '東京'],
    ['only digits', 'zafiro', '018'],
    ['one letter', 'zafiro', 'X'],
    ['only stop words', 'tomate', 'de la'],
  ])('that is unrelated to the query is low: %s', (_, q, name) => {
    expect(similarity(q, name).best).toBeLessThan(0.4)
  })

  test('that repeats a word of the query is not above 1, and lower than the similarity of the word alone', () => {
    expect(similarity('bud', 'BUD BUD BUD BUD').best).toBeLessThanOrEqual(1)
    expect(inOrder('bud', ['BUD BUD BUD BUD', 'BUD'])).toEqual(['BUD', 'BUD BUD BUD BUD'])
  })

  test('increases with the share of the query that it covers', () => {
    expect(inOrder('gran hotel zafiro', ['ZAFIRO', 'GRAN HOTEL', 'HOTEL ZAFIRO'])).toEqual([
      'HOTEL ZAFIRO',
      'GRAN HOTEL',
      'ZAFIRO',
    ])
  })

  test('does not depend on names that were compared before', () => {
    const compare = similarityTo(parseQuery('gran hotel zafiro'), NONE)
    const names = ['HOTEL', 'ZAFIRO', 'GRAN SAFIRO', 'HOTEL'].map(nameEntry)
    expect(names.map(compare)).toEqual(
      names.map((name) => similarityTo(parseQuery('gran hotel zafiro'), NONE)(name)),
    )
  })
})

test.each([
  ['a beginning counts by its length', 'budmen', 'bud', 3 / 6],
  ['an end counts by 0.9 times its length', 'thomson', 'son', (0.9 * 3) / 7],
  ['an inner part of 5 letters counts by 0.9 times its length', 'abcdefghij', 'defgh', (0.9 * 5) / 10],
  ['an inner part of 4 letters does not count', 'abcdefghij', 'defg', 0],
  ['a part of fewer than 3 letters does not count', 'abcdefghij', 'ab', 0],
  ['the word itself does not count', 'abc', 'abc', 0],
  ['a text longer than the word does not count', 'bud', 'budmen', 0],
  ['the first of two occurrences counts', 'abcabc', 'abc', 3 / 6],
])('%s: %s, %s', (_, word, part, share) => {
  expect(partOf(word, part)).toBeCloseTo(share, 12)
})

test.each([
  ['1 for the same word', 'casa k', 'casa k', 1],
  ['0.96 for the same sound', 'casa k', 'kasa k', 0.96],
  ['the likeness of their letters', 'abc q', 'abd z', 2 / 3],
  ['1/2 at least', 'ab q', 'ac z', 1 / 2],
  ['0 instead of less than 1/2', 'abcde q', 'axyzw z', 0],
  ['0.98 times the likeness of their phonetic codes', 'xxxx abcd', 'yyyy abce', 0.98 * (3 / 4)],
  ['0.45 plus half the share of a part at the beginning', 'life q', 'lifestyle z', 0.45 + (0.5 * 4) / 9],
  [
    '0.45 plus half the share of a part at the end, in either order',
    'lifestyle q',
    'style z',
    0.45 + (0.5 * 5) / 9,
  ],
  ['0.45 plus half the share of a part of 3 letters', 'bud q', 'budmen z', 0.45 + (0.5 * 3) / 6],
  ['0 for a part of 2 letters', 'bu q', 'budmen z', 0],
  ['0 for an inner part', 'fes q', 'lifestyle z', 0],
])('the similarity of two words is %s: %s, %s', (_, one, other, similar) => {
  const word = (text: string) => {
    const [word = '', sound = ''] = text.split(' ')
    return { word, sound }
  }
  expect(wordSimilarity(word(one), word(other))).toBeCloseTo(similar, 12)
})

/** Measured with the weights that were tuned on confusingly similar pairs. If they change, update `docs/search.md`. */
test.each([
  ['thomson life', 'LIFE', 0, 0.5636],
  ['thomson life', 'THOMSON LIVE', 0.9091, 0.7636],
  ['budmen', 'BUD', 0, 0.48],
  ['budmen', 'MEN', 0, 0.47],
  ['zafiro', 'ZAFIRA', 0.8333, 0.6061],
  ['zafiro azul', 'AZUL ZAFIRO', 0.2, 1],
  ['packard home', 'HEWLETT PACKARD', 0.2673, 0.5572],
  ['mountain dew', 'CAN DEW', 0, 0.4548],
  ['mountain dew', 'CAN MOUNTAIN', 0.4545, 0.4658],
  ['casa', 'CASABLANCA', 0, 0.4778],
  ['casablanca', 'CASA', 0, 0.5108],
  ['gran hotel zafiro', 'HOTEL', 0, 0.52],
  ['gran hotel zafiro', 'HOTEL GRAN', 0, 0.6914],
  ['electrix', 'ELECTROLUX', 0.7, 0.56],
  ['bud light', 'BUD BUD', 0.42, 0.4515],
  ['zafiro', 'X', 0.1633, 0.0653],
  ['de la casa', 'CASA DE', 0, 0.8415],
  ['supermercado', 'MERCADO', 0, 0.5675],
  ['supermercado', 'PERMER', 0, 0.4233],
  ['vino tinto', 'TINTO VINO AZUL', 0, 0.6951],
  ['aguas', 'AGUA', 0.8, 0.6267],
  ['fiordo azul', 'FIORDO ROJO', 0.6, 0.544],
  ['zafiro', 'XAPIRU', 0.6533, 0.2613],
])('the tuned weights have not changed: %s, %s', (q, name, whole, best) => {
  const counts = new Map([
    ['mountain', 1_000],
    ['dew', 10],
  ])
  const found = similarityTo(parseQuery(q), counts)(nameEntry(name))
  expect(found.whole).toBeCloseTo(whole, 4)
  expect(found.best).toBeCloseTo(best, 4)
})

describe('a word that a name shares with the query', () => {
  test('counts at any position in the name', () => {
    expect(inOrder('packard technologies', ['HEWLETT PACKARD', 'PANTALONES'])).toEqual([
      'HEWLETT PACKARD',
      'PANTALONES',
    ])
    expect(similarity('packard home', 'HEWLETT PACKARD').best).toBeGreaterThan(0.4)
  })

  test('counts more if fewer marks contain it', () => {
    const compare = similarityTo(
      parseQuery('mountain dew'),
      new Map([
        ['mountain', 1_000],
        ['dew', 3],
      ]),
    )
    const best = (name: string) => compare(nameEntry(name)).best
    expect(best('CAN DEW')).toBeGreaterThan(best('CAN MOUNTAIN'))
    expect(similarity('mountain dew', 'CAN DEW').best).toBeLessThan(
      similarity('mountain dew', 'CAN MOUNTAIN').best,
    )
  })
})

test.each([
  ['listerine', 'LISTOGEN', 'LESTARIN'],
  ['electrix', 'ELECTROLUX', 'SELECTED'],
  ['billalcon', 'BILLABONG', 'ALCALINO'],
  ['greshka', 'BERSHKA', 'GRASA'],
])(
  'a common beginning or end counts more than common letters: %s is more like %s than %s',
  (q, name, other) => {
    expect(similarity(q, name).best).toBeGreaterThan(similarity(q, other).best)
  },
)

describe('a name that completes the last word of a query', () => {
  const completed = (q: string, name: string) =>
    similarityTo(parseQuery(q), NONE, beginningOf(parseQuery(q)))(nameEntry(name)).whole

  test.each([
    ['fior', ['FIOR', 'FIORDO', 'CAFÉ FIORDO', 'FLOR']],
    ['cafe fior', ['CAFÉ FIORDO', 'CAFÉ DEL FIORDO', 'CAFÉ FLOR', 'FIORDO']],
  ])('is more similar than a name with mistakes, and more so the more of it is typed: %s', (q, names) => {
    expect(names.toReversed().toSorted((one, other) => completed(q, other) - completed(q, one))).toEqual(
      names,
    )
  })

  test.each([
    ['fior', 'FIORDO', 1 + 0.5 * (4 / 6)],
    ['cafe fior', 'CAFÉ FIORDO', 1 + 0.5 * (8 / 10)],
    ['cafe cafe fior', 'CAFÉ FIORDOS', 1 + 0.5 * (8 / 11)],
    ['fiordo', 'FIORDO SUR', 1 + 0.5 * (8 / 9)],
  ])('has a similarity of 1 plus half its typed share: %s, %s', (q, name, whole) => {
    expect(completed(q, name)).toBeCloseTo(whole, 12)
  })

  test.each([
    ['does not count if this word is a stop word', 'hotel del', 'HOTEL DELTA'],
    ['does not count if this word is short', 'hotel de', 'HOTEL DELTA'],
    ['does not count if it lacks the other words', 'hotel fior', 'CAFÉ FIORDO'],
  ])('%s: %s', (_, q, name) => {
    expect(completed(q, name)).toBeLessThan(1)
  })
})

describe('similarity', () => {
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

  test('is from 0 to 1, or a fixed value above 1 for equal names, letters or codes', () => {
    fc.assert(
      fc.property(name, name, (q, other) => {
        const { whole, best } = similarity(q, other)
        expect(whole).toBeGreaterThanOrEqual(0)
        expect(best).toBeGreaterThanOrEqual(0)
        expect(best <= 1 || best === whole).toBe(true)
        expect(whole < 1 || [1.8, 1.9, 2].includes(whole)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('has its maximum only for equal names', () => {
    fc.assert(
      fc.property(name, name, (q, other) => {
        expect(similarity(q, q)).toEqual({ whole: 2, best: 2 })
        expect(similarity(q, other).best === 2).toBe(nameEntry(q).name === nameEntry(other).name)
      }),
    )
  })
})
