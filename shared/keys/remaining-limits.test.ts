import fc from 'fast-check'
import { expect, test } from 'vitest'
import { remainingLimits, type UsageCounts } from './remaining-limits.ts'

const at = (text: string): number => Date.parse(text) / 1_000
const counts = (facts: Partial<UsageCounts>): UsageCounts => ({
  month: '2027-03-01',
  monthQuota: 10,
  monthUsed: 4,
  burstQuota: 5,
  burstUsed: 5,
  windowOpenedAt: at('2027-03-10T12:00:00Z'),
  now: at('2027-03-10T12:00:00Z'),
  ...facts,
})

test.each([
  ['2027-03-01', 31 * 24],
  ['2027-04-01', 30 * 24 + 1], // the clocks go back on the 4th
  ['2027-09-01', 30 * 24 - 1], // and forward on the 5th
  ['2028-02-01', 29 * 24],
  ['2027-12-01', 31 * 24],
])('the month of %s has %i hours in Chile', (month, hours) => {
  const now = at(`${month}T12:00:00Z`)
  expect(remainingLimits(counts({ month, now })).monthSeconds).toBe(hours * 3_600)
})

test('a quota below the used units leaves zero', () => {
  expect(remainingLimits(counts({ monthUsed: 12, burstUsed: 9 }))).toMatchObject({
    monthLeft: 0,
    burstLeft: 0,
  })
})

test('a new window ends in 60 s at any microsecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400_000_000 }), (microseconds) => {
      const now = at('2027-03-10T00:00:00Z') + microseconds / 1_000_000
      expect(remainingLimits(counts({ now, windowOpenedAt: now })).burstEndsIn).toBe(60)
    }),
  )
})
