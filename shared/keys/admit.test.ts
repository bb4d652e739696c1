import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyRuns } from '../../test/support/history-runs.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { AUTHOR, makeKey } from '../../test/support/test-keys.ts'
import type { Database } from '../db/database.ts'
import { type Admission, admit, type Caller, type Charge, chargeOf, refund, retryAfter } from './admit.ts'
import { generateKey } from './key-format.ts'
import { expireKey, type KeyTerms, monthlyUsage, revokeKey, rotateKey, updateKey } from './keys.ts'

let database: TestDatabase
let owner: Database
let serving: Database

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  serving = database.open('trademark_serve')
})
afterAll(() => database.drop())

const newKey = (terms?: Partial<KeyTerms>) => makeKey(owner, terms)

const call = (key: string | undefined, now?: string): Promise<Admission> =>
  admit(serving, { key, scope: 'brands:read', ...(now === undefined ? {} : { now: new Date(now) }) })
/** Returns the verdict of a call that a limit refuses, and its wait. */
const wait = async (key: string, now: string): Promise<[string, number]> => {
  const caller = (await call(key, now)) as Caller
  return [caller.verdict, retryAfter(caller)]
}
const charged = async (key: string, now: string): Promise<Charge> =>
  chargeOf((await call(key, now)) as Caller) as Charge
const verdicts = async (key: string, ...times: string[]): Promise<string[]> => {
  const found: string[] = []
  for (const time of times) {
    found.push((await call(key, time)).verdict)
  }
  return found
}
const spent = async (id: string, month?: string): Promise<number> =>
  (await monthlyUsage(owner, { id, month }))[0]?.used ?? Number.NaN

/** Later than the creation of the keys: a counter never goes back. */
const NOON = '2027-03-10T12:00:00.000Z'

describe('admission', () => {
  test('grants a call with the scope or without any restriction', async () => {
    const { key } = await newKey({ scopes: ['brands:read'] })
    expect(await call(key)).toMatchObject({ verdict: 'granted' })
    expect(await call((await newKey()).key)).toMatchObject({ verdict: 'granted' })
  })

  test('refuses a call without a key, with a malformed or an unknown key', async () => {
    for (const key of [undefined, '', 'tmk_', generateKey().slice(0, -1), generateKey()]) {
      expect(await call(key)).toEqual({ verdict: 'unauthorized' })
    }
  })

  test('refuses a revoked key from the next call on', async () => {
    const { key, id } = await newKey()
    expect(await call(key)).toMatchObject({ verdict: 'granted' })
    await revokeKey(owner, id, AUTHOR)
    expect(await call(key)).toEqual({ verdict: 'unauthorized' })
  })

  test('grants a key until the end of its last day in Chile, three hours behind UTC in summer', async () => {
    const { key } = await newKey({ expires: '2027-03-31' })
    expect(await verdicts(key, '2027-04-01T02:59:59.999Z', '2027-04-01T03:00:00.000Z')).toEqual([
      'granted',
      'unauthorized',
    ])
  })

  test('grants an expired key after its last day was removed', async () => {
    const { key, id } = await newKey()
    await expireKey(owner, id, '2020-01-01', AUTHOR)
    expect(await call(key)).toEqual({ verdict: 'unauthorized' })
    await expireKey(owner, id, undefined, AUTHOR)
    expect(await call(key)).toMatchObject({ verdict: 'granted' })
  })

  test('refuses a key without the scope, and charges neither month nor burst', async () => {
    const { key, id } = await newKey({ scopes: ['insights:read'], burstPerMinute: 1, monthlyQuota: 1 })
    expect(await verdicts(key, NOON, NOON, NOON)).toEqual(['forbidden', 'forbidden', 'forbidden'])
    expect(await spent(id, '2027-03')).toBe(0)
    expect(await admit(serving, { key, scope: 'insights:read', now: new Date(NOON) })).toMatchObject({
      verdict: 'granted',
    })
  })
})

