import { describe, expect, test } from 'vitest'
import { alikeWords } from './alike-words.ts'
import { parseQuery, type Term } from './query.ts'
import { phoneticCode } from './text/phonetic-code.ts'

const alike = (word: string, others: readonly string[], count = 10): string[] => {
  const [term] = parseQuery(word).terms as [Term]
  return alikeWords(term, others.join(' '), others.map(phoneticCode).join(' '), count).map(({ word }) => word)
}

describe('a word is alike', () => {
  test.each([
    ['if it has the same beginning', 'cerebis', 'cerebron'],
    ['if it has the same end', 'questionary', 'pictionary'],
    ['if its code has the same beginning', 'quesada', 'kesito'],
    ['if it has two first letters and the last in common', 'macho', 'mario'],
  ])('%s: %s and %s', (_, word, other) => {
    expect(alike(word, [other])).toEqual([other])
  })

  test.each([
    ['if fewer than three letters of its beginning and end are in common', 'marca', 'mas'],
    ['if it is equal', 'casa', 'casa'],
    ['if it is in another script', 'casa', '東京'],
  ])('never %s: %s and %s', (_, word, other) => {
    expect(alike(word, [other])).toEqual([])
  })
})

test('the most similar words come first, each once, up to the limit', () => {
  const words = ['milonga', 'miltronics', 'milltronic', 'miltrons', 'milton', 'miltronics']
  expect(alike('miltron', words)).toEqual(['miltrons', 'milton', 'milltronic', 'miltronics', 'milonga'])
  expect(alike('miltron', words, 2)).toEqual(['miltrons', 'milton'])
})
