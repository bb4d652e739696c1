import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DatedBackup, expired, RULES } from './retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = new Date('2026-11-22T12:00:00Z')

const backup = (
  takenAt: string | number,
  kind: DatedBackup['kind'] = 'keys',
  isFinished = true,
): DatedBackup => {
  const moment = new Date(takenAt)
  return { name: `${kind}-${moment.toISOString()}`, kind, takenAt: moment, isFinished }
}
const without = (all: readonly DatedBackup[], gone: readonly DatedBackup[]): DatedBackup[] =>
  all.filter((one) => !gone.includes(one))
const newestFirst = (all: readonly DatedBackup[]): DatedBackup[] =>
  all.toSorted(
    (one, other) => other.takenAt.getTime() - one.takenAt.getTime() || (one.name < other.name ? 1 : -1),
  )
const finished = (all: readonly DatedBackup[], kind: DatedBackup['kind']): DatedBackup[] =>
  newestFirst(all.filter((one) => one.kind === kind && one.isFinished))

/** Times that are close together, years apart, or in the future, as a wrong clock dates backups. */
const moment = fc.oneof(
  fc.integer({ min: NOW.getTime() - 3 * DAY_MS, max: NOW.getTime() }),
  fc.integer({ min: NOW.getTime() - 900 * DAY_MS, max: NOW.getTime() + 900 * DAY_MS }),
  fc.integer({ min: Date.parse('1971-01-01'), max: Date.parse('2099-12-31') }),
)
const backups = fc
  .array(fc.tuple(moment, fc.constantFrom('keys', 'corpus'), fc.boolean(), fc.nat()), {
    maxLength: 250,
    size: 'max',
  })
  .map((all) =>
    all.map(
      ([at, kind, isFinished, number]): DatedBackup => ({
        ...backup(at, kind as DatedBackup['kind'], isFinished),
        name: `${kind}-${at}-${number}`,
      }),
    ),
  )
const KINDS = Object.keys(RULES) as DatedBackup['kind'][]

/** Formats a time in Chilean time, by another method than the rules. */
const local = (at: Date, options: Intl.DateTimeFormatOptions): string =>
  at.toLocaleString('en-GB', { timeZone: 'America/Santiago', ...options })
const PERIODS = {
  days: (at: Date) => local(at, { dateStyle: 'short' }),
  months: (at: Date) => local(at, { year: 'numeric', month: 'long' }),
} as const

const RUNS = { numRuns: 25 }

describe('whatever the times of backups are', () => {
  test('the newest backups of each kind are kept', () => {
    fc.assert(
      fc.property(backups, (all) => {
        const gone = expired(all, NOW)
        for (const kind of KINDS) {
          const newest = finished(all, kind).slice(0, RULES[kind].newest)
          expect(newest.filter((one) => gone.includes(one))).toEqual([])
        }
      }),
      RUNS,
    )
  })

  test.each(['days', 'months'] as const)(
    'the newest of each of the last %s that have one stays',
    (period) => {
      fc.assert(
        fc.property(backups, (all) => {
          const gone = expired(all, NOW)
          for (const kind of KINDS) {
            const byPeriod = Map.groupBy(finished(all, kind), ({ takenAt }) => PERIODS[period](takenAt))
            const wanted = [...byPeriod.values()].slice(0, RULES[kind][period]).map(([newest]) => newest)
            expect(wanted.filter((one) => one && gone.includes(one))).toEqual([])
          }
        }),
        RUNS,
      )
    },
  )

  test('at most one backup is kept for each period', () => {
    fc.assert(
      fc.property(backups, (all) => {
        const kept = without(all, expired(all, NOW))
        for (const kind of KINDS) {
          const most = Object.values(RULES[kind]).reduce((sum, count) => sum + count, 0)
          expect(finished(kept, kind).length).toBeLessThanOrEqual(most)
        }
      }),
      RUNS,
    )
  })

  test('applying the rules again removes nothing more', () => {
    fc.assert(
      fc.property(backups, (all) => {
        expect(expired(without(all, expired(all, NOW)), NOW)).toEqual([])
      }),
      RUNS,
    )
  })

  test('an expired backup stays expired when a newer backup is made', () => {
    fc.assert(
      fc.property(
        backups,
        fc.constantFrom(...KINDS),
        fc.integer({ min: 1, max: 90 * DAY_MS }),
        (all, kind, later) => {
          const newest = Math.max(NOW.getTime(), ...all.map(({ takenAt }) => takenAt.getTime()))
          const after = expired([...all, backup(newest + later, kind)], NOW)
          expect(without(expired(all, NOW), after)).toEqual([])
        },
      ),
      RUNS,
    )
  })

  test('the order of the backups does not matter', () => {
    const listed = backups.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(listed, ([all, shuffled]) => {
        expect(new Set(expired(shuffled, NOW))).toEqual(new Set(expired(all, NOW)))
      }),
      RUNS,
    )
  })
})

describe('an unfinished backup', () => {
  const at = (hours: number): number => NOW.getTime() - hours * HOUR_MS
  const left = backup(at(30), 'corpus', false)

  test('is removed a day after its start, if a later backup was finished', () => {
    expect(expired([left, backup(at(1), 'corpus')], NOW)).toEqual([left])
  })

  test('is kept while it may be running, by either clock', () => {
    expect(expired([backup(at(20), 'corpus', false), backup(at(1), 'corpus')], NOW)).toEqual([])
    expect(expired([left, backup(at(40), 'corpus')], NOW)).toEqual([])
    expect(expired([left, backup(at(1), 'keys')], NOW)).toEqual([])
    expect(expired([left], NOW)).toEqual([])
    expect(expired([backup(at(1), 'corpus', false), backup('2099-01-01', 'corpus')], NOW)).toEqual([])
  })

  test('never counts in place of a finished backup', () => {
    const newer = Array.from({ length: 100 }, (_, hour) => backup(at(hour / 10), 'corpus', false))
    expect(expired([backup(at(20), 'corpus'), ...newer], NOW)).toEqual([])
  })
})

test('the first backup after ten years removes no other backup', () => {
  const then = Array.from({ length: 10 }, (_, day) =>
    backup(Date.parse('2016-01-01') + day * DAY_MS, 'corpus'),
  )
  expect(expired([...then, backup(NOW.getTime(), 'corpus')], NOW)).toEqual([])
})

test('a year of backups every five minutes thins to hours, days, weeks and months', () => {
  let kept: DatedBackup[] = []
  let most = 0
  const start = Date.parse('2025-11-22T12:00:00Z')
  for (let at = start; at <= NOW.getTime(); at += DAY_MS) {
    const more = Array.from({ length: 288 }, (_, i) => backup(at - (287 - i) * 300_000))
    kept.push(...more)
    kept = without(kept, expired(kept, new Date(at)))
    most = Math.max(most, kept.length)
  }
  expect(most).toBeLessThanOrEqual(106)
  expect(newestFirst(kept).map(({ takenAt }) => takenAt.toISOString().slice(0, 16))).toMatchSnapshot()
})