describe('the burst', () => {
  test('is a window of 60 s that opens with the first call and contains as many calls as the limit', async () => {
    const { key } = await newKey({ burstPerMinute: 2 })
    expect(
      await verdicts(
        key,
        '2027-03-10T12:00:30.000Z',
        '2027-03-10T12:01:29.999Z',
        '2027-03-10T12:01:29.999Z',
        '2027-03-10T12:01:30.000Z',
      ),
    ).toEqual(['granted', 'granted', 'rate_limited', 'granted'])
  })

  test('has a window whose remaining seconds are rounded up', async () => {
    const { key } = await newKey({ burstPerMinute: 1 })
    await call(key, '2027-03-10T12:00:00.000Z')
    expect(await wait(key, '2027-03-10T12:00:00.000Z')).toEqual(['rate_limited', 60])
    expect(await wait(key, '2027-03-10T12:00:59.100Z')).toEqual(['rate_limited', 1])
  })

  test('continues over the end of a month', async () => {
    const { key } = await newKey({ burstPerMinute: 1 })
    expect(await verdicts(key, '2027-04-01T02:59:50.000Z', '2027-04-01T03:00:10.000Z')).toEqual([
      'granted',
      'rate_limited',
    ])
  })

  test('does not open a new window if the clock is set back', async () => {
    const { key } = await newKey({ burstPerMinute: 1 })
    expect(await verdicts(key, NOON, '2027-03-10T11:00:00.000Z')).toEqual(['granted', 'rate_limited'])
  })
})

describe('the month', () => {
  test('is a calendar month in Chile; the next month starts at zero', async () => {
    const { key, id } = await newKey({ monthlyQuota: 1 })
    expect(
      await verdicts(key, '2027-04-01T02:50:00.000Z', '2027-04-01T02:59:59.999Z', '2027-04-01T03:00:00.000Z'),
    ).toEqual(['granted', 'quota_exceeded', 'granted'])
    expect([await spent(id, '2027-03'), await spent(id, '2027-04'), await spent(id, '2027-05')]).toEqual([
      1, 1, 0,
    ])
  })

  test('has its exact length in seconds, including a clock change', async () => {
    const { key } = await newKey({ monthlyQuota: 0 })
    // The clocks of Chile go back on 4 April 2027: April has an hour more.
    const month = 30 * 86_400 + 3_600
    expect(await wait(key, '2027-04-01T03:00:00.000Z')).toEqual(['quota_exceeded', month])
    expect(await call(key, '2027-04-02T03:00:00.000Z')).toMatchObject({
      monthSeconds: month,
      monthEndsIn: month - 86_400,
    })
  })

  test('is checked before the burst, which an exhausted month does not charge', async () => {
    const { key, id } = await newKey({ monthlyQuota: 1, burstPerMinute: 1 })
    expect(await verdicts(key, NOON, NOON)).toEqual(['granted', 'quota_exceeded'])
    await updateKey(owner, id, { monthlyQuota: 5, burstPerMinute: 2, scopes: undefined }, AUTHOR)
    expect(await verdicts(key, NOON, NOON)).toEqual(['granted', 'rate_limited'])
  })

  test('does not start again if the clock is set back', async () => {
    const { key } = await newKey({ monthlyQuota: 1 })
    expect(await verdicts(key, '2027-05-10T12:00:00.000Z', '2027-04-10T12:00:00.000Z')).toEqual([
      'granted',
      'quota_exceeded',
    ])
  })

  test('and the burst are shared by a key and its successor', async () => {
    const old = await newKey({ monthlyQuota: 3, burstPerMinute: 2 })
    await call(old.key, NOON)
    const fresh = await rotateKey(owner, old.id, '1000 days', AUTHOR)
    expect(await verdicts(fresh.key, NOON, NOON)).toEqual(['granted', 'rate_limited'])
    expect(await verdicts(old.key, '2027-03-10T13:00:00.000Z')).toEqual(['granted'])
    expect(await verdicts(fresh.key, '2027-03-10T13:00:00.000Z')).toEqual(['quota_exceeded'])
  })

  test('is refunded unless it is over, and never below zero', async () => {
    const { key, id } = await newKey({ monthlyQuota: 1 })
    const charge = await charged(key, NOON)
    await refund(serving, charge)
    await refund(serving, charge)
    expect(await spent(id, '2027-03')).toBe(0)
    const second = await charged(key, NOON)
    await call(key, '2027-04-10T12:00:00.000Z')
    await refund(serving, second)
    expect([await spent(id, '2027-03'), await spent(id, '2027-04')]).toEqual([1, 1])
  })
})

