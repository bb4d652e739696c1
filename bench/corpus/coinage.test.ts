import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { coin } from './coinage.ts'

const rank = fc.integer({ min: 0, max: 10_000_000 })

test('a rank has its word, always the same, in lower-case letters of Spanish', () => {
  fc.assert(
    fc.property(rank, (each) => {
      expect(coin(each)).toMatch(/^[a-zñáéíóú]{2,16}$/)
      expect(coin(each)).toBe(coin(each))
    }),
  )
})

test('words are spelt as Spanish spells them: neither qua nor ze', () => {
  fc.assert(fc.property(rank, (each) => expect(coin(each)).not.toMatch(/qu[^eiéí]|z[eiéí]/)))
})

test('frequent words are shorter than rare ones', () => {
  const mean = (from: number) =>
    Array.from({ length: 5_000 }, (_, place) => coin(from + place).length).reduce((a, b) => a + b) / 5_000
  expect(mean(0) + 0.8).toBeLessThan(mean(1_000_000))
})

test('few words are coined twice', () => {
  const words = new Set(Array.from({ length: 50_000 }, (_, place) => coin(1_000_000 + place)))
  expect(words.size).toBeGreaterThan(35_000)
})
