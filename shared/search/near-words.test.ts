import { describe, expect, test } from 'vitest'
import { nearWords } from './near-words.ts'
import { parseQuery, type Term } from './query.ts'
import { phoneticCode } from './text/phonetic-code.ts'

const near = (word: string, others: readonly string[], count = 10): [string, number][] => {
  const [term] = parseQuery(word).terms as [Term]
  const found = nearWords(term, others.join(' '), others.map(phoneticCode).join(' '), count)
  return found.map(({ word, mistakes }) => [word, mistakes])
}

describe('a word is near', () => {
  test.each([
    ['if it is equal', 'casa', 'casa', 0],
    ['if it has the same code', 'kasa', 'casa', 0],
    ['with one mistake in a short word', 'gasa', 'casa', 1],
    ['with two mistakes in a long word', 'panaderia', 'panadra', 2],
    ['with two swaps in a long word', 'obbsusex', 'bosbusex', 2],
    ['with a swap and another mistake in a long word', 'pelqureia', 'peluqueria', 2],
    ['if its code has fewer mistakes than its letters', 'hotelqueen', 'otelkin', 1],
  ])('%s: %s and %s', (_, word, other, mistakes) => {
    expect(near(word, [other])).toEqual([[other, mistakes]])
  })

  test.each([
    ['with two mistakes in a short word', 'casa', 'cosi'],
    ['with three mistakes in a long word', 'peluqueria', 'peluqe'],
  ])('never %s: %s and %s', (_, word, other) => {
    expect(near(word, [other])).toEqual([])
  })
})

test('the nearest words come first: by mistakes, then by mistakes in the letters, then in alphabetical order', () => {
  const words = ['fenixolar', 'fenyx', 'zenix', 'felix', 'fenis', 'fenix']
  expect(near('fenix', words)).toEqual([
    ['fenix', 0],
    ['fenis', 0],
    ['fenyx', 0],
    ['felix', 1],
    ['zenix', 1],
  ])
  expect(near('fenix', words, 2)).toEqual([
    ['fenix', 0],
    ['fenis', 0],
  ])
})