describe('under any concurrency', () => {
  test('300 calls at once on a burst of 100 are 100 grants', async () => {
    const { key, id } = await newKey({ burstPerMinute: 100 })
    const found = await Promise.all(Array.from({ length: 300 }, () => call(key, NOON)))
    expect(found.filter(({ verdict }) => verdict === 'granted')).toHaveLength(100)
    expect(found.filter(({ verdict }) => verdict === 'rate_limited')).toHaveLength(200)
    expect(await spent(id, '2027-03')).toBe(100)
  })

  test('120 calls at once on a quota of 50, at the turn of a month, are 50 grants in the new month', async () => {
    const { key, id } = await newKey({ monthlyQuota: 50, burstPerMinute: 1_000 })
    await Promise.all(Array.from({ length: 20 }, () => call(key, '2027-03-20T12:00:00.000Z')))
    const found = await Promise.all(Array.from({ length: 120 }, () => call(key, '2027-04-20T12:00:00.000Z')))
    expect(found.filter(({ verdict }) => verdict === 'granted')).toHaveLength(50)
    expect([await spent(id, '2027-03'), await spent(id, '2027-04')]).toEqual([20, 50])
  })
})

test('the serving role cannot change counters or keys directly', async () => {
  const { key, id } = await newKey()
  await call(key)
  for (const text of [
    'update usage_counter set month_used = 0',
    'select from usage_counter for update',
    `insert into usage_past_month (counter_id, month, used) values (1, '2020-01-01', 1)`,
    'update api_key set last_used_at = null',
  ]) {
    await expect(serving.query({ text, parameters: [] })).rejects.toThrow('permission denied')
  }
  expect(await spent(id)).toBe(1)
})

test('a damaged search index does not affect admission', async () => {
  const { key } = await newKey()
  await owner.query({ text: 'create table search.kept as table search.version', parameters: [] })
  await owner.query({ text: 'delete from search.version', parameters: [] })
  expect(await call(key)).toMatchObject({ verdict: 'granted', corpusVersion: null })
  await owner.query({ text: 'insert into search.version table search.kept', parameters: [] })
  await owner.query({ text: 'drop table search.kept', parameters: [] })
})

test('the last use of a key is written at most once a minute', async () => {
  const { key, id } = await newKey()
  const lastUse = async () => {
    const text = `select rfc3339(last_used_at) as at, xmin::text as version from api_key where public_id = $1`
    const [row] = await owner.query<{ at: string; version: string }>({ text, parameters: ['id'] }, { id })
    return row
  }
  await call(key, '2027-03-10T12:00:00.000Z')
  const first = await lastUse()
  expect(first?.at).toBe('2027-03-10T12:00:00.000Z')
  await call(key, '2027-03-10T12:00:59.999Z')
  expect(await lastUse()).toEqual(first)
  await call(key, '2027-03-10T12:01:00.000Z')
  expect((await lastUse())?.at).toBe('2027-03-10T12:01:00.000Z')
})

test('a call that a limit refuses writes nothing', async () => {
  const { key, id } = await newKey({ burstPerMinute: 1 })
  await call(key, NOON)
  const version = async () =>
    owner.query<{ version: string }>(
      {
        text: `select c.xmin::text || ' ' || c.ctid as version
                 from usage_counter as c join api_key using (counter_id) where public_id = $1`,
        parameters: ['id'],
      },
      { id },
    )
  const before = await version()
  expect(await verdicts(key, NOON, NOON, NOON)).toEqual(['rate_limited', 'rate_limited', 'rate_limited'])
  expect(await version()).toEqual(before)
})

