import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whole } from '../../bench/report.ts'
import { chooseBackups } from '../../shared/backup/choose-backups.ts'
import { deriveSigningKey, type SigningKey } from '../../shared/backup/signing-key.ts'
import { listBackups, manifestOf, type StoredBackup } from '../../shared/backup/stored-backups.ts'
import type { Target } from '../../shared/backup/target.ts'
import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { verifyBackup } from '../../shared/backup/verify.ts'
import type { Database } from '../../shared/db/database.ts'
import { backupKeys } from '../support/backup-keys.ts'
import { type CommandProcess, type Ended, startCommand } from '../support/command-process.ts'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { openReport } from '../support/figures.ts'
import { ServiceProcess } from '../support/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { endAll, openAsClient, operate } from './killing.ts'
import { expectCounted, expectTrail, type Loads, startLoads } from './limited-loads.ts'
import { expectWhole } from './one-word-corpus.ts'
import { keepOneWordSheet, runSheet } from './one-word-sheet.ts'
import { granted, type Verdict } from './traffic.ts'

const ROUNDS = process.env.FAULTS === 'long' ? 100 : 5
const MARKS = 400
/** A load beside each command that leaves the command enough of the machine. */
const DENSITY = { clients: 1, pauseMs: 100 }
/** Coprime to 100: each of 100 kills comes at a different hundredth of the usual duration. */
const STEP = 37

const record = openReport('faults-killed-commands', 'kill -9 of commands under load')

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: ServiceProcess
let database: Database
let target: Target
let identity: string
let signingKey: SigningKey
let backupSettings: Record<string, string>

beforeAll(async () => {
  folder = await temporaryFolder()
  const place = `file://${join(folder.path, 'backups')}`
  const keys = await backupKeys()
  identity = keys.identity
  signingKey = deriveSigningKey(identity)
  backupSettings = { BACKUP_TARGET: place, ...keys.settings }
  target = openTarget(place)
  expect(await (await startRun()).ended).toMatchObject({ code: 0 })
  service = new ServiceProcess({ DATA_DIR: folder.path })
  await service.address()
  database = await openAsClient(folder.path)
})
afterAll(() => endAll({ database, service, folder }))

/** How far a command had come when it was killed. */
const FATES = ['before the command wrote', 'while it wrote', 'after it had written everything'] as const
type Fate = (typeof FATES)[number]

/** A command that is killed again and again. */
interface Victim {
  start(): Promise<CommandProcess>
  /** A query that returns one more row once a command has begun. */
  readonly begun: string
  /** Expects a valid state after a command was killed; returns how far the command had come. */
  expectLeft(): Promise<Fate>
  /** Expects a valid state after the next command succeeded. */
  expectRecovered(): Promise<void>
  /** Records the present state, so that the next round ignores it. */
  remember(): Promise<void>
}

let sheets = 0
const wordNow = (): string => `HOJA${sheets}`

/** Starts a run on a sheet in which the registration number of every mark begins with a new word. */
async function startRun(): Promise<CommandProcess> {
  sheets += 1
  const file = await keepOneWordSheet(folder.path, wordNow(), MARKS)
  return runSheet(file, { DATA_DIR: folder.path })
}

const STAGED = 'select from staged_row union all select from staged_mark union all select from staged_entry'
const ROWS_OF_RUNS = 'select status, error_code as code from sync_run order by run_id'

function killedRuns(): Victim {
  let rowsBefore = 0
  let fate: Fate
  return {
    start: startRun,
    begun: 'select from sync_run',
    expectLeft: async () => {
      const word = await expectWhole(database, MARKS)
      expect([wordNow(), `HOJA${sheets - 1}`]).toContain(word)
      const rows = await rowsOf(database, ROWS_OF_RUNS)
      fate = word === wordNow() ? FATES[2] : rows.length > rowsBefore ? FATES[1] : FATES[0]
      return fate
    },
    expectRecovered: async () => {
      expect(await expectWhole(database, MARKS)).toBe(wordNow())
      expect(await rowsOf(database, STAGED)).toEqual([])
      const rows = await rowsOf(database, ROWS_OF_RUNS)
      const lost = { status: 'failed', code: 'interrupted' }
      const succeeded = { status: 'succeeded', code: null }
      const killed = { [FATES[0]]: [], [FATES[1]]: [lost], [FATES[2]]: [succeeded] }[fate]
      expect(rows.slice(rowsBefore)).toEqual([...killed, succeeded])
    },
    remember: async () => {
      rowsBefore = (await rowsOf(database, ROWS_OF_RUNS)).length
    },
  }
}

/** The names of the finished backups that were read completely, with every row. */
const verified = new Set<string>()

