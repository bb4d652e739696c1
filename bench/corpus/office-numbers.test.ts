import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { applicationNumbers, registrationNumbers } from './office-numbers.ts'
import { dice } from './random.ts'

describe('application numbers', () => {
  test('grow with every mark, however many there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 3_000_000 }), fc.nat(), (count, seed) => {
        const numberAt = applicationNumbers(count, dice(seed))
        const places = [0, 1, 2, count >> 1, (count >> 1) + 1, count - 2, count - 1].filter(
          (place) => place < count,
        )
        const numbers = [...new Set(places)].sort((a, b) => a - b).map((place) => Number(numberAt(place)))
        expect(numbers.every((number, place) => place === 0 || number > Number(numbers[place - 1]))).toBe(
          true,
        )
      }),
    )
  })

  test('of a small corpus end where those of the office do', () => {
    const last = Number(applicationNumbers(5_000, dice(1))(4_999))
    expect(last).toBeGreaterThan(1_557_000)
    expect(last).toBeLessThan(1_559_000)
  })
})

describe('registration numbers', () => {
  test('grow with the day, and differ within it', () => {
    const numberOn = registrationNumbers(1_000)
    const [first, second, tomorrow] = [numberOn(7), numberOn(7), numberOn(8)].map(Number) as [
      number,
      number,
      number,
    ]
    expect(second).toBe(first + 1)
    expect(tomorrow).toBeGreaterThan(second)
  })

  test('run out rather than come twice', () => {
    const numberOn = registrationNumbers(1)
    const day = () => Array.from({ length: 1_000 }, () => numberOn(7))
    expect(day).toThrow('registrations on one day')
  })
})
