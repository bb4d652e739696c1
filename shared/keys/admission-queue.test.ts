import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyRuns } from '../../test/support/history-runs.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { AUTHOR, makeKey } from '../../test/support/test-keys.ts'
import { until } from '../../test/support/until.ts'
import type { Database } from '../db/database.ts'
import { AdmissionQueue } from './admission-queue.ts'
import type { Admission } from './admit.ts'
import { generateKey } from './key-format.ts'
import { type KeyTerms, monthlyUsage, rotateKey } from './keys.ts'

let database: TestDatabase
let owner: Database
let queue: AdmissionQueue
/** The number of admission statements that the queue has sent. */
let statements = 0

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  queue = new AdmissionQueue(counting(database.open('trademark_serve')))
})
afterAll(() => database.drop())

function counting(serving: Database): Database {
  const query: Database['query'] = (...args) => {
    statements += 1
    return serving.aside.query(...args)
  }
  return { ...serving, aside: { query } }
}

const newKey = (terms?: Partial<KeyTerms>) => makeKey(owner, { monthlyQuota: 1_000, ...terms })
const ask = (key: string, of = queue): Promise<Admission> => of.admit({ key, scope: 'brands:read' })
const verdicts = async (calls: Promise<Admission>[]): Promise<string[]> =>
  (await Promise.all(calls)).map(({ verdict }) => verdict)
const run = (text: string) => owner.query({ text, parameters: [] })
const spent = async (id: string): Promise<number> =>
  (await monthlyUsage(owner, { id }))[0]?.used ?? Number.NaN

describe('calls at the same time', () => {
  test('are admitted by one statement', async () => {
    const keys = [await newKey(), await newKey(), await newKey()]
    statements = 0
    const calls = [...keys, ...keys, { key: generateKey() }].map(({ key }) => ask(key))
    expect(await verdicts(calls)).toEqual([...Array(6).fill('granted'), 'unauthorized'])
    expect(statements).toBe(1)
  })

  test('are granted in the order of their arrival, each with the units that remain after it', async () => {
    const { key } = await newKey({ burstPerMinute: 3 })
    const found = await Promise.all(Array.from({ length: 5 }, () => ask(key)))
    expect(found.map((each) => [each.verdict, 'burstLeft' in each && each.burstLeft])).toEqual([
      ['granted', 2],
      ['granted', 1],
      ['granted', 0],
      ['rate_limited', 0],
      ['rate_limited', 0],
    ])
  })

  test('share the limits of a key and its successor', async () => {
    const old = await newKey({ burstPerMinute: 3 })
    const fresh = await rotateKey(owner, old.id, '1 day', AUTHOR)
    expect(await verdicts([old, fresh, old, fresh].map(({ key }) => ask(key)))).toEqual([
      'granted',
      'granted',
      'granted',
      'rate_limited',
    ])
  })

  test('in several processes are granted exactly up to the quota of their key', async () => {
    const processes = [queue, ...[1, 2].map(() => new AdmissionQueue(database.open('trademark_serve')))]
    const limits = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })
    const calls = fc.array(fc.record({ key: fc.nat(3), process: fc.nat(2) }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(limits, calls, async (quotas, asked) => {
        const keys = await Promise.all(quotas.map((monthlyQuota) => newKey({ monthlyQuota })))
        const places = asked.map(({ key }) => key % quotas.length)
        const found = await verdicts(
          asked.map(({ process }, place) => ask(keys[places[place] ?? 0]?.key ?? '', processes[process])),
        )
        for (const [place, quota] of quotas.entries()) {
          const own = found.filter((_, call) => places[call] === place)
          const granted = Math.min(quota, own.length)
          expect(own.filter((verdict) => verdict === 'granted')).toHaveLength(granted)
          expect(own.filter((verdict) => verdict === 'quota_exceeded')).toHaveLength(own.length - granted)
          expect(await spent(keys[place]?.id ?? '')).toBe(granted)
        }
      }),
      historyRuns(25),
    )
  })
})

test('a call that fails does not fail the calls of other keys in its batch', async () => {
  const [failing, other] = [await newKey(), await newKey()]
  await run(`create function fail() returns trigger language plpgsql as $$ begin raise 'damaged'; end $$`)
  await run(`create trigger fail before update on usage_counter for each row when (old.counter_id =
    ${await counterOf(failing.id)}) execute function fail()`)
  const settled = await Promise.allSettled([failing, other, failing, other].map(({ key }) => ask(key)))
  expect(
    settled.map((each) => (each.status === 'fulfilled' ? each.value.verdict : each.reason.message)),
  ).toEqual(['damaged', 'granted', 'damaged', 'granted'])
  expect(await spent(other.id)).toBe(2)
  await run('drop trigger fail on usage_counter')
  expect(await verdicts([ask(failing.key)])).toEqual(['granted'])
})

test('calls of a key with a locked counter wait for the counter, and calls of other keys do not', async () => {
  const [locked, other] = [await newKey(), await newKey()]
  const counter = await counterOf(locked.id)
  const waiting = await owner.transaction(async (transaction) => {
    await transaction.query({
      text: `select from usage_counter where counter_id = ${counter} for update`,
      parameters: [],
    })
    const calls = [locked, other, locked].map(({ key }) => ask(key))
    expect(await calls[1]).toMatchObject({ verdict: 'granted' })
    await until(async () => (await run(WAITS_FOR_LOCK)).length === 1) // both calls in one statement, or one after the other
    expect(await verdicts([ask(other.key)])).toEqual(['granted'])
    return { calls }
  })
  expect(await verdicts([...waiting.calls, ask(locked.key)])).toEqual(Array(4).fill('granted'))
  expect([await spent(locked.id), await spent(other.id)]).toEqual([3, 2])
})

const WAITS_FOR_LOCK = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

async function counterOf(id: string): Promise<number> {
  const text = 'select counter_id as counter from api_key where public_id = $1'
  const [row] = await owner.query<{ counter: number }>({ text, parameters: ['id'] }, { id })
  return row?.counter ?? Number.NaN
}
