import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { median } from '../../bench/figures.ts'
import { whole } from '../../bench/report.ts'
import type { Database } from '../../shared/db/database.ts'
import type { CommandProcess, Ended } from '../support/command-process.ts'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { openReport } from '../support/figures.ts'
import { ServiceProcess } from '../support/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { endAll, openAsClient, operate, postmaster } from './killing.ts'
import { expectCounted, expectTrail, type Loads, startLoads } from './limited-loads.ts'
import { expectWhole, isRunning } from './one-word-corpus.ts'
import { keepOneWordSheet, runSheet } from './one-word-sheet.ts'
import { granted } from './traffic.ts'

const ROUNDS = { long: 100, short: 4 }[process.env.FAULTS ?? ''] ?? 20
/** One of this many rounds has a run of the sheets. */
const ROUNDS_FOR_A_RUN = 3
const MARKS = 400

/** The output of an interrupted run: one line that does not report a defect of the program. */
const SENTENCE = /^(?!This should not)[^\n]+\n$/

const report = openReport('faults-killed', 'kill -9 under load')

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
afterAll(() => endAll({ database, service, folder }))

const start = (): ServiceProcess => new ServiceProcess({ DATA_DIR: folder.path, LOG_LEVEL: 'info' })

const wordOf = (round: number): string => `RONDA${round}`

/** Stores a sheet in which every registration number begins with the word of the round. */
const sheet = (round: number): Promise<string> => keepOneWordSheet(folder.path, wordOf(round), MARKS)
const run = (file: string): CommandProcess => runSheet(file, { DATA_DIR: folder.path })

const totals = { granted: 0, requests: 0, confirmed: 0, runs: 0, applied: 0 }

/** Runs one round: a kill under load, and all checks once the service answers again. Returns the milliseconds until then. */
async function round(victim: keyof typeof KILL, place: number): Promise<number> {
  const address = await service.address()
  const before = await expectWhole(database, MARKS)
  const loads = await startLoads(database, address)
  const operator = operate(database, loads.roomy.id)
  const next = place % ROUNDS_FOR_A_RUN === 0 ? wordOf(++totals.runs) : before
  const syncing = next === before ? undefined : run(await sheet(totals.runs))
  let back: number
  try {
    await until(() => granted(loads.roomy.outcomes()) > 20 && operator.counts.confirmed > 3)
    await (syncing && Promise.race([until(() => isRunning(database)), syncing.ended]))
    await wait((place * 37) % 250) // at a different point of the run each round

    const killedAt = performance.now()
    await KILL[victim]()
    await goOn(loads)
    back = performance.now() - killedAt
    await wait(200)
  } finally {
    await Promise.all([...Object.values(loads).map((load) => load.stop()), operator.stop()])
  }
  const ended = await syncing?.ended

  const { requests, granted: units } = await expectCounted(database, loads)
  await expectTrail(database, loads.roomy.id, operator.counts.confirmed)
  totals.requests += requests
  totals.granted += units
  totals.confirmed += operator.counts.confirmed
  await expectApplied({ before, next }, ended)
  return back
}

/** Sends the loads to the new address of the service, and waits until it answers. */
async function goOn(loads: Loads): Promise<void> {
  const address = await service.address()
  await Promise.all(Object.values(loads).map((load) => load.goOnAt(address)))
  const upAt = performance.now()
  await until(() =>
    loads.roomy.outcomes().some(({ verdict, sentAt }) => verdict === 'right' && sentAt > upAt),
  )
}

/** Expects that the run has changed all marks or none, and all if it reported success. */
async function expectApplied(
  { before, next }: { before: string; next: string },
  ended: Ended | undefined,
): Promise<void> {
  const after = await expectWhole(database, MARKS)
  expect([before, next]).toContain(after)
  if (ended?.code === 0) {
    expect(after).toBe(next)
  } else if (ended) {
    expect(ended.err).toMatch(SENTENCE)
  }
  totals.applied += after === before ? 0 : 1
}

const inSeconds = (times: readonly number[]): string =>
  `${(median(times) / 1_000).toFixed(2)} s (median), ${(Math.max(...times) / 1_000).toFixed(2)} s at most`

/** Kills the service, and starts the next one. */
async function killService(): Promise<void> {
  await service.stop('SIGKILL')
  service = start()
}

/** Kills the database, and waits until the service has started another: processes of the first one run on for a moment. */
async function killDatabase(alsoKill: () => Promise<void> = async () => {}): Promise<void> {
  const killed = await postmaster(folder.path)
  process.kill(killed, 'SIGKILL')
  await alsoKill()
  await until(async () => (await postmaster(folder.path).catch(() => killed)) !== killed)
  await until(() =>
    rowsOf(database, 'select').then(
      () => true,
      () => false,
    ),
  )
}

const KILL = {
  'the service': killService,
  'the database': () => killDatabase(),
  both: () => killDatabase(killService),
}

describe.each(Object.keys(KILL) as (keyof typeof KILL)[])('repeated kill -9 of %s', (victim) => {
  test(`${ROUNDS} times: no limit is exceeded, no answered request or change is lost, and each run is applied completely or not at all`, async () => {
    Object.assign(totals, { granted: 0, requests: 0, confirmed: 0, applied: 0 })
    const runsBefore = totals.runs
    const backs = { alone: [] as number[], 'beside a run': [] as number[] }
    for (let place = 0; place < ROUNDS; place++) {
      backs[place % ROUNDS_FOR_A_RUN === 0 ? 'beside a run' : 'alone'].push(await round(victim, place))
    }
    const runs = totals.runs - runsBefore
    report(
      `${ROUNDS} kills of ${victim}`,
      [
        `${whole(totals.requests)} requests, ${whole(totals.granted)} units, all counted`,
        `${whole(totals.confirmed)} changes of keys, all in the audit log`,
        `${runs} runs of the sheets during kills, of which ${totals.applied} changed all marks and ${runs - totals.applied} changed none`,
        ...Object.entries(backs).map(([when, times]) => `next response, ${when}, after ${inSeconds(times)}`),
      ].join('; '),
    )
  })
})
