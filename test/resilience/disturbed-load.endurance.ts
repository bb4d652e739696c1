import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateMarks } from '../../bench/corpus/generate-marks.ts'
import type { SheetMark } from '../../bench/corpus/sheet-mark.ts'
import { csvSheet } from '../../bench/corpus/write-csv.ts'
import { settle } from '../../bench/fill.ts'
import { whole } from '../../bench/report.ts'
import { drawBrands } from '../../bench/requests.ts'
import { deriveSigningKey } from '../../shared/backup/signing-key.ts'
import { listBackups, manifestOf } from '../../shared/backup/stored-backups.ts'
import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { verifyBackup } from '../../shared/backup/verify.ts'
import type { Database } from '../../shared/db/database.ts'
import type { CreatedKey } from '../../shared/keys/keys.ts'
import { backupKeys } from '../support/backup-keys.ts'
import { type CommandProcess, startCommand } from '../support/command-process.ts'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { openReport } from '../support/figures.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'
import { until } from '../support/until.ts'
import { countedUnits, ROOMY } from './killing.ts'
import { courseInWords, watchMemory } from './memory-watch.ts'
import { inSheet } from './office-day.ts'
import { runSheet } from './one-word-sheet.ts'
import { endOwnLoads, startOwnLoad } from './own-load.ts'
import { behindWarmUp, courseOf, meansOver, slopeInterval } from './slope.ts'
import type { SteadyFigures, SteadyTask } from './steady-load.ts'
import { type Fault, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const IS_LONG = process.env.FAULTS === 'long'
const SECONDS = Number(process.env.SECONDS ?? (IS_LONG ? 7_200 : 55))
/** Half of the rate of the steady load, which leaves room for the runs and backups beside it. */
const PER_SECOND = IS_LONG ? 100 : 50
const EVERY_MS = IS_LONG ? 60_000 : 5_000
const FAULT_MS = IS_LONG ? 5_000 : 1_000
/** The time after a fault in which the service must recover: every call sent later must succeed. */
const BACK_MS = 5_000
const MARKS = IS_LONG ? 20_000 : 2_000
const KEYS = 100
const SAMPLE_MS = IS_LONG ? 5_000 : 1_000
/** In the first quarter, caches, pools, connections and compiled code reach their size, also after each kind of fault. */
const WARM_UP = 0.25
/** Five minutes each: two hours without the warm-up. */
const SPANS = 18
/** The maximum growth, as a share of the memory after the warm-up. */
const MOST_GROWTH = 0.1

const record = openReport('endurance-disturbed', 'Half of that load, with faults')

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: ServiceProcess
let testDatabase: TestDatabase
let database: Database
let proxy: TcpProxy
let settings: Record<string, string>
let identity: string
let keys: CreatedKey[]
/** Without marks whose status has no letter: a run rejects their rows. */
const marks: readonly SheetMark[] = [...generateMarks(MARKS)].filter(({ estadoOficina }) =>
  /\p{L}/u.test(estadoOficina),
)

beforeAll(async () => {
  folder = await temporaryFolder()
  testDatabase = await createTestDatabase()
  database = testDatabase.open('owner')
  proxy = await startTcpProxy(testDatabase.url)
  const backup = await backupKeys()
  identity = backup.identity
  settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: testDatabase.url,
    BACKUP_TARGET: `file://${join(folder.path, 'backups')}`,
    ...backup.settings,
  }
  expect(await (await startRun()).ended).toMatchObject({ code: 0 })
  await settle(database)
  service = new ServiceProcess({
    DATA_DIR: folder.path,
    DATABASE_URL: proxy.through(testDatabase.url),
  })
  await service.address()
  keys = []
  while (keys.length < KEYS) {
    keys.push(await makeKey(database, ROOMY))
  }
})
afterAll(async () => {
  endOwnLoads()
  await service?.stop()
  endServices()
  await proxy?.close()
  await testDatabase?.drop()
  await folder.remove()
})

let sheets = 0

/** Returns the marks with the registration numbers of one sheet. */
const inSheets = (number: number): SheetMark[] =>
  marks.map((mark) => (mark.nroRegistro === null ? mark : inSheet(mark, number)))

/** Starts a run on a sheet of the next day, in which every registered mark is renewed. */
async function startRun(): Promise<CommandProcess> {
  const day = new Date(Date.UTC(2026, 0, 2 + sheets)).toISOString().slice(0, 10)
  const file = join(folder.path, `solicitudes-${day}.csv`)
  await pipeline(Readable.from(csvSheet(inSheets(sheets))), createWriteStream(file))
  sheets += 1
  return runSheet(file, settings)
}

