import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REST_DEADLINE_MS } from '../../local/routes.ts'
import type { Database } from '../../shared/db/database.ts'
import { monthlyUsage } from '../../shared/keys/keys.ts'
import { openReport } from '../support/figures.ts'
import { loadMarks } from '../support/load-marks.ts'
import { sampleMarks } from '../support/marks.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'
import { until } from '../support/until.ts'
import { type Fault, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import {
  CALL_TOOL,
  EVERY_OPERATION,
  granted,
  type Outcome,
  outcomeOf,
  READ_NOTHING,
  startTraffic,
} from './traffic.ts'

const MARKS = 500
const CLIENTS_OF_EACH = 4
/** The milliseconds after a fault in which the service must recover: every request sent later must succeed. */
const BACK_MS = 5_000
/** The short run has one trial of each kind of loss, because each trial takes 11 to 22 s. */
const IS_SHORT = process.env.FAULTS === 'short'
const ROOMY = { monthlyQuota: 10_000_000, burstPerMinute: 1_000_000 }

const record = openReport('faults-database', 'Between service and database')
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`

let database: TestDatabase
let owner: Database
let proxy: TcpProxy
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: ServiceProcess
let address: string

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  await loadMarks(owner, sampleMarks().slice(0, MARKS))
  await owner.query({ text: `update corpus_state set kind = 'register'`, parameters: [] })
  proxy = await startTcpProxy(database.url)
  folder = await temporaryFolder()
  service = new ServiceProcess({
    DATA_DIR: folder.path,
    DATABASE_URL: proxy.through(database.url),
    LOG_LEVEL: 'info',
  })
  address = await service.address()
})
afterAll(async () => {
  await proxy.suffer({ kind: 'none' })
  await service.stop()
  endServices()
  await proxy.close()
  await database.drop()
  await folder.remove()
})

const usedOf = async (id: string): Promise<number> => (await monthlyUsage(owner, { id }))[0]?.used ?? 0

/** Returns the sessions of the service on the database server. */
const sessions = (): Promise<{ state: string }[]> =>
  owner.query({
    text: `select state from pg_stat_activity
            where datname = current_database() and application_name = 'trademark start'`,
    parameters: [],
  })

/** Those of two pools, and one separate connection for each pool. */
const MOST_SESSIONS = 22

interface Trial {
  fault: Fault
  lastsMs: number
}

const TRIALS: readonly (readonly [string, Trial])[] = [
  ['seven seconds of latency', { fault: { kind: 'latency', milliseconds: 7_000 }, lastsMs: 12_000 }],
  ['a cut', { fault: { kind: 'cut' }, lastsMs: 4_000 }],
  ['a black hole of twelve seconds', { fault: { kind: 'black hole' }, lastsMs: 12_000 }],
  ['answers that are reset in their middle', { fault: { kind: 'reset' }, lastsMs: 4_000 }],
]

/** Milder forms of the other faults. */
const MILD_TRIALS: typeof TRIALS = [
  ['half a second of latency', { fault: { kind: 'latency', milliseconds: 500 }, lastsMs: 6_000 }],
  ['a black hole of one second', { fault: { kind: 'black hole' }, lastsMs: 1_000 }],
  ['a slow drip', { fault: { kind: 'slow drip', millisecondsPerByte: 40 }, lastsMs: 12_000 }],
]

/** Returns the longest duration of a request, by its deadline. */
function longest(outcomes: readonly Outcome[]): Map<number, number> {
  const deadlines = new Map(EVERY_OPERATION.map(({ kind, deadlineMs }) => [kind, deadlineMs]))
  const found = new Map<number, number>()
  for (const { kind, tookMs } of outcomes) {
    const deadline = deadlines.get(kind) ?? 0
    found.set(deadline, Math.max(found.get(deadline) ?? 0, tookMs))
  }
  return found
}

/** Returns the milliseconds from the end of a fault until every kind of request was answered correctly again. */
const backAfter = (outcomes: readonly Outcome[], over: number): number =>
  Math.max(
    ...EVERY_OPERATION.map(({ kind }) => {
      const first = outcomes.filter(
        (each) => each.kind === kind && each.sentAt >= over && each.verdict === 'right',
      )
      return Math.min(...first.map(({ sentAt, tookMs }) => sentAt + tookMs - over))
    }),
  )

describe.each(IS_SHORT ? TRIALS : [...TRIALS, ...MILD_TRIALS])('%s', (name, { fault, lastsMs }) => {
  test('leaves every request answered within its deadline, correctly or with an error envelope, and the service recovers soon', async () => {
    const { key, id } = await makeKey(owner, ROOMY)
    const traffic = startTraffic(EVERY_OPERATION, { address, key, clients: CLIENTS_OF_EACH })
    await wait(1_500)
    await proxy.suffer(fault)
    await wait(lastsMs)
    await proxy.suffer({ kind: 'none' })
    const over = performance.now()
    await wait(BACK_MS + 3_000)
    await traffic.stop()

    const { outcomes } = traffic
    expect(outcomes.filter(({ verdict }) => verdict !== 'right' && verdict !== 'failed')).toEqual([])
    const during = longest(outcomes)
    for (const [deadline, took] of during) {
      expect(took).toBeLessThanOrEqual(deadline)
    }
    const back = backAfter(outcomes, over)
    const late = outcomes.filter(({ sentAt, verdict }) => sentAt > over + BACK_MS && verdict !== 'right')
    record(
      name,
      [
        `${outcomes.length} requests`,
        `${outcomes.filter(({ verdict }) => verdict === 'failed').length} failed`,
        `longest ${[...during].map(([deadline, took]) => `${seconds(took)} of ${seconds(deadline)}`).join(', ')}`,
        `back after ${seconds(back)}`,
      ].join('; '),
    )
    expect(back).toBeLessThanOrEqual(BACK_MS)
    expect(late).toEqual([])
    const used = await usedOf(id)
    expect(used).toBeGreaterThanOrEqual(granted(outcomes))
    expect(used).toBeLessThanOrEqual(traffic.sent)
  })
})

describe('idle connections', () => {
  test('that were lost silently are detected before a request uses them', async () => {
    const { key } = await makeKey(owner, ROOMY)
    await Promise.all(Array.from({ length: 50 }, () => outcomeOf(READ_NOTHING, address, key)))
    await wait(1_500)
    const idle = (await sessions()).length
    await proxy.suffer({ kind: 'black hole' })
    await wait(100) // nothing is sent meanwhile
    await proxy.suffer({ kind: 'none' })
    const over = performance.now()
    const outcomes: Outcome[] = []
    for (const call of EVERY_OPERATION.filter(({ charged }) => charged)) {
      outcomes.push(await outcomeOf(call, address, key))
    }
    record(
      `${idle} idle connections lost in silence`,
      `the first request is answered in ${seconds(outcomes[0]?.tookMs ?? 0)}`,
    )
    expect(outcomes.filter(({ verdict }) => verdict !== 'right')).toEqual([])
    expect(performance.now() - over).toBeLessThan(BACK_MS)
  })
})

describe('a service whose database hangs', () => {
  test('answers each of many calls within its deadline, and charges few of them', async () => {
    const { key, id } = await makeKey(owner, ROOMY)
    const send = (): Promise<Outcome> => outcomeOf(READ_NOTHING, address, key)
    await Promise.all(Array.from({ length: 50 }, send))
    const before = await usedOf(id)
    await proxy.suffer({ kind: 'black hole' })
    const crowd = 450 // fewer than the connections of one client
    const outcomes = await Promise.all(Array.from({ length: crowd }, send))
    await proxy.suffer({ kind: 'none' })
    expect(outcomes.filter(({ verdict }) => verdict !== 'failed')).toEqual([])
    const slowest = Math.max(...outcomes.map(({ tookMs }) => tookMs))
    record(
      `${crowd} requests at once on a database that hangs`,
      `the last one answered after ${seconds(slowest)}`,
    )
    expect(slowest).toBeLessThan(REST_DEADLINE_MS)
    await until(async () => (await send()).verdict === 'right')
    expect(await usedOf(id)).toBeLessThanOrEqual(before + 100)
  })
})

describe('requests that clients abort', () => {
  const handles = (): number => readdirSync(`/proc/${service.child.pid}/fd`).length
  const residentMB = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]) / 1_024

  /** Sends a request, and aborts it after some milliseconds. */
  async function abandon(
    call: (typeof EVERY_OPERATION)[number],
    key: string,
    afterMs: number,
  ): Promise<void> {
    await call.send(address, key, AbortSignal.timeout(afterMs)).then(
      (response) => response.body?.cancel(),
      () => {},
    )
  }

  async function abandonMany(key: string, withinMs: number): Promise<void> {
    const callers = Array.from({ length: 20 }, async (_, caller) => {
      for (let turn = 0; turn < 50; turn++) {
        const call = EVERY_OPERATION[(caller + turn) % EVERY_OPERATION.length] ?? CALL_TOOL
        await abandon(call, key, 1 + ((caller * 7 + turn * 13) % withinMs))
      }
    })
    await Promise.all(callers)
  }

  const settled = (): Promise<void> =>
    until(async () => (await sessions()).every(({ state }) => state === 'idle'))

  test.each([
    ['at once', { kind: 'none' } as Fault, 30],
    ['while the database is slow', { kind: 'latency', milliseconds: 150 } as Fault, 200],
  ])('%s leave no sessions, handles or memory behind after 1,000 of them', async (name, fault, withinMs) => {
    const { key } = await makeKey(owner, ROOMY)
    await proxy.suffer(fault)
    await abandonMany(key, withinMs) // allocates the memory that stays allocated
    await settled()
    const [handlesBefore, residentBefore] = [handles(), residentMB()]
    await abandonMany(key, withinMs)
    await proxy.suffer({ kind: 'none' })
    const over = performance.now()
    // The queue is processed in order, including the aborted requests.
    await until(async () => {
      const next = await Promise.all(EVERY_OPERATION.map((call) => outcomeOf(call, address, key)))
      return next.every(({ verdict }) => verdict === 'right')
    })
    const back = performance.now() - over
    await settled()
    const states = (await sessions()).map(({ state }) => state)
    record(
      `1,000 requests that were aborted ${name}`,
      `all operations answered ${seconds(back)} later; ${states.length} connections to the database, all idle; handles ${handlesBefore} → ${handles()}; ` +
        `resident ${residentBefore.toFixed(0)} → ${residentMB().toFixed(0)} MB`,
    )
    expect(back).toBeLessThanOrEqual(10_000)
    expect(states.length).toBeLessThanOrEqual(MOST_SESSIONS)
    expect(handles()).toBeLessThanOrEqual(handlesBefore + MOST_SESSIONS)
    expect(residentMB()).toBeLessThan(residentBefore + 60)
  })
})
