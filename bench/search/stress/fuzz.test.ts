import { describe, expect, test } from '@jest/globals'
import { readFilters } from '../../../shared/brands/brand-filters.ts'
import { measureFuzz, worstTexts } from './fuzz.ts'

const common = ['de', 'la', 'sol', 'chile', 'grupo', 'servicios', '7', 'mar']
const run = { step: () => {}, signal: new AbortController().signal } as never

describe('the worst texts', () => {
  const texts = worstTexts(common)

  test('are the same for the same words, and all allowed by the contract', () => {
    expect(worstTexts(common)).toEqual(texts)
    for (const q of texts) expect(() => readFilters({ q })).not.toThrow()
  })

  test('have the longest word, the most words, and what statements stumble over', () => {
    expect(texts.some((text) => /^[a-z]{200}$/.test(text))).toBe(true)
    expect(texts.some((text) => text.split(' ').length === 100)).toBe(true)
    expect(texts.some((text) => /^(.)\1{50,}$/.test(text))).toBe(true)
    for (const odd of ["'", '\\', '%', '\u0000', '商標', '\ud800']) {
      expect(texts.some((text) => text.includes(odd))).toBe(true)
    }
  })

  test('can be drawn without any common word', () => {
    expect(worstTexts([]).length).toBeGreaterThan(300)
  })
})

test('a text that is not answered is told', async () => {
  const way = {
    ask: (query: { q: string }) =>
      query.q.includes('%') ? Promise.reject(new Error('no')) : Promise.resolve([]),
  }
  const { queries, failures, slowest } = await measureFuzz(run, way, common)
  expect(failures.map(({ q }) => q)).toEqual(worstTexts(common).filter((q) => q.includes('%')))
  expect([queries, slowest.length, failures[0]?.failed]).toEqual([worstTexts(common).length, 10, 'no'])
})
