import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codes, SOURCES } from '../../schemas/catalogs.ts'
import { DEFAULT_SCHEDULES } from '../../schemas/config.ts'
import { historyRuns } from '../../test/support/history-runs.ts'
import { chileanDay } from '../platform/time/chilean-day.ts'
import { isCron } from '../platform/time/cron.ts'
import { isPublicationDay } from '../platform/time/publication-calendar.ts'
import { lastSlot, nextSlot } from './slots.ts'

const SHEETS = DEFAULT_SCHEDULES.sheets.cron
const BULLETIN = DEFAULT_SCHEDULES.bulletin.cron

const inChile = (at: Date | undefined): string | undefined =>
  at?.toLocaleString('sv-SE', { timeZone: 'America/Santiago' }).slice(0, 16)

const lastOf = (source: 'sheets' | 'bulletin', pattern: string, now: string) =>
  inChile(lastSlot(source, pattern, new Date(now)))
const nextOf = (source: 'sheets' | 'bulletin', pattern: string, now: string, taken: string[] = []) =>
  inChile(nextSlot(source, pattern, new Date(now), (day) => taken.includes(day)))

describe('a slot', () => {
  test('at the present instant is the last slot, not the next one', () => {
    const now = '2026-11-20T06:30:00.000-03:00'
    expect(lastOf('sheets', SHEETS, now)).toBe('2026-11-20 06:30')
    expect(nextOf('sheets', SHEETS, now)).toBe('2026-11-21 06:30')
    expect(lastOf('sheets', SHEETS, '2026-11-20T06:29:59.999-03:00')).toBe('2026-11-19 06:30')
    expect(nextOf('sheets', SHEETS, '2026-11-20T06:29:59.999-03:00')).toBe('2026-11-20 06:30')
  })

  test.each([
    ['on a weekend', '2026-11-21T12:00-03:00', '2026-11-20 17:30', '2026-11-23 09:30'],
    ['over the national holidays', '2026-09-18T12:00-03:00', '2026-09-17 17:30', '2026-09-21 09:30'],
    ['on a moved holiday', '2027-06-28T12:00-04:00', '2027-06-25 17:30', '2027-06-29 09:30'],
    ['at night', '2026-11-19T03:00-03:00', '2026-11-18 17:30', '2026-11-19 09:30'],
    ['between two slots', '2026-11-19T10:00-03:00', '2026-11-19 09:30', '2026-11-19 10:30'],
    ['over New Year', '2026-12-31T20:00-03:00', '2026-12-31 17:30', '2027-01-04 09:30'],
  ])('of the bulletin is on a publication day: %s', (_, now, last, next) => {
    expect(lastOf('bulletin', BULLETIN, now)).toBe(last)
    expect(nextOf('bulletin', BULLETIN, now)).toBe(next)
  })

  test('of the sheets may be on a weekend or holiday', () => {
    expect(lastOf('sheets', SHEETS, '2026-09-19T12:00-03:00')).toBe('2026-09-19 06:30')
    expect(nextOf('sheets', SHEETS, '2026-09-17T12:00-03:00')).toBe('2026-09-18 06:30')
  })

  test('of a day whose edition was read is skipped', () => {
    const noon = '2026-11-19T12:00-03:00'
    expect(nextOf('bulletin', BULLETIN, noon)).toBe('2026-11-19 12:30')
    expect(nextOf('bulletin', BULLETIN, noon, ['2026-11-19'])).toBe('2026-11-20 09:30')
    expect(nextOf('bulletin', BULLETIN, noon, ['2026-11-19', '2026-11-20'])).toBe('2026-11-23 09:30')
    expect(nextOf('bulletin', BULLETIN, noon, ['2026-11-18'])).toBe('2026-11-19 12:30')
  })

  test('of the bulletin does not exist for a cron that matches no publication day', () => {
    for (const pattern of ['* * * * 6', '0 10 * * 0,6', '0 10 25 12 *']) {
      expect(lastOf('bulletin', pattern, '2026-11-19T12:00-03:00')).toBeUndefined()
      expect(nextOf('bulletin', pattern, '2026-11-19T12:00-03:00')).toBeUndefined()
    }
  })

  test('of the bulletin is found across a long weekend for a cron that matches every minute', () => {
    expect(lastOf('bulletin', '* * * * *', '2026-09-20T12:00-03:00')).toBe('2026-09-17 23:59')
    expect(nextOf('bulletin', '* * * * *', '2026-09-18T00:00-03:00')).toBe('2026-09-21 00:00')
  })
})

