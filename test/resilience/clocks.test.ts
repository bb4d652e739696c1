import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../shared/db/database.ts'
import { type Admission, admit, retryAfter } from '../../shared/keys/admit.ts'
import { type KeyTerms, rotateKey, showKey } from '../../shared/keys/keys.ts'
import { openReport } from '../support/figures.ts'
import { ask, startTestService, type TestService } from '../support/service.ts'
import { AUTHOR, makeKey } from '../support/test-keys.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const WINDOW = 60 * SECOND

let service: TestService
let owner: Database
let serving: Database
const report = openReport('clocks', 'Clocks')

beforeAll(async () => {
  service = await startTestService()
  owner = service.owner
  serving = service.database.open('trademark_serve')
})
afterAll(() => service.stop())
afterEach(() => void vi.useRealTimers())

const newKey = (terms?: Partial<KeyTerms>) => makeKey(owner, terms)
/** Returns the admission of a call, with the seconds to wait if a limit refuses it. */
async function call(key: string, at: number): Promise<Admission & { retryAfter?: number }> {
  const admission = await admit(serving, { key, scope: 'brands:read', now: new Date(at) })
  return admission.verdict === 'unauthorized'
    ? admission
    : { ...admission, retryAfter: retryAfter(admission) }
}

/** Formats days in Chile with the time zone data of this process, not of the database. */
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago', dateStyle: 'short' })
const dayOf = (at: number): string => calendar.format(at)
const monthOf = (at: number): string => dayOf(at).slice(0, 7)

/** Returns the first millisecond after `day` in Chile. */
function endOf(day: string): number {
  let [before, after] = [Date.parse(`${day}T00:00:00Z`) - DAY, Date.parse(`${day}T00:00:00Z`) + 2 * DAY]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    ;[before, after] = dayOf(middle) <= day ? [middle, after] : [before, middle]
  }
  return after
}

/** Returns the last day of a month (`YYYY-MM`). */
const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** Critical days: ends of months, the end of a year, and both daylight saving changes of Chile. */
const TURNS = [
  '2026-12-31',
  '2027-03-31',
  '2027-04-03',
  '2027-04-30',
  '2027-08-31',
  '2027-09-04',
  '2027-09-30',
  '2028-02-29',
]
const turn = fc.constantFrom(...TURNS.map(endOf))

/** The change of a clock between two calls, in milliseconds: it runs, jumps ahead or is set back. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 * SECOND }) },
  { weight: 2, arbitrary: fc.integer({ min: -90 * SECOND, max: 2 * HOUR }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      -HOUR,
      HOUR,
      -DAY,
      DAY,
      -31 * DAY,
      31 * DAY,
      -WINDOW,
      WINDOW,
      -1,
      1,
      WINDOW - 1,
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: -400 * DAY, max: 400 * DAY }) },
)
const times = fc
  .tuple(
    turn,
    fc.integer({ min: -100 * SECOND, max: 100 * SECOND }),
    fc.array(step, { minLength: 5, maxLength: 40 }),
  )
  .map(([start, offset, steps]) => {
    let at = start + offset
    return steps.map((each) => {
      at += each
      return at
    })
  })

/** Returns the stored counter of a key, with its past months. */
async function stored(id: string) {
  const text = `select to_char(c.month, 'YYYY-MM') as month, month_used::int as used, window_used as "inWindow",
                       case when isfinite(window_opened_at) then extract(epoch from window_opened_at) * 1000 end::float8 as opened,
                       extract(epoch from last_used_at)::float8 * 1000 as "lastUsed",
                       coalesce((select jsonb_object_agg(to_char(p.month, 'YYYY-MM'), p.used) from usage_past_month as p
                                  where p.counter_id = c.counter_id), '{}') as past
                  from api_key join usage_counter as c using (counter_id) where public_id = $1`
  const [row] = await owner.query<Counter>({ text, parameters: ['id'] }, { id })
  return row as Counter
}
interface Counter {
  month: string
  used: number
  inWindow: number
  opened: number | null
  lastUsed: number | null
  past: Record<string, number>
}