describe('a call with a cached response', () => {
  const currentVersion = async (key: string): Promise<number> =>
    ((await call(key, NOON)) as Caller).corpusVersion ?? Number.NaN
  const ask = (key: string, ...cachedVersions: number[]): Promise<Admission> =>
    admit(serving, { key, scope: 'brands:read', cachedVersions, now: new Date(NOON) })

  test('that is still valid is charged to the burst and not to the month', async () => {
    const { key, id } = await newKey({ monthlyQuota: 5, burstPerMinute: 3 })
    const known = await currentVersion(key)
    expect(await ask(key, 1, known)).toMatchObject({ verdict: 'not_modified', monthLeft: 4, burstLeft: 1 })
    expect(await ask(key, known)).toMatchObject({ verdict: 'not_modified', monthLeft: 4, burstLeft: 0 })
    expect(await ask(key, known)).toMatchObject({ verdict: 'rate_limited' })
    expect(await spent(id, '2027-03')).toBe(1)
  })

  test('that is still valid has no charge to refund', async () => {
    const { key } = await newKey()
    expect(chargeOf((await ask(key, await currentVersion(key))) as Caller)).toBeUndefined()
  })

  test('of an outdated or unknown corpus version is charged in full', async () => {
    const { key, id } = await newKey()
    const known = await currentVersion(key)
    await owner.query({ text: 'update search.version set created_at = clock_timestamp()', parameters: [] })
    expect(await ask(key, known, 0, -1, Number.MAX_SAFE_INTEGER)).toMatchObject({ verdict: 'granted' })
    expect(await spent(id, '2027-03')).toBe(2)
  })

  test('is refused like any other call for an exhausted month, a missing scope or a revoked key', async () => {
    const { key, id } = await newKey({ monthlyQuota: 1 })
    const known = await currentVersion(key)
    expect(await ask(key, known)).toMatchObject({ verdict: 'quota_exceeded' })
    await updateKey(owner, id, { monthlyQuota: 9, burstPerMinute: 9, scopes: ['insights:read'] }, AUTHOR)
    expect(await ask(key, known)).toMatchObject({ verdict: 'forbidden' })
    await revokeKey(owner, id, AUTHOR)
    expect(await ask(key, known)).toEqual({ verdict: 'unauthorized' })
  })
})

test('each call of any sequence is granted or refused as a simple model predicts, and has the predicted remaining limits', async () => {
  const steps = fc.array(fc.integer({ min: -20_000, max: 45_000 }), { minLength: 1, maxLength: 25 })
  const limits = fc.record({ burst: fc.integer({ min: 1, max: 4 }), quota: fc.integer({ min: 0, max: 12 }) })
  await fc.assert(
    fc.asyncProperty(steps, limits, async (pauses, { burst, quota }) => {
      const { key } = await newKey({ burstPerMinute: burst, monthlyQuota: quota })
      const rules = new Rules(burst, quota)
      let time = Date.parse('2027-04-01T02:58:00.000Z') // two minutes before April in Chile
      for (const pause of pauses) {
        time += pause
        const verdict = rules.decide(time)
        expect(await call(key, new Date(time).toISOString())).toMatchObject({ verdict, ...rules.left(time) })
      }
    }),
    historyRuns(40),
  )
})

/** A model of the limits of one key. */
class Rules {
  #opened = Number.NEGATIVE_INFINITY
  #inWindow = 0
  #month = 0
  #inMonth = 0
  readonly #burst: number
  readonly #quota: number

  constructor(burst: number, quota: number) {
    this.#burst = burst
    this.#quota = quota
  }

  decide(clock: number): string {
    const now = Math.max(clock, this.#opened)
    const month = Math.max(this.#month, now >= Date.parse('2027-04-01T03:00:00.000Z') ? 4 : 3)
    const inMonth = month === this.#month ? this.#inMonth : 0
    const open = now < this.#opened + 60_000
    if (inMonth >= this.#quota) {
      return 'quota_exceeded'
    }
    if (open && this.#inWindow >= this.#burst) {
      return 'rate_limited'
    }
    this.#month = month
    this.#inMonth = inMonth + 1
    this.#inWindow = open ? this.#inWindow + 1 : 1
    this.#opened = open ? this.#opened : now
    return 'granted'
  }

  /** Returns the remaining limits after a call; without an open window, the next call opens one. */
  left(clock: number): Partial<Caller> {
    const isOpen = clock < this.#opened + 60_000
    const isApril = Math.max(clock, this.#opened) >= Date.parse('2027-04-01T03:00:00.000Z')
    const inMonth = isApril && this.#month < 4 ? 0 : this.#inMonth
    return {
      monthLeft: Math.max(0, this.#quota - inMonth),
      burstLeft: this.#burst - (isOpen ? this.#inWindow : 0),
      burstEndsIn: isOpen ? Math.ceil((this.#opened + 60_000 - clock) / 1_000) : 60,
    }
  }
}
