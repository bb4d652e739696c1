import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Source } from '../../schemas/catalogs.ts'
import type { SourceFreshness } from '../../schemas/insight.ts'
import { replaceEditions, replaceRuns, runRow } from '../../test/support/sync-runs.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import type { Database } from '../db/database.ts'
import { addDays } from '../platform/time/chilean-time.ts'
import { dueAt, isPublicationDay, publicationDays } from '../platform/time/publication-calendar.ts'
import { scheduledSources } from '../schedule/scheduled-sources.ts'
import { getFreshness } from './freshness.ts'

const LAG_HOURS = { sheets: 48, bulletin: 24, portal: 6 }
const SCHEDULES = { sheets: '30 6 * * *', bulletin: '30 9-17 * * 1-5', portal: '*/15 * * * *' }
const HOUR = 3_600
const DAY = 24 * HOUR

let database: TestDatabase
let owner: Database
let serving: Database

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  serving = database.open('trademark_serve')
})
beforeEach(async () => {
  await replaceRuns(owner, [runRow({ source: 'bulletin', finished_at: '2026-01-02T12:00:00.000Z' })])
  await replaceEditions(owner, {})
})
afterAll(() => database.drop())

async function freshnessOf(source: Source, now: string | Date, urls = {}): Promise<SourceFreshness> {
  const policy = {
    lagHours: LAG_HOURS,
    now: new Date(now),
    schedules: (sample: boolean) => scheduledSources({ sources: urls, schedules: SCHEDULES }, sample),
  }
  const [only] = (await getFreshness(serving, { source }, policy)).sources
  if (!only) {
    throw new Error(`no freshness of ${source}`)
  }
  return only
}

/** Returns the lag of the bulletin at each instant. */
async function lags(instants: readonly string[]): Promise<(number | null)[]> {
  const found: (number | null)[] = []
  for (const now of instants) {
    found.push((await freshnessOf('bulletin', now)).lagSeconds)
  }
  return found
}

const readUntil = (day: string): string[] => publicationDays(addDays(day, -40), day)