/** Expects that a counter never goes back, whatever the clock does. */
function expectOnward(before: Counter, after: Counter): void {
  expect(after.month >= before.month).toBe(true)
  expect(after.opened ?? -Infinity).toBeGreaterThanOrEqual(before.opened ?? -Infinity)
  expect(after.lastUsed ?? -Infinity).toBeGreaterThanOrEqual(before.lastUsed ?? -Infinity)
  expect(after.past).toMatchObject(before.past)
  expect(Object.keys(after.past).every((month) => month < after.month)).toBe(true)
}

/** Returns the seconds that a refusal must report in `retryAfter`, by the counter before the call. */
function due({ verdict }: Admission, at: number, { month, opened }: Counter): number {
  const counted = month > monthOf(at) ? month : monthOf(at)
  const end = verdict === 'quota_exceeded' ? endOf(lastDayOf(counted)) : (opened ?? 0) + WINDOW
  return Math.ceil((end - at) / SECOND)
}

test('whatever the clock does, no month grants more than the quota, and no window more than the burst', async () => {
  const limits = fc.record({ burst: fc.integer({ min: 1, max: 4 }), quota: fc.integer({ min: 0, max: 9 }) })
  let calls = 0
  const verdicts: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(times, limits, async (instants, { burst, quota }) => {
      const { key, id } = await newKey({ burstPerMinute: burst, monthlyQuota: quota })
      await backdate(id)
      const [inMonth, inWindow] = [new Map<string, number>(), new Map<number, number>()]
      let before = await stored(id)
      for (const at of instants) {
        const admission = await call(key, at)
        const after = await stored(id)
        calls += 1
        verdicts[admission.verdict] = (verdicts[admission.verdict] ?? 0) + 1
        expectOnward(before, after)
        if (admission.verdict === 'granted') {
          add(inMonth, after.month)
          add(inWindow, after.opened ?? 0)
          expect(after.used).toBe(inMonth.get(after.month))
          expect(after.inWindow).toBe(inWindow.get(after.opened ?? 0))
        } else {
          expect(admission).toMatchObject({ retryAfter: due(admission, at, before) })
          expect({ ...after, lastUsed: 0 }).toEqual({ ...before, lastUsed: 0 })
        }
        expect(Math.max(0, ...inMonth.values())).toBeLessThanOrEqual(quota)
        expect(Math.max(0, ...inWindow.values())).toBeLessThanOrEqual(burst)
        before = after
      }
      const past = Object.fromEntries([...inMonth].filter(([month]) => month !== before.month))
      expect(withoutEmpty(before.past)).toEqual(past)
    }),
    { numRuns: 120 },
  )
  report('calls decided by clocks that jump and are set back', `${calls}: ${JSON.stringify(verdicts)}`)
})

const add = <Name>(counts: Map<Name, number>, name: Name): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)
const withoutEmpty = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, used]) => used > 0))

/** Backdates a counter to before the drawn times: a new counter begins now, and counters never go back. */
async function backdate(id: string): Promise<void> {
  const own = 'where counter_id = (select counter_id from api_key where public_id = $1)'
  for (const change of [`update usage_counter set month = '2025-01-01'`, 'delete from usage_past_month']) {
    await owner.query({ text: `${change} ${own}`, parameters: ['id'] }, { id })
  }
}

describe('a client that waits for Retry-After', () => {
  test.each(TURNS)('is granted its next call, and would be refused before that: %s', async (day) => {
    const at = endOf(day) - 30 * SECOND
    const { key } = await newKey({ burstPerMinute: 1 })
    await call(key, at)
    const refused = await call(key, at + 10 * SECOND + 1)
    expect(refused).toMatchObject({ verdict: 'rate_limited', retryAfter: 50 })
    expect(await call(key, at + WINDOW - 1)).toMatchObject({ verdict: 'rate_limited' })
    expect(await call(key, at + 10 * SECOND + 1 + 50 * SECOND)).toMatchObject({ verdict: 'granted' })
  })

  test('is granted its next call at the first instant of the next month, also across daylight saving changes', async () => {
    for (const month of ['2026-12', '2027-03', '2027-04', '2027-08', '2027-09', '2028-02']) {
      const { key } = await newKey({ monthlyQuota: 1 })
      const end = endOf(lastDayOf(month))
      const at = end - 27 * DAY
      expect(await call(key, at)).toMatchObject({ verdict: 'granted' })
      expect(await call(key, at + 1)).toMatchObject({
        verdict: 'quota_exceeded',
        retryAfter: (27 * DAY) / SECOND,
      })
      expect(await call(key, end - 1)).toMatchObject({ verdict: 'quota_exceeded', retryAfter: 1 })
      expect(await call(key, end)).toMatchObject({ verdict: 'granted' })
    }
  })
})