/** The backups of these tests are on the disk of the data, of which `backup` warns. */
const AT_MOST_A_WARNING = expect.stringMatching(/^(Warning: .* is on the same disk as the data, .*\n)?$/)

const startBackup = (): CommandProcess => startCommand('scripts/backup.ts', ['--json'], settings)

/** An event beside the load. `happen` resolves when it is over. */
interface Disturbance {
  readonly name: string
  /** Whether calls may fail from its beginning until shortly after its end. */
  readonly fails: boolean
  happen(): Promise<void>
}

const network = (name: string, fault: Fault): Disturbance => ({
  name,
  fails: true,
  happen: async () => {
    await proxy.suffer(fault)
    await wait(FAULT_MS)
    await proxy.suffer({ kind: 'none' })
  },
})

const command = (name: string, start: () => Promise<CommandProcess> | CommandProcess): Disturbance => ({
  name,
  fails: false,
  happen: async () => {
    expect(await (await start()).ended).toMatchObject({ code: 0, err: AT_MOST_A_WARNING })
  },
})

let kills = 0

/** Kills a command at some point in its first seconds, and expects the next one to succeed. */
const killed = (name: string, start: () => Promise<CommandProcess> | CommandProcess): Disturbance => ({
  name,
  fails: false,
  happen: async () => {
    kills += 1
    const victim = await start()
    await Promise.race([wait(400 + ((kills * 370) % 2_000)), victim.ended])
    await victim.stop('SIGKILL')
    expect(await (await start()).ended).toMatchObject({ code: 0, err: AT_MOST_A_WARNING })
  },
})

/** Kills a process of PostgreSQL, which then ends all other connections and recovers. */
const killedBackend: Disturbance = {
  name: 'kill -9 of a process of PostgreSQL',
  fails: true,
  happen: async () => {
    const [backend] = await rowsOf<{ pid: number }>(
      database,
      `select pid from pg_stat_activity where application_name = 'trademark start' order by pid limit 1`,
    )
    process.kill(backend?.pid ?? 0, 'SIGKILL')
    await wait(100) // until the others have ended
    await until(isBack)
  },
}

const isBack = (): Promise<boolean> =>
  rowsOf(database, 'select 1 as one').then(
    () => true,
    () => false,
  )

const DISTURBANCES: readonly Disturbance[] = [
  network('the connections to the database are cut', { kind: 'cut' }),
  command('a run of the sheets', startRun),
  network('the database responds 200 ms later', { kind: 'latency', milliseconds: 200 }),
  command('a backup of keys and corpus', startBackup),
  network('no data passes to or from the database', { kind: 'black hole' }),
  killed('kill -9 of a run of the sheets', startRun),
  network('responses of the database break off', { kind: 'reset' }),
  killed('kill -9 of a backup', startBackup),
  killedBackend,
]

/** When a disturbance began and ended, by the clock, in milliseconds. */
interface Happened {
  readonly name: string
  readonly fails: boolean
  readonly from: number
  readonly to: number
}

/** Starts one disturbance every `EVERY_MS` until `over`, and leaves the last one time to end. */
async function disturb(over: number): Promise<Happened[]> {
  const happened: Happened[] = []
  await wait(EVERY_MS) // the load begins on a service without faults
  for (let turn = 0; Date.now() + EVERY_MS < over; turn++) {
    const { name, fails, happen } = DISTURBANCES[turn % DISTURBANCES.length] as Disturbance
    const from = Date.now()
    await happen()
    happened.push({ name, fails, from, to: Date.now() })
    await wait(Math.max(0, from + EVERY_MS - Date.now()))
  }
  return happened
}

/** Expects that each key was charged its correct responses, and at most a unit per failed call; returns the extra units. */
async function expectUnits({ charged, failed }: SteadyFigures): Promise<number> {
  const used = await countedUnits(database)
  const failures = keys.map((_, place) => failed.filter((call) => call.place === place).length)
  const extra = keys.map(({ id }, place) => (used.get(id) ?? 0) - (charged[place] ?? 0))
  expect(extra.filter((units, place) => units < 0 || units > (failures[place] ?? 0))).toEqual([])
  return extra.reduce((sum, units) => sum + units, 0)
}

/** Expects each mark with the registration number of the last sheet. */
async function expectLastSheet(): Promise<void> {
  const rows = await rowsOf<{ nro: string; registro: string | null }>(
    database,
    'select nro_solicitud::text as nro, nro_registro as registro from brand',
  )
  const found = new Map(rows.map(({ nro, registro }) => [nro, registro]))
  const last = inSheets(sheets - 1)
  expect(found.size).toBe(marks.length)
  expect(last.filter(({ nroSolicitud, nroRegistro }) => found.get(nroSolicitud) !== nroRegistro)).toEqual([])
}

