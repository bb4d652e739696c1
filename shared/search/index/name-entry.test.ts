import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameEntry, postingsOf, RULES_VERSION, wordEntry, wordsOf } from './name-entry.ts'

/** Names that together cover every rule. */
const NAMES = [
  "L'Oréal de París® 7-UP, A & B S.A.",
  'Cllub Ñandú: Excelente Acción Güisqui Wevo Queso Guitarra',
  'Psicología Schop Christian Pharma Villa Mall Invierno 100',
  'ＮＥＴ　ＴＯＰ ｶﾞ 東京 Ёлка שָׁלוֹם æß ½ ´´ \u0301x',
  'b'.repeat(70),
]

describe('the entry of a name', () => {
  test('has its words, their weight and shares, and one phonetic code', () => {
    expect(nameEntry('La Casa  Ñandú®')).toEqual({
      name: 'la casa nandu',
      weight: 38,
      shares: [53, 421, 526],
      sound: 'lakasanandu',
    })
  })

  test.each(['', ' ', '™', '…', '\u0301'])(
    'is empty for a name without letters and digits: %j',
    (denominacion) => {
      expect(nameEntry(denominacion)).toEqual({ name: '', weight: 0, shares: [], sound: '' })
    },
  )

  test('has the same phonetic code however the name is split', () => {
    expect(nameEntry('NET TOP').sound).toBe(nameEntry('NETTOP').sound)
    expect(nameEntry('COCA COLA').sound).toBe(nameEntry('KOKAKOLA').sound)
  })

  test('has one share for each word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (denominacion) => {
        const { name, shares } = nameEntry(denominacion)
        expect(shares.length).toBe(wordsOf(name).length)
      }),
    )
  })
})

describe('the postings of a name', () => {
  const postings = (name: string) => postingsOf(nameEntry(name))

  test('have each word once, with the sum of its shares', () => {
    expect(postings('la casa la cosa')).toEqual([
      ['la', 112],
      ['casa', 444],
      ['cosa', 444],
    ])
    expect(postings('bis bis bis')).toEqual([['bis', 999]])
  })

  test('have no share above 1,000, also if the rounded shares add up to more', () => {
    expect(nameEntry('bis '.repeat(7)).shares).toEqual(Array.from({ length: 7 }, () => 143))
    expect(postings('bis '.repeat(7))).toEqual([['bis', 1000]])
  })

  test('do not exist if the name has no words', () => {
    expect(postings('…')).toEqual([])
    expect(wordsOf('')).toEqual([])
  })
})

test('the entry of a word has its phonetic code and its deletion hashes', () => {
  const { word, sound, deletions } = wordEntry('queso')
  expect([word, sound]).toEqual(['queso', 'keso'])
  expect(deletions.length).toBe(11) // 6 of five letters, 5 of four
})

test('this checksum of entries changes only together with RULES_VERSION, so that the next start rebuilds the index', () => {
  const entries = NAMES.map(nameEntry)
  const words = entries.flatMap(({ name }) => wordsOf(name)).map(wordEntry)
  const sum = createHash('sha256')
    .update(JSON.stringify([entries, words]))
    .digest('hex')
    .slice(0, 16)
  expect([RULES_VERSION, sum]).toEqual([2, '1f4a52d64c2295da'])
})