test('a key is valid until the last millisecond of its last day in Chile, and no longer', async () => {
  const days = fc.oneof(
    fc.constantFrom(...TURNS),
    fc.integer({ min: 0, max: 3_650 }).map((n) => dayOf(Date.parse('2027-01-02') + n * DAY)),
  )
  const offset = fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -2 * DAY, max: 2 * DAY }))
  let looked = 0
  await fc.assert(
    fc.asyncProperty(days, offset, async (expires, beside) => {
      const { key } = await newKey({ expires })
      const at = endOf(expires) + beside
      looked += 1
      expect((await call(key, at)).verdict).toBe(dayOf(at) <= expires ? 'granted' : 'unauthorized')
    }),
    { numRuns: 300 },
  )
  report('keys looked at around the end of their last day', String(looked))
})

test('the overlap of a rotation has the requested length, also across daylight saving changes', async () => {
  for (const days of [1, 30, 150, 200, 320, 400]) {
    const old = await newKey()
    const before = Date.now()
    const fresh = await rotateKey(owner, old.id, `${days} days`, AUTHOR)
    const { revokedAt } = await showKey(owner, old.id)
    const end = Date.parse(revokedAt ?? '')
    expect(end - before).toBeGreaterThanOrEqual(days * DAY - SECOND)
    expect(end - Date.now()).toBeLessThanOrEqual(days * DAY + SECOND)
    expect(await call(old.key, end - 1)).toMatchObject({ verdict: 'granted' })
    expect(await call(old.key, end + 1)).toEqual({ verdict: 'unauthorized' })
    expect(await call(fresh.key, end + 1)).toMatchObject({ verdict: 'granted' })
  }
})

describe('a process whose clock is', () => {
  const month = 31 * DAY
  test.each([
    ['an hour ahead', HOUR],
    ['an hour behind', -HOUR],
    ['a month ahead', month],
    ['a month behind', -month],
    ['in 1970', -Date.now()],
  ])('%s decides by the clock of the database', async (_, offset) => {
    const today = dayOf(Date.now())
    const limited = await newKey({ burstPerMinute: 2, monthlyQuota: 9, expires: today })
    const [spent, expired] = [
      await newKey({ monthlyQuota: 0 }),
      await newKey({ expires: dayOf(Date.now() - 2 * DAY) }),
    ]
    const left = (endOf(lastDayOf(monthOf(Date.now()))) - Date.now()) / SECOND
    setClock(Date.now() + offset)
    const statuses = []
    for (const _ of [1, 2, 3]) {
      statuses.push((await ask(service, '/v1/brands', { key: limited.key })).status)
    }
    expect(statuses).toEqual([200, 200, 429])
    expect((await ask(service, '/v1/brands', { key: expired.key })).status).toBe(401)
    const refused = await ask(service, '/v1/brands', { key: spent.key })
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'quota_exceeded' } } })
    expect(Math.abs(Number(refused.headers.get('retry-after')) - left)).toBeLessThan(30)
    vi.useRealTimers()
    expect(await stored(limited.id)).toMatchObject({ month: monthOf(Date.now()), used: 2 })
  })

  /** Fakes dates only: timers of this process keep running. */
  const setClock = (at: number): void => {
    const others = [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
    ] as const
    const timers = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const
    vi.useFakeTimers({ now: at, toNotFake: [...others, ...timers] })
  }
})
