import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { daysAround } from './draw-filtered.ts'

const counts = [
  { day: '2020-01-01', marks: 5 },
  { day: '2020-01-02', marks: 1 },
  { day: '2020-01-03', marks: 2 },
  { day: '2020-01-06', marks: 4 },
]

describe('the days around one', () => {
  test.each([
    [1, { first: '2020-01-03', last: '2020-01-03', marks: 2 }],
    [3, { first: '2020-01-02', last: '2020-01-03', marks: 3 }],
    [4, { first: '2020-01-02', last: '2020-01-06', marks: 7 }],
    [99, { first: '2020-01-01', last: '2020-01-06', marks: 12 }],
  ])('have %d marks together', (wanted, days) => {
    expect(daysAround(counts, '2020-01-03', wanted)).toEqual(days)
  })

  test('hold the day itself, and tell how many marks they have', () => {
    const marks = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(marks, fc.nat(), fc.integer({ min: 1, max: 99 }), (each, at, wanted) => {
        const all = each.map((marks, place) => ({
          day: `2020-01-${String(place + 1).padStart(2, '0')}`,
          marks,
        }))
        const day = all[at % all.length]?.day ?? ''
        const days = daysAround(all, day, wanted)
        const within = all.filter((one) => days.first <= one.day && one.day <= days.last)
        expect(within.map((one) => one.day)).toContain(day)
        expect(within.reduce((sum, one) => sum + one.marks, 0)).toBe(days.marks)
        expect(days.marks >= wanted || within.length === all.length).toBe(true)
      }),
    )
  })
})
