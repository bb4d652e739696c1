import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { cheaperAt } from './break-even.ts'

describe('Lambda is cheaper', () => {
  test('up to the rate at which its requests have cost as much as the machine', () => {
    const found = cheaperAt(
      (rate) => 10 + 2 * rate,
      (rate) => 20 + rate,
      50,
    )
    expect(found?.from).toBe(0)
    expect(found?.to).toBeCloseTo(10)
  })

  test('from the rate on at which its fixed part is made up for', () => {
    const found = cheaperAt(
      (rate) => 30 + rate,
      (rate) => 20 + 3 * rate,
      50,
    )
    expect(found?.from).toBeCloseTo(5)
    expect(found?.to).toBe(50)
  })

  test('between two rates, where the one grows slowly until what is always there no longer does', () => {
    const found = cheaperAt(
      (rate) => 30 + 10 * Math.max(2, rate / 10),
      (rate) => 45 + rate / 2,
      200,
    )
    expect(found?.from).toBeCloseTo(10) // 50 = 45 + 5
    expect(found?.to).toBeCloseTo(30) // 60 = 45 + 15
  })

  test('nowhere, where it is dearer at every rate that the machine bears', () => {
    expect(
      cheaperAt(
        (rate) => 100 - rate,
        () => 20,
        50,
      ),
    ).toBeUndefined()
  })

  test('everywhere, where it costs no more at any', () => {
    expect(
      cheaperAt(
        () => 5,
        () => 5,
        50,
      ),
    ).toEqual({ from: 0, to: 50 })
  })
})

test('at the rates that are told it is no dearer, and at the others it is', () => {
  const amount = fc.double({ min: 0, max: 100, noNaN: true })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(amount, amount, amount, amount, amount, share, (fixed, least, each, rent, sent, place) => {
      const most = 50
      const lambda = (rate: number): number => fixed + Math.max(least, each * rate) + rate
      const machine = (rate: number): number => rent + sent * rate
      const found = cheaperAt(lambda, machine, most)
      const rate = place * most
      const difference = lambda(rate) - machine(rate)
      const isTold = found !== undefined && rate >= found.from && rate <= found.to
      const tolerance = 1e-6
      if (Math.abs(difference) > tolerance) {
        expect({ rate, isTold }).toEqual({ rate, isTold: difference < 0 })
      }
    }),
  )
})
