import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { keyTrail, monthlyUsage } from '../../shared/access/keys.ts'
import type { Database } from '../../shared/db/database.ts'
import { openReport } from '../../shared/testing/figures.ts'
import { makeKey } from '../../shared/testing/test-keys.ts'
import type { CommandProcess, Ended } from '../testing/command-process.ts'
import { rowsOf } from '../testing/corpus-snapshot.ts'
import { endServices, ServiceProcess, temporaryFolder, until } from '../testing/process.ts'
import { isUnbroken, openAsClient, operate, postmaster, ROOMY } from './killing.ts'
import { keepOneWordSheet, runSheet, wordsIn } from './one-word-sheet.ts'
import { CALL_TOOL, type Call, granted, READ_NOTHING, startTraffic } from './traffic.ts'

const ROUNDS = process.env.FAULTS === 'long' ? 100 : 20
/** A run of the sheets goes on in each round of so many. */
const ROUNDS_FOR_A_RUN = 3
const MARKS = 400
const QUOTA = 40
const BURST = 25
const WINDOW_MS = 60_000

/** What a run says that was stopped on its way: one line, and none of a defect. */
const SENTENCE = /^(?!This should not)[^\n]+\n$/

const tell = openReport('faults-killed', 'kill -9 under load')

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: ServiceProcess
let database: Database

beforeAll(async () => {
  folder = await temporaryFolder()
  await run(await sheet(0)).ended
  service = start()
  await service.address()
  database = await openAsClient(folder.path)
})
afterAll(async () => {
  await database.close()
  await service.stop()
  endServices()
  await folder.remove()
})

const start = (): ServiceProcess => new ServiceProcess({ DATA_DIR: folder.path, LOG_LEVEL: 'info' })

const wordOf = (round: number): string => `RONDA${round}`

/** A sheet in which every mark is called by the round. */
const sheet = (round: number): Promise<string> => keepOneWordSheet(folder.path, wordOf(round), MARKS)
const run = (file: string): CommandProcess => runSheet(file, { DATA_DIR: folder.path })

/** A page of marks, which all have to be called by the same round. */
const READ_PAGE: Call = {
  kind: '/v1/brands?limit=100',
  deadlineMs: READ_NOTHING.deadlineMs,
  charged: true,
  send: (address, key, signal) =>
    fetch(`${address}/v1/brands?limit=100`, {
      headers: { 'x-api-key': key },
      ...(signal ? { signal } : {}),
    }),
  isRight: (status, body) => {
    const { items = [] } = body as { items?: { denominacion: string }[] }
    return (
      status === 200 && items.length === 100 && wordsIn(items.map((item) => item.denominacion)).length === 1
    )
  },
}

/** What the corpus says that it is: its version, and by which rounds its marks are called. */
async function corpus(): Promise<{ version: string; words: string[] }> {
  const [found] = await rowsOf<{ version: string; names: string[] }>(
    database,
    `select (select version::text from corpus_state) as version,
            (select json_agg(denominacion) from brand) as names`,
  )
  const { version = '', names = [] } = found ?? {}
  expect(names).toHaveLength(MARKS)
  return { version, words: wordsIn(names) }
}

const usedOf = async (id: string): Promise<number> => (await monthlyUsage(database, { id }))[0]?.used ?? 0

/** Loads of one round: a key with room, one that has few units a month, and one that has few a minute. */
async function startLoads(address: string) {
  const both = [READ_NOTHING, CALL_TOOL]
  const roomy = await makeKey(database, ROOMY)
  const poor = await makeKey(database, { ...ROOMY, monthlyQuota: QUOTA })
  const slow = await makeKey(database, { ...ROOMY, burstPerMinute: BURST })
  return {
    roomy: { ...roomy, ...startLoad(address, roomy.key, [...both, READ_PAGE]) },
    poor: { ...poor, ...startLoad(address, poor.key, both) },
    slow: { ...slow, ...startLoad(address, slow.key, both) },
  }
}

/** A load on one key, which can go on at another address. */
function startLoad(address: string, key: string, calls: readonly Call[]) {
  const parts = [startTraffic(calls, { address, key, clients: 3 })]
  return {
    startedAt: performance.now(),
    goOnAt: async (next: string) => {
      await Promise.all(parts.map((part) => part.stop()))
      parts.push(startTraffic(calls, { address: next, key, clients: 3 }))
    },
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()))
    },
    outcomes: () => parts.flatMap((part) => part.outcomes),
    sent: () => parts.reduce((sum, { sent }) => sum + sent, 0),
  }
}
type Loads = Awaited<ReturnType<typeof startLoads>>
type Load = Loads['roomy']