describe('the lag of the bulletin', () => {
  test('is 0 on a weekend after the edition of Friday was read, and counts from 10:00 on Monday', async () => {
    await replaceEditions(owner, { taken: readUntil('2026-11-13') })
    const quiet = ['2026-11-13T18:00-03:00', '2026-11-14T12:00-03:00', '2026-11-15T23:59-03:00']
    expect(await lags([...quiet, '2026-11-16T09:59:59-03:00', '2026-11-16T10:00-03:00'])).toEqual([
      0, 0, 0, 0, 0,
    ])
    expect(await lags(['2026-11-16T10:01-03:00', '2026-11-16T12:00-03:00'])).toEqual([60, 2 * HOUR])
  })

  test('is 0 over the national holidays, and counts from 10:00 on the next publication day', async () => {
    await replaceEditions(owner, { taken: readUntil('2026-09-17') })
    const holidays = ['2026-09-18T15:00-03:00', '2026-09-19T15:00-03:00', '2026-09-20T15:00-03:00']
    expect(await lags([...holidays, '2026-09-21T10:00-03:00'])).toEqual([0, 0, 0, 0])
    expect(await lags(['2026-09-21T10:05-03:00', '2026-09-22T10:00-03:00'])).toEqual([300, DAY])
  })

  test.each([
    ['put back', '2026-04-02', '2026-04-06T10:00-04:00'], // after Good Friday
    ['put forward', '2026-09-04', '2026-09-07T10:00-03:00'],
  ])('is counted in Chilean time when the clocks are %s', async (_, newest, due) => {
    await replaceEditions(owner, { taken: readUntil(newest) })
    const at = (seconds: number): string => new Date(Date.parse(due) + seconds * 1_000).toISOString()
    expect(await lags([at(-DAY), at(-1), at(0), at(1), at(HOUR)])).toEqual([0, 0, 0, 1, HOUR])
  })

  test('counts publication days after a missed week, and makes the bulletin stale', async () => {
    await replaceEditions(owner, { taken: readUntil('2026-11-06') })
    expect(
      await lags([
        '2026-11-09T10:00-03:00', // Monday: the first missing edition is due
        '2026-11-13T10:00-03:00', // Friday
        '2026-11-14T00:00-03:00', // the rest of Friday
        '2026-11-15T23:59-03:00', // the weekend adds nothing
        '2026-11-16T00:00-03:00',
        '2026-11-16T10:00-03:00',
      ]),
    ).toEqual([0, 4 * DAY, 4 * DAY + 14 * HOUR, 4 * DAY + 14 * HOUR, 4 * DAY + 14 * HOUR, 5 * DAY])
    expect(await freshnessOf('bulletin', '2026-11-10T10:00-03:00')).toMatchObject({
      lagSeconds: DAY,
      stale: false,
    })
    expect(await freshnessOf('bulletin', '2026-11-10T10:00:01-03:00')).toMatchObject({ stale: true })
  })

  test('counts a missing edition between read editions, unless the office published none on that day', async () => {
    const taken = readUntil('2026-11-13').filter((day) => day !== '2026-11-11')
    await replaceEditions(owner, { taken })
    expect(await lags(['2026-11-13T12:00-03:00'])).toEqual([2 * DAY + 2 * HOUR])
    await replaceEditions(owner, { taken, none: ['2026-11-11'] })
    expect(await lags(['2026-11-13T12:00-03:00'])).toEqual([0])
    await replaceEditions(owner, { taken, listed: ['2026-11-11'] })
    expect(await lags(['2026-11-13T12:00-03:00'])).toEqual([2 * DAY + 2 * HOUR])
  })

  test('counts from the oldest missing edition', async () => {
    await replaceEditions(owner, {
      taken: ['2026-11-06'],
      listed: ['2026-11-12', '2026-11-05', '2026-11-10'],
    })
    expect(await lags(['2026-11-06T10:00-03:00', '2026-11-09T10:00-03:00'])).toEqual([DAY, 2 * DAY])
  })

  test('counts a listed edition of a Saturday from Monday', async () => {
    await replaceEditions(owner, { taken: readUntil('2026-11-13'), listed: ['2026-11-14'] })
    const weekend = ['2026-11-14T09:00-03:00', '2026-11-14T20:00-03:00', '2026-11-16T00:00-03:00']
    expect(await lags([...weekend, '2026-11-16T02:00-03:00'])).toEqual([0, 0, 0, 2 * HOUR])
  })

  test('ignores a listed edition that is more than 30 days old', async () => {
    await replaceEditions(owner, { taken: ['2026-11-13'], listed: ['2026-10-14'] })
    expect((await freshnessOf('bulletin', '2026-11-13T12:00-03:00')).lagSeconds).toBeGreaterThan(20 * DAY)
    expect((await freshnessOf('bulletin', '2026-11-14T12:00-03:00')).lagSeconds).toBe(0)
  })

  test('ignores a listed edition that is not due yet', async () => {
    await replaceEditions(owner, { taken: readUntil('2026-11-12'), listed: ['2026-11-13', '2026-11-20'] })
    expect(await lags(['2026-11-13T09:30-03:00', '2026-11-13T10:30-03:00'])).toEqual([0, HOUR / 2])
  })

  test('is null, and the bulletin stale, if no run succeeded or no edition was read', async () => {
    const never = { lagSeconds: null, stale: true }
    expect(await freshnessOf('bulletin', '2026-11-13T12:00-03:00')).toMatchObject(never)
    await replaceEditions(owner, { listed: ['2026-11-12'] })
    expect(await freshnessOf('bulletin', '2026-11-13T12:00-03:00')).toMatchObject(never)
    await replaceEditions(owner, { taken: readUntil('2026-11-13') })
    expect(await freshnessOf('bulletin', '2026-11-13T12:00-03:00')).toMatchObject({
      lagSeconds: 0,
      stale: false,
    })
    await replaceRuns(owner, [])
    expect(await freshnessOf('bulletin', '2026-11-13T12:00-03:00')).toMatchObject(never)
  })

  test('is not negative after a clock was set back', async () => {
    await replaceEditions(owner, { taken: readUntil('2026-11-13'), listed: ['2026-11-17'] })
    expect(await lags(['2026-11-02T12:00-03:00'])).toEqual([0])
  })

  test('is the time on publication days since the oldest missing edition was due, to the minute', async () => {
    const from = Date.parse('2026-01-15T12:00Z')
    const instant = fc.nat({ max: 2 * 365 * DAY }).map((seconds) => new Date(from + seconds * 1_000))
    const span = fc.nat({ max: 12 })
    await fc.assert(
      fc.asyncProperty(instant, span, fc.uniqueArray(span, { maxLength: 3 }), async (now, late, waiting) => {
        const today = now.toISOString().slice(0, 10)
        const newest = addDays(today, -late)
        const listed = waiting.map((days) => addDays(today, -days)).filter((day) => day !== newest)
        await replaceEditions(owner, { taken: [newest], listed })
        const after = publicationDays(addDays(newest, 1), addDays(today, 1))
        const missing = [...after, ...listed].sort().find((day) => dueAt(day) < now)
        const { lagSeconds } = await freshnessOf('bulletin', now)
        const expected = missing === undefined ? 0 : expectedLag(dueAt(missing), now)
        expect(Math.abs((lagSeconds ?? -DAY) - expected)).toBeLessThanOrEqual(60)
      }),
      { numRuns: 60 },
    )
  })
})