/** Expects that each finished backup can be read completely; returns their number. */
async function expectBackups(): Promise<number> {
  const target = openTarget(settings.BACKUP_TARGET ?? '')
  const signingKey = deriveSigningKey(identity)
  const finished = (await listBackups(target, signingKey)).filter(({ isFinished }) => isFinished)
  for (const { name } of finished) {
    await verifyBackup(target, await manifestOf(target, name, signingKey), identity)
  }
  return finished.length
}

/** Records each kind of disturbance; returns the calls that failed although no disturbance explains it. */
function recordDisturbances(happened: readonly Happened[], { failed }: SteadyFigures) {
  const within =
    ({ from, to }: Happened) =>
    (call: { from: number; to: number }) =>
      call.to >= from && call.from <= to + BACK_MS
  for (const name of new Set(happened.map((each) => each.name))) {
    const times = happened.filter((each) => each.name === name)
    const failures = times.map((each) => failed.filter(within(each)))
    const back = times.map((each, place) =>
      Math.max(0, ...(failures[place] ?? []).map(({ from }) => from - each.to)),
    )
    const count = failures.flat().length
    const last = Math.max(...back) / 1_000
    const when =
      last < 0.05 ? 'all sent during the event' : `the last one sent ${last.toFixed(1)} s after the event`
    record(
      `${times.length} times: ${name}`,
      `${whole(count)} failed requests${count === 0 ? '' : `, ${when}`}`,
    )
  }
  const mayFail = happened.filter(({ fails }) => fails)
  return failed.filter((call) => !mayFail.some((each) => within(each)(call)))
}

test(`${PER_SECOND} requests a second for ${SECONDS} s with a fault, a run or a backup each ${EVERY_MS / 1_000} s: no response is wrong, no unit is lost, and memory does not grow`, async () => {
  const address = await service.address()
  const brands = await drawBrands(database, marks.length)
  const before = service.child.pid
  const watched = watchMemory(service, SAMPLE_MS)
  const load = startOwnLoad<SteadyTask, SteadyFigures>('steady-load.ts', {
    ...{ brands, tags: {}, address, perSecond: PER_SECOND, seconds: SECONDS },
    keys: keys.map(({ key }) => key),
  })
  const happened = await disturb(Date.now() + SECONDS * 1_000)
  const figures = await load.figures
  const samples = await watched.stop()

  record(
    'load',
    `${whole(SECONDS)} s, ${PER_SECOND} requests a second, ${KEYS} keys, ${whole(marks.length)} marks`,
  )
  record(
    'requests',
    `${whole(figures.sent)}, ${figures.wrong} with a wrong response, ${whole(figures.failed.length)} with an error`,
  )
  const outside = recordDisturbances(happened, figures)
  const broken = outside.filter(({ isOverload }) => !isOverload)
  record('`internal_error` without a fault of the database', String(broken.length))
  record('`overloaded` without a fault of the database', String(outside.length - broken.length))
  const { p50, p95, p99 } = figures.all
  record('correct responses', `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`)
  const after = behindWarmUp(samples.service, WARM_UP)
  const course = courseOf(after)
  const { perHour, from, to } = slopeInterval(after, SPANS)
  record('memory of the service', courseInWords(course))
  record(
    'growth of this memory, with its 95 % confidence interval',
    `${perHour.toFixed(1)} MB per hour (${from.toFixed(1)} to ${to.toFixed(1)})`,
  )
  record(
    'mean memory in each twelfth of the time, MB',
    meansOver(samples.service, 12)
      .map(({ value }) => value.toFixed(0))
      .join(', '),
  )
  // Overload depends on the machine and its other processes: it is reported and not an error.
  expect({ wrong: figures.wrong, why: figures.why, broken }).toEqual({ wrong: 0, why: [], broken: [] })
  expect(service.child.pid).toBe(before)
  expect(service.child.exitCode).toBeNull()
  const extra = await expectUnits(figures)
  const granted = figures.charged.reduce((sum, units) => sum + units, 0)
  record('units', `${whole(granted)} for correct responses, all counted; ${whole(extra)} for failed requests`)
  await expectLastSheet()
  record('backups', `${await expectBackups()} finished, each read completely`)
  if (IS_LONG) {
    expect(course.growth).toBeLessThan(MOST_GROWTH)
  }
})
