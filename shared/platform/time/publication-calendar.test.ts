import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chileanDay } from './chilean-day.ts'
import {
  dueAt,
  isPublicationDay,
  publicationDayAfter,
  publicationDays,
  secondsOnPublicationDays,
} from './publication-calendar.ts'

const DAY = 86_400
const HOUR = 3_600

const min = new Date('2017-01-01T00:00:00Z')
const max = new Date('2040-12-31T23:59:59Z')
const instant = fc.date({ min, max, noInvalidDate: true })
const day = instant.map((at) => at.toISOString().slice(0, 10))

/** Returns the weekdays (Monday to Friday) of a year without a bulletin. */
const closed = (year: number): string[] => {
  const appears = new Set(publicationDays(`${year}-01-01`, `${year}-12-31`))
  return Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(year, 0, 1 + index)))
    .filter((at) => at.getUTCDay() % 6 !== 0 && at.getUTCFullYear() === year)
    .map((at) => at.toISOString().slice(0, 10))
    .filter((weekday) => !appears.has(weekday))
}

describe('the bulletin appears', () => {
  test.each([
    // The bicentenary of the independence: 17 and 20 September.
    [2010, '01-01 04-02 05-21 06-28 07-16 09-17 09-20 10-11 11-01 12-08'],
    // 18 September is a Tuesday, 31 October a Wednesday.
    [2012, '04-06 05-01 05-21 07-02 07-16 08-15 09-17 09-18 09-19 10-15 11-01 11-02 12-25'],
    // The first Monday 2 January that is a holiday, and a census in April.
    [2017, '01-02 04-14 04-19 05-01 06-26 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25'],
    // A visit of the Pope in January.
    [2018, '01-01 01-16 03-30 05-01 05-21 07-02 07-16 08-15 09-17 09-18 09-19 10-15 11-01 11-02 12-25'],
    // The first holiday of the solstice, and the first Friday 17 September that is a holiday.
    [2021, '01-01 04-02 05-21 06-21 06-28 07-16 09-17 10-11 11-01 12-08'],
    // A holiday of this year alone: 16 September.
    [2022, '04-15 06-21 06-27 08-15 09-16 09-19 10-10 10-31 11-01 12-08'],
    // 19 September is a Thursday.
    [2024, '01-01 03-29 05-01 05-21 06-20 07-16 08-15 09-18 09-19 09-20 10-31 11-01 12-25'],
    [
      2025,
      '01-01 04-18 05-01 05-21 06-20 07-16 08-15 09-18 09-19 10-31 12-08 12-25', // 29 June, 12 October: Sundays
    ],
    [2026, '01-01 04-03 05-01 05-21 06-29 07-16 09-18 10-12 12-08 12-25'],
    [2027, '01-01 03-26 05-21 06-21 06-28 07-16 09-17 10-11 11-01 12-08'],
    [2028, '04-14 05-01 06-20 06-26 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25'],
  ])('in %i from Monday to Friday, but not on %s', (year, days) => {
    expect(closed(year)).toEqual(days.split(' ').map((each) => `${year}-${each}`))
  })

  test.each([
    ['2026-09-18', 'a Friday, and the national holiday'],
    ['2026-09-19', 'the holiday after the national holiday, a Saturday'],
    ['2027-09-17', 'a Friday before a holiday on Saturday'],
    ['2027-06-28', 'Saint Peter, moved from a Tuesday to the Monday before'],
    ['2027-06-21', 'the solstice'],
    ['2027-10-11', 'the Encounter, moved from a Tuesday to the Monday before'],
    ['2028-10-27', 'the Churches, moved from a Tuesday to the Friday before'],
    ['2017-01-02', 'a Monday after a New Year on Sunday'],
  ])('not on %s: %s', (each) => {
    expect(isPublicationDay(each)).toBe(false)
  })

  test.each([
    ['2027-06-29', 'the usual day of Saint Peter, which was moved'],
    ['2027-10-12', 'the usual day of the Encounter, which was moved'],
    ['2026-12-31', 'a holiday only for banks'],
    ['2026-09-17', 'the day before the national holiday'],
  ])('on %s: %s', (each) => {
    expect(isPublicationDay(each)).toBe(true)
  })

  test('never on a weekend, and at least once every week', () => {
    fc.assert(
      fc.property(day, (each) => {
        const weekday = new Date(each).getUTCDay()
        expect(isPublicationDay(each) && weekday % 6 === 0).toBe(false)
        const gap = Date.parse(publicationDayAfter(each)) - Date.parse(each)
        expect(gap).toBeLessThanOrEqual(6 * DAY * 1_000)
      }),
    )
  })

  test('on each publication day of a period, in order', () => {
    expect(publicationDays('2026-09-16', '2026-09-22')).toEqual([
      '2026-09-16',
      '2026-09-17',
      '2026-09-21',
      '2026-09-22',
    ])
    expect(publicationDays('2026-09-22', '2026-09-16')).toEqual([])
    expect(publicationDayAfter('2026-09-17')).toBe('2026-09-21')
  })
})