async function readFinished(): Promise<StoredBackup[]> {
  const backups = await listBackups(target, signingKey)
  for (const { name, isFinished } of backups) {
    if (isFinished && !verified.has(name)) {
      await verifyBackup(target, await manifestOf(target, name, signingKey), identity)
      verified.add(name)
    }
  }
  return backups
}

const killedBackups = (): Victim => {
  let known = new Set<string>()
  return {
    start: async () =>
      startCommand('scripts/backup.ts', ['--json'], { DATA_DIR: folder.path, ...backupSettings }),
    begun: 'select from backup_run',
    expectLeft: async () => {
      const left = (await readFinished()).filter(({ name }) => !known.has(name))
      const finished = left.filter(({ isFinished }) => isFinished)
      return left.length === 0 ? FATES[0] : finished.length === 2 ? FATES[2] : FATES[1]
    },
    expectRecovered: async () => {
      await readFinished()
      const { manifests: newest } = await chooseBackups(target, signingKey, {})
      expect(newest.map(({ name }) => known.has(name))).toEqual([false, false])
      expect(newest.filter(({ name }) => !verified.has(name))).toEqual([])
    },
    remember: async () => {
      known = new Set((await listBackups(target, signingKey)).map(({ name }) => name))
    },
  }
}

/** The duration of the last successful command, from when it had begun to its end. */
let usualMs = 0

/** Starts a command, and waits until it has begun. */
async function begin({ start, begun }: Victim): Promise<CommandProcess> {
  const before = (await rowsOf(database, begun)).length
  const command = await start()
  const hasBegun = until(async () => (await rowsOf(database, begun)).length > before)
  await Promise.race([hasBegun, command.ended])
  return command
}

async function goThrough(victim: Victim): Promise<Ended> {
  const command = await begin(victim)
  const begunAt = performance.now()
  const ended = await command.ended
  usualMs = performance.now() - begunAt
  return ended
}

const totals = { requests: 0, granted: 0, confirmed: 0 }

/** Runs one round under load, and checks all requests and changes after it. */
async function round(victim: Victim, place: number): Promise<Fate> {
  const loads = await startLoads(database, await service.address(), DENSITY)
  const operator = operate(database, loads.roomy.id, DENSITY.pauseMs)
  let fate: Fate
  try {
    await until(() => granted(loads.roomy.outcomes()) > 3 && operator.counts.confirmed > 3)
    fate = await kill(victim, place)
  } finally {
    await Promise.all([...Object.values(loads).map((load) => load.stop()), operator.stop()])
  }
  await expectUnnoticed(loads)
  const { requests, granted: units } = await expectCounted(database, loads)
  await expectTrail(database, loads.roomy.id, operator.counts.confirmed)
  totals.requests += requests
  totals.granted += units
  totals.confirmed += operator.counts.confirmed
  return fate
}

/** Kills the command at a different moment each round, checks the state it left, and expects the next one to succeed. */
async function kill(victim: Victim, place: number): Promise<Fate> {
  const command = await begin(victim)
  await wait((usualMs * ((place * STEP) % 100)) / 100) // at a different point each round
  await command.stop('SIGKILL')
  const fate = await victim.expectLeft()
  expect(await goThrough(victim)).toMatchObject({ code: 0 })
  await victim.expectRecovered()
  await victim.remember()
  return fate
}

/** Expects only correct responses, or refusals by a limit: killed commands affect no client. */
async function expectUnnoticed({ roomy, poor, slow }: Loads): Promise<void> {
  const others = (load: Loads['roomy'], ...expected: Verdict[]) =>
    load.outcomes().filter(({ verdict }) => !expected.includes(verdict))
  expect(others(roomy, 'right')).toEqual([])
  expect([poor, slow].flatMap((load) => others(load, 'right', 'limited'))).toEqual([])
}

describe.each([
  ['a run of the sheets', killedRuns],
  ['a backup of keys and corpus', killedBackups],
])('repeated kill -9 of %s', (name, killed) => {
  test(`${ROUNDS} times: clients of the service are unaffected, each command has its full effect or none, and the next one succeeds`, async () => {
    const victim = killed()
    expect(await goThrough(victim)).toMatchObject({ code: 0 })
    await victim.remember()
    Object.assign(totals, { requests: 0, granted: 0, confirmed: 0 })
    const fates: Fate[] = []
    for (let place = 0; place < ROUNDS; place++) {
      fates.push(await round(victim, place))
    }
    const times = FATES.map((fate) => `${fates.filter((each) => each === fate).length} ${fate}`)
    record(
      `${ROUNDS} kills of ${name}`,
      [
        `${times.join(', ')}; each next command succeeded`,
        `${whole(totals.requests)} requests, none failed, ${whole(totals.granted)} units, all counted`,
        `${whole(totals.confirmed)} changes of keys, all in the audit log`,
      ].join('; '),
    )
  })
})