/** What was answered is counted, what is counted was asked for, and no more was granted than there was. */
async function expectExact({ id, sent, outcomes }: Load, most: number): Promise<number> {
  const all = outcomes()
  expect(all.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  const used = await usedOf(id)
  expect(granted(all)).toBeLessThanOrEqual(most)
  expect(used).toBeGreaterThanOrEqual(granted(all))
  expect(used).toBeLessThanOrEqual(Math.min(sent(), most))
  return granted(all)
}

const known = new Map<string, string>()

/** The corpus is all of one run, and the same version of it is always of the same run. */
async function expectWhole(): Promise<string> {
  const { version, words } = await corpus()
  expect(words).toHaveLength(1)
  const [word = ''] = words
  expect(known.get(version) ?? word).toBe(word)
  known.set(version, word)
  return word
}

const totals = { granted: 0, requests: 0, confirmed: 0, runs: 0, applied: 0 }

/** One round: load, a kill at some moment of it, and everything looked at once the service answers again. */
async function round(victim: keyof typeof KILL, place: number): Promise<number> {
  const address = await service.address()
  const before = await expectWhole()
  const loads = await startLoads(address)
  const operator = operate(database, loads.roomy.id)
  const next = place % ROUNDS_FOR_A_RUN === 0 ? wordOf(++totals.runs) : before
  const syncing = next === before ? undefined : run(await sheet(totals.runs))
  await until(() => granted(loads.roomy.outcomes()) > 20 && operator.counts.confirmed > 3)
  await (syncing && Promise.race([until(isRunning), syncing.ended]))
  await wait((place * 37) % 250) // somewhere else in the run each time

  const killedAt = performance.now()
  await KILL[victim]()
  await goOn(loads)
  const back = performance.now() - killedAt
  await wait(200)
  await Promise.all([...Object.values(loads).map((load) => load.stop()), operator.stop()])
  const ended = await syncing?.ended

  await expectCounted(loads)
  await expectTrail(loads.roomy.id, operator.counts.confirmed)
  await expectApplied({ before, next }, ended)
  return back
}

/** Sends the loads to where the service is now, and waits until it answers. */
async function goOn(loads: Loads): Promise<void> {
  const address = await service.address()
  await Promise.all(Object.values(loads).map((load) => load.goOnAt(address)))
  const upAt = performance.now()
  await until(() =>
    loads.roomy.outcomes().some(({ verdict, sentAt }) => verdict === 'right' && sentAt > upAt),
  )
}

async function expectCounted({ roomy, poor, slow }: Loads): Promise<void> {
  const windows = 1 + Math.floor((performance.now() - slow.startedAt) / WINDOW_MS)
  totals.granted += await expectExact(roomy, Number.POSITIVE_INFINITY)
  totals.granted += await expectExact(poor, QUOTA)
  totals.granted += await expectExact(slow, BURST * windows)
  totals.requests += roomy.sent() + poor.sent() + slow.sent()
}

/** Every change that was confirmed is in the trail, and none between them is missing. */
async function expectTrail(id: string, confirmed: number): Promise<void> {
  const trail = await keyTrail(database, id)
  expect(trail.length).toBeGreaterThanOrEqual(confirmed + 1)
  expect(isUnbroken(trail)).toBe(true)
  totals.confirmed += confirmed
}

/** The run has changed everything or nothing; whatever it said of itself is so. */
async function expectApplied(
  { before, next }: { before: string; next: string },
  ended: Ended | undefined,
): Promise<void> {
  const after = await expectWhole()
  expect([before, next]).toContain(after)
  if (ended?.code === 0) {
    expect(after).toBe(next)
  } else if (ended) {
    expect(ended.err).toMatch(SENTENCE)
  }
  totals.applied += after === before ? 0 : 1
}

/** Kills the service, and starts the next one. */
async function killService(): Promise<void> {
  await service.stop('SIGKILL')
  service = start()
}

/** Kills the database, and waits until the service has another one: for a moment, the children of the first one go on. */
async function killDatabase(): Promise<void> {
  const killed = await postmaster(folder.path)
  process.kill(killed, 'SIGKILL')
  await until(async () => (await postmaster(folder.path).catch(() => killed)) !== killed)
  await until(() =>
    rowsOf(database, 'select').then(
      () => true,
      () => false,
    ),
  )
}

const KILL = { service: killService, database: killDatabase }

async function isRunning(): Promise<boolean> {
  const running = await rowsOf(database, "select from sync_run where status = 'running'")
  return running.length > 0
}

describe.each(['service', 'database'] as const)('kill -9 of the %s, again and again', (victim) => {
  test(`${ROUNDS} times: nothing is granted twice, nothing that was answered is lost, and no run is half there`, async () => {
    Object.assign(totals, { granted: 0, requests: 0, confirmed: 0, applied: 0 })
    const runsBefore = totals.runs
    const backs: number[] = []
    for (let place = 0; place < ROUNDS; place++) {
      backs.push(await round(victim, place))
    }
    backs.sort((one, other) => one - other)
    const seconds = (milliseconds = 0): string => `${(milliseconds / 1_000).toFixed(2)} s`
    tell(
      `${ROUNDS} times of the ${victim}`,
      [
        `${totals.requests} requests, ${totals.granted} granted and every one of them counted`,
        `${totals.confirmed} changes of keys confirmed and all in the trail`,
        `${totals.runs - runsBefore} runs under way, ${totals.applied} of them applied, none in part`,
        `answered again after ${seconds(backs[backs.length >> 1])} (median), ${seconds(backs.at(-1))} at most`,
      ].join('; '),
    )
  })
})
