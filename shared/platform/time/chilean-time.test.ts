import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chileanDay } from './chilean-day.ts'
import { addDays, chileanTime, startOfDay } from './chilean-time.ts'

const HOUR_MS = 3_600_000

const min = new Date('1970-01-01T00:00:00Z')
const max = new Date('2060-12-31T23:59:59Z')
const day = fc.date({ min, max, noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10))

describe('a day', () => {
  test('begins at its first instant', () => {
    fc.assert(
      fc.property(day, (each) => {
        const start = startOfDay(each)
        expect(chileanDay(start)).toBe(each)
        expect(chileanDay(new Date(start.getTime() - 1))).toBe(addDays(each, -1))
      }),
    )
  })

  test.each([
    ['2026-04-03', 24],
    ['2026-04-04', 25], // its last hour occurs twice
    ['2026-04-05', 24],
    ['2026-09-05', 24],
    ['2026-09-06', 23], // its first hour is skipped
    ['2026-09-07', 24],
  ])('%s has %i hours', (each, hours) => {
    expect(startOfDay(addDays(each, 1)).getTime() - startOfDay(each).getTime()).toBe(hours * HOUR_MS)
  })

  test('can be moved across the end of a month or a year', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  })
})

describe('a time', () => {
  test('is the local time in Chile', () => {
    const minute = fc.nat({ max: 24 * 60 - 1 })
    fc.assert(
      fc.property(day, minute, (each, number) => {
        const time = new Date(number * 60_000).toISOString().slice(11, 16)
        const shown = chileanTime(each, time).toLocaleString('sv-SE', { timeZone: 'America/Santiago' })
        // Except for the skipped hour after midnight.
        fc.pre(shown === `${each} ${time}:00` || !time.startsWith('00'))
        expect(shown).toBe(`${each} ${time}:00`)
      }),
    )
  })

  test.each([
    ['2026-09-05', '23:59', '2026-09-06T03:59:00.000Z'],
    ['2026-09-06', '00:00', '2026-09-06T04:00:00.000Z'],
    ['2026-09-06', '00:30', '2026-09-06T04:30:00.000Z'],
    ['2026-09-06', '01:00', '2026-09-06T04:00:00.000Z'],
  ])('that is skipped moves forward: %s %s', (each, time, at) => {
    expect(chileanTime(each, time).toISOString()).toBe(at)
  })

  test.each([
    ['2026-04-04', '22:59', '2026-04-05T01:59:00.000Z'],
    ['2026-04-04', '23:00', '2026-04-05T03:00:00.000Z'],
    ['2026-04-04', '23:30', '2026-04-05T03:30:00.000Z'],
    ['2026-04-05', '00:00', '2026-04-05T04:00:00.000Z'],
  ])('that occurs twice is the second occurrence: %s %s', (each, time, at) => {
    expect(chileanTime(each, time).toISOString()).toBe(at)
  })
})
