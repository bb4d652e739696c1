import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { KINDS, type Kind } from '../../several-figures.ts'
import type { ScaleFigures } from '../figures-file.ts'
import { MADE_UP } from '../testing/made-up-figures.ts'
import { billOf } from './bill.ts'
import {
  billedMs,
  itemsWithDatabase,
  requestItems,
  takenBy,
  takenByMix,
  unitsAtWork,
} from './request-cost.ts'

const MARKS = 1_000_000

describe('the time that a function is billed for', () => {
  test('is its work on the share of a processor that it has, its waiting, and a whole millisecond', () => {
    expect(billedMs(1, 0.5, 0)).toBe(6) // 1 × 1,769 / 1,024 + 0.5 + 3 = 5.23
    expect(billedMs(10, 20, 0)).toBe(41) // 17.28 + 20 + 3 = 40.28
  })

  test('is at least what an answer takes by the clock', () => {
    expect(billedMs(1, 0.5, 49.2)).toBe(50)
  })
})

test('PostgreSQL keeps four units at seven tenths of their load at work for each processor', () => {
  expect(unitsAtWork(7, 25)).toBeCloseTo(1) // 175 ms of each second, of 250 ms × 0.7 a unit
})

test('a thousand requests cost what each of their parts does', () => {
  const taken = { billedMs: 10, databaseMs: 0.7, answerBytes: 5_000 }
  expect(itemsWithDatabase(taken, 1_000).map(({ what, dollars }) => [what, dollars.toFixed(7)])).toEqual([
    ['requests to the gateway', '0.0010000'],
    ['calls of functions', '0.0002000'],
    ['time of functions', '0.0001333'], // 1,000 × 0.01 s × 1 GB × $0.0000133334
    ['what Aurora writes', '0.0002000'],
    ['log', '0.0006000'], // 1.2 MB
    ['answers sent out', '0.0004500'], // 5 MB
    ['work of Aurora', '0.0001333'], // 0.7 s × 4 / 0.7 = 4 units for a second
  ])
})

test('the mix takes of each kind its share', () => {
  expect(KINDS.map((kind) => takenBy(MADE_UP, MARKS, kind).billedMs)).toEqual([6, 8, 12])
  const { billedMs, databaseMs, answerBytes } = takenByMix(MADE_UP, MARKS)
  expect(billedMs).toBeCloseTo(0.4 * 6 + 0.2 * 8 + 0.4 * 12)
  expect(databaseMs).toBeCloseTo(0.4 * 0.5 + 0.2 * 1 + 0.4 * 5)
  expect(answerBytes).toBeCloseTo(0.4 * 2_000 + 0.6 * 9_000)
})

const milliseconds = fc.double({ min: 0, max: 1_000, noNaN: true })
const worked = fc.record({ serviceMs: milliseconds, databaseMs: milliseconds, p50: milliseconds })

/** The made-up figures with other times for each kind. */
const figuresOf = (
  times: Readonly<Record<Kind, { serviceMs: number; databaseMs: number; p50: number }>>,
): ScaleFigures => ({
  ...MADE_UP,
  work: MADE_UP.work.map((row) => ({ ...row, ...times[row.kind] })),
  answers: MADE_UP.answers.map((row) => ({ ...row, p50: times[row.kind].p50 })),
})

test('a mix is never dearer than its dearest kind, nor cheaper than its cheapest', () => {
  const times = fc.record({ 'one mark': worked, 'by filters': worked, 'by name': worked })
  fc.assert(
    fc.property(times, fc.constantFrom(requestItems, itemsWithDatabase), (each, items) => {
      const figures = figuresOf(each)
      const costs = KINDS.map((kind) => billOf(items(takenBy(figures, MARKS, kind), 1_000)).dollars)
      const mix = billOf(items(takenByMix(figures, MARKS), 1_000)).dollars
      expect(mix).toBeLessThanOrEqual(Math.max(...costs) * (1 + 1e-9))
      expect(mix).toBeGreaterThanOrEqual(Math.min(...costs) * (1 - 1e-9))
    }),
  )
})

test('what was not measured is not reckoned', () => {
  expect(() => takenBy(MADE_UP, 77, 'by filters')).toThrow('nothing was measured of 77 marks, by filters')
})