describe('when the clocks change', () => {
  /** Returns all slots of the sheets between two instants. */
  const slots = (pattern: string, from: string, to: string): (string | undefined)[] => {
    const found: (string | undefined)[] = []
    for (let at = nextSlot('sheets', pattern, new Date(from)); at && at <= new Date(to); ) {
      found.push(at.toISOString())
      at = nextSlot('sheets', pattern, at)
    }
    return found
  }

  test('a skipped time is one slot, at the instant of the change', () => {
    expect(slots('30 0 * * *', '2026-09-05T12:00Z', '2026-09-07T12:00Z')).toEqual([
      '2026-09-06T04:00:00.000Z', // 01:00, because 00:30 does not exist
      '2026-09-07T03:30:00.000Z',
    ])
    expect(lastSlot('sheets', '30 0 * * *', new Date('2026-09-06T04:00:00Z'))?.toISOString()).toBe(
      '2026-09-06T04:00:00.000Z',
    )
  })

  test('a time that occurs twice is one slot, at its first occurrence', () => {
    expect(slots('30 23 * * *', '2026-04-04T12:00Z', '2026-04-06T12:00Z')).toEqual([
      '2026-04-05T02:30:00.000Z', // the first 23:30
      '2026-04-06T03:30:00.000Z',
    ])
    const second = new Date('2026-04-05T03:45:00Z')
    expect(lastSlot('sheets', '30 23 * * *', second)?.toISOString()).toBe('2026-04-05T02:30:00.000Z')
  })
})

describe('for any instant,', () => {
  const min = new Date('2020-01-01T00:00:00Z')
  const max = new Date('2035-12-31T23:59:59Z')
  const instant = fc.date({ min, max, noInvalidDate: true })
  const source = fc.constantFrom(...codes(SOURCES))
  const pattern = fc.constantFrom(SHEETS, BULLETIN, '30 0 * * *', '30 23 * * 1', '*/20 * * * *', '0 12 1 * *')

  test('the last scheduled time is at or before it, the next one is after it, and no scheduled time is between the two', () => {
    fc.assert(
      fc.property(source, pattern, instant, (of, cron, now) => {
        const last = lastSlot(of, cron, now)
        const next = nextSlot(of, cron, now)
        if (!last || !next) {
          throw new Error('these crons always have slots')
        }
        expect(last.getTime()).toBeLessThanOrEqual(now.getTime())
        expect(next.getTime()).toBeGreaterThan(now.getTime())
        expect(nextSlot(of, cron, last)).toEqual(next)
        expect(lastSlot(of, cron, next)).toEqual(next)
        for (const slot of of === 'bulletin' ? [last, next] : []) {
          expect(isPublicationDay(chileanDay(slot))).toBe(true)
        }
      }),
      historyRuns(50),
    )
  })
})

/** The number of years to check. 100 years take longer than all other tests of slots, so they are checked on request. */
const YEARS = process.env.HISTORIES === undefined ? 2 : 100

test(`in ${YEARS} years, each day has one slot of a daily run, and each publication day one of the bulletin`, () => {
  const end = new Date(`${2026 + YEARS}-01-02T00:00:00Z`)
  const days = (source: 'sheets' | 'bulletin', pattern: string): string[] => {
    const found: string[] = []
    for (let at = nextSlot(source, pattern, new Date('2026-01-01T12:00:00Z')); at && at < end; ) {
      found.push(chileanDay(at))
      at = nextSlot(source, pattern, at)
    }
    return found
  }
  // On the days when the clocks change, 00:30 is skipped or 23:30 occurs twice.
  for (const pattern of ['30 0 * * *', '30 23 * * *']) {
    const found = days('sheets', pattern)
    const first = Date.parse(`${found[0]}T00:00:00Z`)
    const expected = found.map((_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10))
    expect(found.length).toBeGreaterThanOrEqual(365 * YEARS)
    expect(found).toEqual(expected)
  }
  const published = days('bulletin', '0 10 * * *')
  expect(published).toEqual(days('sheets', '0 10 * * *').filter(isPublicationDay))
})

describe('a cron expression', () => {
  test.each([SHEETS, BULLETIN, '*/5 * * * *', '0 9 * * MON-FRI', '0 0 29 2 *', ' 30  6 * * * ', '0 9 L * *'])(
    '"%s" is valid',
    (text) => {
      expect(isCron(text)).toBe(true)
    },
  )

  test.each([
    ['', 'empty'],
    ['30 6 * *', 'four fields'],
    ['0 30 6 * * *', 'six fields'],
    ['@daily', 'a macro'],
    ['2026-11-20T06:30:00', 'an instant'],
    ['60 6 * * *', 'a minute out of range'],
    ['30 6 * * 8', 'a weekday out of range'],
    ['30 6 30 2 *', 'a day that does not exist'],
    ['cron(30 6 * * ? *)', 'the syntax of AWS'],
    ['30 6 * * *; ls', 'text after the fields'],
  ])('"%s" is not valid: %s', (text) => {
    expect(isCron(text)).toBe(false)
  })
})