/** Computes the same lag in a simple way: counts the minutes on publication days in Chilean time, in seconds. */
function expectedLag(from: Date, to: Date): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago' })
  let minutes = 0
  for (let at = from.getTime(); at < to.getTime(); at += 60_000) {
    minutes += isPublicationDay(clock.format(at)) ? 1 : 0
  }
  return minutes * 60
}

describe('the clock of freshness', () => {
  test('is the clock of the database, also if the clock of the process was set back', async () => {
    await replaceRuns(owner, [runRow({ finished_at: new Date(Date.now() - 5 * HOUR * 1_000).toISOString() })])
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2020-01-01T00:00:00Z'))
    try {
      const { generatedAt, sources } = await getFreshness(
        serving,
        { source: 'sheets' },
        { lagHours: LAG_HOURS },
      )
      expect(Date.parse(generatedAt)).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'))
      expect(sources[0]?.lagSeconds).toBeGreaterThanOrEqual(5 * HOUR)
      expect(sources[0]?.lagSeconds).toBeLessThan(6 * HOUR)
    } finally {
      clock.mockRestore()
    }
  })

  test('is not used if an instant is given', async () => {
    const now = '2026-11-13T15:00:00.123Z'
    const { generatedAt } = await getFreshness(serving, {}, { lagHours: LAG_HOURS, now: new Date(now) })
    expect(generatedAt).toBe(now)
  })
})

describe('the next run', () => {
  const ALL_URLS = {
    sheets: 'https://office.example/a',
    bulletin: 'https://office.example/b',
    portal: 'https://office.example/c',
  }
  const kind = (is: 'sample' | 'register') =>
    owner.query({ text: `update corpus_state set kind = '${is}'`, parameters: [] })

  beforeEach(() => kind('register'))

  test('follows the schedule', async () => {
    await replaceEditions(owner, { taken: ['2026-11-14'] }) // does not concern the sheets
    const { nextRunAt } = await freshnessOf('sheets', '2026-11-13T12:00-03:00', ALL_URLS)
    expect(nextRunAt).toBe('2026-11-14T09:30:00.000Z')
  })

  test.each([
    ['before the first slot of a day', '2026-11-13T08:00-03:00', [], '2026-11-13T12:30:00.000Z'],
    ['before the edition of the day was read', '2026-11-13T12:00-03:00', [], '2026-11-13T15:30:00.000Z'],
    [
      'after the edition of the day was read',
      '2026-11-13T12:00-03:00',
      ['2026-11-13'],
      '2026-11-16T12:30:00.000Z',
    ],
    ['before a holiday', '2026-09-17T18:00-03:00', [], '2026-09-21T12:30:00.000Z'],
    [
      'before a weekend on which the clocks change',
      '2026-09-04T18:00-04:00',
      ['2026-09-04'],
      '2026-09-07T12:30:00.000Z',
    ],
  ])('of the bulletin is on the next day whose edition was not read: %s', async (_, now, taken, next) => {
    await replaceEditions(owner, { taken })
    expect((await freshnessOf('bulletin', now, ALL_URLS)).nextRunAt).toBe(next)
  })

  test('is null for a source without an address, unless the corpus is a sample', async () => {
    const now = '2026-11-13T12:00-03:00'
    const next = async (urls: object) =>
      Promise.all(
        (['sheets', 'bulletin', 'portal'] as const).map(
          async (source) => (await freshnessOf(source, now, urls)).nextRunAt !== null,
        ),
      )
    expect(await next({})).toEqual([false, false, false])
    expect(await next({ bulletin: ALL_URLS.bulletin })).toEqual([false, true, false])
    expect(await next(ALL_URLS)).toEqual([true, true, true])
    await kind('sample')
    expect(await next({})).toEqual([true, true, true])
  })

  test('is null without schedules', async () => {
    const { sources } = await getFreshness(serving, {}, { lagHours: LAG_HOURS })
    expect(sources.map(({ nextRunAt }) => nextRunAt)).toEqual([null, null, null])
  })
})
