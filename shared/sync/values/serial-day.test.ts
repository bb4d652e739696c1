import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serialDay } from './serial-day.ts'

describe('in the epoch of 1900', () => {
  test.each([
    [1, '1900-01-01'],
    [31, '1900-01-31'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [25_569, '1970-01-01'],
    [43_640, '2019-06-24'],
    [2_958_465, '9999-12-31'],
  ])('serial %d is %s', (serial, day) => {
    expect(serialDay(serial, 1900)).toBe(day)
  })

  test.each([0, 60])('serial %d is no day, with or without a time', (serial) => {
    expect(serialDay(serial, 1900)).toBeNull()
    expect(serialDay(serial + 0.5, 1900)).toBeNull()
  })
})

describe('in the epoch of 1904', () => {
  test.each([
    [0, '1904-01-01'],
    [60, '1904-03-01'],
    [42_178, '2019-06-24'],
    [2_957_003, '9999-12-31'],
  ])('serial %d is %s', (serial, day) => {
    expect(serialDay(serial, 1904)).toBe(day)
  })

  test('the serial of a day is 1462 less than in the epoch of 1900', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_462, max: 2_958_465 }), (serial) => {
        expect(serialDay(serial - 1_462, 1904)).toBe(serialDay(serial, 1900))
      }),
    )
  })
})

test.each([-1, -0.001, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300])(
  '%d is no day in either epoch',
  (serial) => {
    expect([serialDay(serial, 1900), serialDay(serial, 1904)]).toEqual([null, null])
  },
)

test('the day after 9999 is no day', () => {
  expect([serialDay(2_958_466, 1900), serialDay(2_957_004, 1904)]).toEqual([null, null])
})

test('the last second of a day is still that day', () => {
  expect(serialDay(43_640 + 86_399 / 86_400, 1900)).toBe('2019-06-24')
})

test('consecutive serials are consecutive days, from March 1900 on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_958_464 }), (serial) => {
      const [day, next] = [serialDay(serial, 1900), serialDay(serial + 1, 1900)]
      expect(Date.parse(`${next}`) - Date.parse(`${day}`)).toBe(86_400_000)
    }),
  )
})