describe('an edition is due', () => {
  test.each([
    ['2026-09-04', '2026-09-04T14:00:00.000Z', 'in winter time'],
    ['2026-09-05', '2026-09-05T14:00:00.000Z', 'on the last day of winter time'],
    ['2026-09-06', '2026-09-06T13:00:00.000Z', 'on the first day of summer time, which has 23 hours'],
    ['2026-04-04', '2026-04-04T13:00:00.000Z', 'on the last day of summer time, which has 25 hours'],
    ['2026-04-05', '2026-04-05T14:00:00.000Z', 'on the first day of winter time'],
    ['2022-09-10', '2022-09-10T14:00:00.000Z', 'in the year in which summer time began a week later'],
    ['2022-09-11', '2022-09-11T13:00:00.000Z', 'in the year in which summer time began a week later'],
  ])('on %s at %s: 10:00 %s', (each, at) => {
    expect(dueAt(each).toISOString()).toBe(at)
  })

  test('at 10:00 in Chile on its day', () => {
    fc.assert(
      fc.property(day, (each) => {
        const shown = dueAt(each).toLocaleString('sv-SE', { timeZone: 'America/Santiago' })
        expect(shown).toBe(`${each} 10:00:00`)
      }),
    )
  })
})

describe('time on publication days', () => {
  const between = (from: string, to: string): number => secondsOnPublicationDays(new Date(from), new Date(to))

  test.each([
    [
      'all of a period within one publication day',
      '2026-09-02T10:00:00-04:00',
      '2026-09-02T11:30:00.500-04:00',
      5_400.5,
    ],
    ['only Friday and Monday from Friday to Monday', '2026-08-28T10:00-04:00', '2026-08-31T10:00-04:00', DAY],
    ['nothing on a weekend', '2026-08-29T00:00-04:00', '2026-08-31T00:00-04:00', 0],
    ['nothing of the national holidays', '2026-09-17T23:00-03:00', '2026-09-21T01:00-03:00', 2 * HOUR],
    ['four days of a week with a holiday', '2026-10-12T00:00-03:00', '2026-10-19T00:00-03:00', 4 * DAY],
    [
      'nothing of Good Friday and a weekend with a day of 25 hours',
      '2026-04-02T22:00-03:00',
      '2026-04-06T02:00-04:00',
      4 * HOUR,
    ],
    [
      'nothing of a weekend with a day of 23 hours',
      '2026-09-04T22:00-04:00',
      '2026-09-07T02:00-03:00',
      4 * HOUR,
    ],
    ['nothing if the end is before the start', '2026-09-02T11:00-04:00', '2026-09-02T10:00-04:00', 0],
    [
      'only publication days across the end of a year',
      '2026-12-31T00:00-03:00',
      '2027-01-05T00:00-03:00',
      2 * DAY,
    ],
  ])('counts %s', (_, from, to, seconds) => {
    expect(between(from, to)).toBe(seconds)
  })

  test('in a whole year is 24 hours for each publication day', () => {
    for (const year of [2025, 2026, 2027, 2028]) {
      const days = publicationDays(`${year}-01-01`, `${year}-12-31`).length
      expect(between(`${year}-01-01T03:00Z`, `${year + 1}-01-01T03:00Z`)).toBe(days * DAY)
    }
  })

  test('never exceeds the elapsed time, is additive, and grows only on publication days', () => {
    const near = fc.tuple(instant, fc.nat({ max: 20 * DAY }), fc.nat({ max: 20 * DAY }))
    fc.assert(
      fc.property(near, ([a, first, second]) => {
        const b = new Date(a.getTime() + first * 1_000)
        const c = new Date(b.getTime() + second * 1_000)
        const whole = secondsOnPublicationDays(a, c)
        expect(whole).toBeLessThanOrEqual(first + second)
        expect(secondsOnPublicationDays(a, b) + secondsOnPublicationDays(b, c)).toBeCloseTo(whole, 3)
      }),
    )
    fc.assert(
      fc.property(instant, (at) => {
        const later = new Date(at.getTime() + 1_000)
        fc.pre(chileanDay(at) === chileanDay(later))
        expect(secondsOnPublicationDays(at, later)).toBe(isPublicationDay(chileanDay(at)) ? 1 : 0)
      }),
    )
  })
})
