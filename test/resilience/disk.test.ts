import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/database.ts'
import { type CreatedKey, keyAuditLog, monthlyUsage } from '../../shared/keys/keys.ts'
import type { CommandProcess } from '../support/command-process.ts'
import { corpusSnapshot, rowsOf } from '../support/corpus-snapshot.ts'
import { processesWith } from '../support/embedded/processes.ts'
import { openReport } from '../support/figures.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { makeKey } from '../support/test-keys.ts'
import { until } from '../support/until.ts'
import { openAsClient, ROOMY } from './killing.ts'
import { keepOneWordSheet, runSheet } from './one-word-sheet.ts'
import { mountDisk, type SmallDisk, whyNoDisk } from './small-disk.ts'
import {
  CALL_TOOL,
  EVERY_OPERATION,
  granted,
  type Outcome,
  outcomeOf,
  READ_NOTHING,
  startTraffic,
} from './traffic.ts'

const DISK_MB = 600
const MARKS = 3_000
/** The time after the end of a fault in which the service must recover. */
const BACK_MS = 15_000

/** One line that does not report a defect of the program. */
const SENTENCE = /^(?!This should not)[^\n]+(full|read-only)[^\n]*\n$/

const skipped = whyNoDisk()
const onDisk = skipped === undefined ? describe : describe.skip
const record = openReport('faults-disk', 'Disk full, or read-only')
if (skipped !== undefined) {
  record('all', `skipped: ${skipped}`)
}
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`

onDisk(`a data folder${skipped === undefined ? '' : ` (skipped: ${skipped})`}`, () => {
  let disk: SmallDisk
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let service: ServiceProcess
  let address: string
  let database: Database
  let made: CreatedKey

  beforeAll(async () => {
    folder = await temporaryFolder()
    disk = mountDisk(DISK_MB)
    const first = await run(await sheet('PRIMERA')).ended
    expect(first).toMatchObject({ code: 0 })
    service = start()
    address = await service.address()
    database = await openAsClient(disk.path)
    made = await makeKey(database, ROOMY)
  })
  afterAll(async () => {
    await database?.close()
    await service?.stop()
    endServices()
    disk?.remove()
    await folder.remove()
  })

  const start = (): ServiceProcess => new ServiceProcess({ DATA_DIR: disk.path, LOG_LEVEL: 'info' })

  /** Stores a sheet outside the disk. */
  const sheet = (word: string): Promise<string> => keepOneWordSheet(folder.path, word, MARKS)
  const run = (file: string): CommandProcess => runSheet(file, { DATA_DIR: disk.path, TMPDIR: folder.path })

  const whatIsKept = async (): Promise<unknown> => ({
    corpus: await corpusSnapshot(database),
    auditLog: await keyAuditLog(database, made.id),
  })

  const diskCheck = async (): Promise<string> => (await ask({ address }, '/health')).body.checks.disk

  /** Kills all processes of the database server. */
  const endServer = (): void => {
    for (const { pid } of processesWith(` -D ${disk.path}/postgres `)) {
      process.kill(pid, 'SIGKILL')
    }
  }

  /** Uses up the log space that PostgreSQL has preallocated, with which it can continue for a while on a full disk. */
  async function useUpLog(): Promise<void> {
    const message = "select pg_logical_emit_message(true, 'ballast', repeat('x', 1000000))"
    while (await rowsOf(database, message).catch(() => false)) {}
  }

  /** How each fault begins and ends. */
  const FAULTS = [
    ['is full', 'full', () => disk.fill(), () => disk.empty()],
    ['is read-only', 'read-only', () => disk.makeReadOnly(endServer), async () => disk.makeWritable()],
  ] as const

  test.each(FAULTS)(
    'that %s: every response is correct or an error, within its deadline, and afterwards the data is unchanged',
    async (name, state, begin, end) => {
      const before = await whatIsKept()
      const usedBefore = (await monthlyUsage(database, { id: made.id }))[0]?.used ?? 0
      const traffic = startTraffic(EVERY_OPERATION, { address, key: made.key, clients: 2 })
      const file = await sheet(`DISCO-${state}`)
      await begin()
      const running = run(file)
      await until(async () => (await diskCheck()) === state)
      const ended = await running.ended
      await useUpLog()
      await until(() =>
        traffic.outcomes.some(({ verdict, kind }) => verdict === 'failed' && kind === CALL_TOOL.kind),
      )
      await until(() =>
        traffic.outcomes.some(({ verdict, kind }) => verdict === 'failed' && kind === READ_NOTHING.kind),
      )
      const health = await ask({ address }, '/health')
      expect(health.body.checks).toMatchObject({ disk: state })

      await end()
      const over = performance.now()
      const isBack = async (): Promise<boolean> => {
        const next = await Promise.all(EVERY_OPERATION.map((call) => outcomeOf(call, address, made.key)))
        return next.every(({ verdict }) => verdict === 'right')
      }
      await until(isBack)
      const back = performance.now() - over
      await traffic.stop()

      expect(ended.err).toMatch(SENTENCE)
      expect(ended.code).toBe(1)
      const { outcomes } = traffic
      expect(outcomes.filter(({ verdict }) => verdict !== 'right' && verdict !== 'failed')).toEqual([])
      expect(tooLate(outcomes)).toEqual([])
      expect(await diskCheck()).toBe('low')
      expect(await whatIsKept()).toEqual(before)
      const used = (await monthlyUsage(database, { id: made.id }))[0]?.used ?? 0
      expect(used - usedBefore).toBeGreaterThanOrEqual(granted(outcomes))
      record(
        `a disk that ${name}`,
        [
          `${outcomes.length} requests, ${outcomes.filter(({ verdict }) => verdict === 'failed').length} failed`,
          `the longest took ${seconds(Math.max(...outcomes.map(({ tookMs }) => tookMs)))}`,
          `/health answered "${state}" with ${health.status}`,
          `the run said "${ended.err.trim()}"`,
          `all operations answered ${seconds(back)} after the end`,
        ].join('; '),
      )
      expect(back).toBeLessThanOrEqual(BACK_MS)
    },
  )

  test('that had both faults holds the same data after a restart, and accepts the next run', async () => {
    const before = await whatIsKept()
    await database.close()
    expect(await service.stop()).toBe(0)
    service = start()
    address = await service.address()
    database = await openAsClient(disk.path)
    expect(await whatIsKept()).toEqual(before) // reads each page from its file and verifies its checksum
    const failures = 'select coalesce(sum(checksum_failures), 0)::int as found from pg_stat_database'
    expect(await rowsOf(database, failures)).toEqual([{ found: 0 }])
    expect(await run(await sheet('DESPUES')).ended).toMatchObject({ code: 0 })
    const names = "select count(*)::int as found from brand where nro_registro like 'DESPUES %'"
    expect(await rowsOf(database, names)).toEqual([{ found: MARKS }])
  })
})

/** Returns the requests that took longer than their deadline. */
function tooLate(outcomes: readonly Outcome[]): Outcome[] {
  const deadlines = new Map(EVERY_OPERATION.map(({ kind, deadlineMs }) => [kind, deadlineMs]))
  return outcomes.filter(({ kind, tookMs }) => tookMs > (deadlines.get(kind) ?? 0))
}
