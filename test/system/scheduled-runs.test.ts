import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Freshness, SyncRun } from '../../schemas/insight.ts'
import { type Database, openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../../shared/db/embedded/join.ts'
import { syncBulletin } from '../../shared/sync/sources/bulletin/sync-bulletin.ts'
import { syncSheets } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import { startCommand } from '../support/command-process.ts'
import { holdLock, rowsOf, runBackends } from '../support/corpus-snapshot.ts'
import { processesWith } from '../support/embedded/processes.ts'
import { type Office, startOffice } from '../support/office/office.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { folderSources, missedSchedules } from '../support/scheduled-service.ts'
import { ask } from '../support/service.ts'
import { editionDays, keepFile, SMALL_MARKS, smallEdition, smallSheet } from '../support/small-office.ts'
import { POINTS } from '../support/sync-surroundings.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'

type Settings = Record<string, string> & { DATA_DIR: string }

const [day = ''] = editionDays(1)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let owner: Database
beforeEach(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  owner = database.open('owner')
})
afterEach(async () => {
  endServices()
  await database.drop()
  await folder.remove()
})

async function command<Answer>(program: string, settings: Settings, ...args: string[]): Promise<Answer> {
  const { code, out, err } = await startCommand(`scripts/${program}.ts`, [...args, '--json'], settings).ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

const status = (settings: Settings): Promise<{ freshness: Freshness; runs: SyncRun[] }> =>
  command('sync', settings, 'status')

const inShort = (runs: readonly SyncRun[]): string[] =>
  runs.map(({ source, trigger, status }) => `${source} ${trigger} ${status}`).sort()

const ALL_CAUGHT_UP = [...Array(3).fill('bulletin catch_up succeeded'), 'sheets catch_up succeeded']

/** Returns the processes of the runs that this service started. */
const runProcesses = ({ child }: Pick<ServiceProcess, 'child'>) =>
  processesWith('job-process.ts').filter(({ parent }) => parent === child.pid)

const runsOver = async (runs: () => Promise<SyncRun[]>, count: number): Promise<void> =>
  until(async () => {
    const all = await runs()
    return all.length >= count && all.every(({ status }) => status !== 'running')
  })

describe('npm start with configured sources on a fresh machine', () => {
  test('answers at once, catches up on missed runs once, and shows only marks of the register', async () => {
    const settings: Settings = {
      DATA_DIR: folder.path,
      ...(await folderSources(folder.path)),
      ...missedSchedules(),
    }
    const service = new ServiceProcess(settings)
    const address = await service.address()
    await until(async () => (await ask({ address }, '/health')).status === 200)
    const { key } = await command<{ key: string }>(
      'keys',
      settings,
      ...['create', '--consumer', 'a', '--unrestricted', '--burst', '1000000'], // the test sends requests without pauses
    )
    const shown = new Set<string>()
    await runsOver(async () => {
      const { status, body } = await ask({ address }, '/v1/brands?limit=100', { key })
      expect([200, 503]).toContain(status) // a machine that is busy starting runs may be overloaded
      for (const { denominacion } of body.items ?? []) shown.add(denominacion.replace(/ \d+$/, ''))
      return (await ask({ address }, '/v1/sync-runs?limit=100', { key })).body.items ?? []
    }, 4)
    const first = await status(settings)
    expect(inShort(first.runs)).toEqual(ALL_CAUGHT_UP)
    expect(first.freshness).not.toHaveProperty('sample')
    expect(first.freshness.sources).toMatchObject([
      { source: 'sheets', stale: false, sourceDate: day, nextRunAt: expect.any(String) },
      { source: 'bulletin', stale: false, sourceDate: day, nextRunAt: expect.any(String) },
      { source: 'portal', nextRunAt: null },
    ])
    expect((await ask({ address }, '/v1/brands?limit=100', { key })).body.items).toHaveLength(SMALL_MARKS)
    expect([...shown].filter((name) => name !== 'MARCA')).toEqual([])
    expect((await ask({ address }, '/health')).body).not.toHaveProperty('sample')
    expect(service.output).not.toMatch(/made-up|tmk_/)
    expect(await service.stop()).toBe(0)
    const warned = service.errors.trim().split('\n')
    expect(warned).toEqual([expect.stringMatching(/"level":"WARN","message":"Nothing is backed up: /)])

    await missBulletin(settings)
    const again = new ServiceProcess(settings)
    await again.address()
    await until(() => again.output.includes('"message":"sync run"'))
    expect(await again.stop()).toBe(0)
    // The scheduler checked the sheets at the same time as the bulletin, and did not start another run of them.
    expect(inShort((await status(settings)).runs)).toEqual(['bulletin catch_up succeeded', ...ALL_CAUGHT_UP])
  })
})

/** Sets the state before the first request for the newest edition of the bulletin. */
async function missBulletin({ DATA_DIR }: Settings): Promise<void> {
  const member = await joinEmbeddedPostgres({ dataDir: DATA_DIR, name: 'test' })
  const embedded = openDatabase(member.connection, 'owner', 'test')
  await rowsOf(embedded, 'delete from bulletin_edition where day = (select max(day) from bulletin_edition)')
  await rowsOf(
    embedded,
    `update sync_run set scheduled_for = null, started_at = started_at - interval '9 days',
                         finished_at = finished_at - interval '9 days' where source = 'bulletin'`,
  )
  await embedded.close()
  await member.leave()
}

const runsIn = (): Promise<SyncRun[]> =>
  rowsOf(owner, `select source, trigger, status, sample, error_code as error from sync_run order by run_id`)

describe.each(['sheets', 'bulletin'])('SIGTERM while a scheduled run of %s is under way', (source) => {
  let office: Office
  beforeEach(async () => {
    office = await startOffice([smallSheet(day), smallEdition(day)])
  })
  afterEach(() => office.stop())

  test('fails the run, ends its process and stops the database', async () => {
    const file = source === 'sheets' ? smallSheet(day) : smallEdition(day)
    office.misbehave('slowDrip', file.path)
    const settings: Settings = {
      DATA_DIR: folder.path,
      ...(source === 'sheets' ? { SHEETS_URL: office.sheetsUrl } : { BULLETIN_URL: office.bulletinUrl }),
      ...missedSchedules(),
    }
    const service = new ServiceProcess(settings)
    await service.address()
    await until(() => office.requests.at(-1)?.path === file.path)
    const children = runProcesses(service)
    expect(children).toHaveLength(1)
    expect(await service.stop()).toBe(0)
    const left = processesWith('job-process.ts').map(({ pid }) => pid)
    expect(left).not.toContain(children[0]?.pid)
    expect(await readdir(join(folder.path, 'postgres'))).not.toContain('postmaster.pid')
    expect(await office.connections()).toBe(0)
    expect((await status(settings)).runs).toMatchObject([
      { source, status: 'failed', error: { code: 'interrupted' } },
    ])
  })
})

describe('a sample that has just been filled', () => {
  let office: Office
  beforeEach(async () => {
    office = await startOffice([smallSheet(day, 'MUESTRA'), smallEdition(day)])
    const sample = { trigger: 'catch_up', sample: true } as const
    await syncSheets(ingest(), { ...sample, from: { url: office.sheetsUrl } })
    await syncBulletin(ingest(), { ...sample, from: { url: office.bulletinUrl } })
  })
  afterEach(() => office.stop())

  const ingest = (): Database => database.open('trademark_ingest')

  /** Schedules runs on this office as npm start does on the sample office. */
  const schedule = (...stay: string[]) => {
    const { sheetsUrl, bulletinUrl, portalUrl } = office
    return startCommand('test/support/schedule-office.ts', [sheetsUrl, bulletinUrl, portalUrl, ...stay], {
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      ...missedSchedules(),
    })
  }

  const loadRegister = async (): Promise<void> => {
    const files = [await keepFile(folder.path, smallSheet(day))]
    expect(await syncSheets(ingest(), { trigger: 'manual', from: { files } })).toMatchObject({
      status: 'succeeded',
      becameRegister: true,
    })
  }

  /** Starts a scheduled run as npm start does, on the data of this test's office. */
  const scheduledRun = (source: 'sheets' | 'bulletin', order: object) =>
    startCommand('local/job-process.ts', [source, JSON.stringify(order)], {
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      BULLETIN_URL: office.bulletinUrl,
    })

  test('ends with the first run of a configured source', async () => {
    const sources = await folderSources(folder.path)
    await longAgo()
    const service = new ServiceProcess({
      DATABASE_URL: database.url,
      DATA_DIR: join(folder.path, 'data'),
      SHEETS_URL: sources.SHEETS_URL,
      ...missedSchedules(),
    })
    const address = await service.address()
    await until(async () => {
      const { status, body } = await ask({ address }, '/health')
      return status === 200 && !('sample' in body)
    })
    expect(await service.stop()).toBe(0)
    expect(inShort(await runsIn())).toEqual(['sheets catch_up succeeded'])
    expect(await rowsOf(owner, "select from brand where denominacion not like 'MARCA %'")).toEqual([])
    expect(await rowsOf(owner, 'select count(*)::integer as marks from brand')).toEqual([
      { marks: SMALL_MARKS },
    ])
  })

  test('that becomes a register before a run of the made-up office starts reports no refused run', async () => {
    await longAgo()
    const { letGo } = await holdLock(owner, "select pg_advisory_xact_lock(hashtext('trademark migration'))")
    const scheduling = schedule('stay')
    await until(async () => (await runBackends(owner, { waiting: true })).length > 0)
    await loadRegister()
    await letGo()
    await until(() => runProcesses(scheduling).length === 0)
    await until(async () => (await runsIn()).length === 1)
    expect(await scheduling.stop('SIGTERM')).toMatchObject({ code: 0 })
    expect(inShort(await runsIn())).toEqual(['sheets manual succeeded'])
  })

  test('that becomes a register during a run of the made-up office keeps no record of that run', async () => {
    const file = smallEdition(editionDays(2)[0] ?? '')
    office.publish([file])
    office.misbehave('slowDrip', file.path)
    const run = scheduledRun('bulletin', { sample: true, url: office.bulletinUrl })
    await until(() => office.requests.at(-1)?.path === file.path)
    await loadRegister()
    expect(await run.stop('SIGTERM')).toMatchObject({ code: 0 })
    expect(inShort(await runsIn())).toEqual(['sheets manual succeeded'])
  })

  test('gets no run from a scheduler that is stopped at once', async () => {
    await longAgo()
    const asked = office.requests.length
    expect(await schedule().ended).toEqual({ code: 0, out: '', err: '' })
    expect(office.requests).toHaveLength(asked)
    expect(await runsIn()).toHaveLength(2)
  })

  test('gets a failed run in one sentence if a scheduled run loses its database', async () => {
    const { letGo } = await holdLock(owner, POINTS['about to apply'])
    office.publish([smallEdition(editionDays(2)[0] ?? '')])
    const run = scheduledRun('bulletin', {})
    await until(async () => (await runBackends(owner, { waiting: true })).length > 0)
    await rowsOf(
      owner,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'trademark sync'`,
    )
    expect(await run.ended).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The database of DATABASE_URL cannot be used: [^\n]+\.\n$/),
    })
    await letGo()
    const { runs } = await status({ DATABASE_URL: database.url, DATA_DIR: folder.path })
    expect(runs[0]).toMatchObject({ source: 'bulletin', trigger: 'schedule', status: 'failed' })
  })
})

/** Moves all runs 9 days into the past. */
const longAgo = (): Promise<unknown> =>
  rowsOf(
    owner,
    `update sync_run set started_at = started_at - interval '9 days', finished_at = finished_at - interval '9 days'`,
  )
