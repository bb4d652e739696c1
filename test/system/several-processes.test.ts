import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrandSummary } from '../../schemas/brand.ts'
import type { SyncRun } from '../../schemas/insight.ts'
import type { Database } from '../../shared/db/database.ts'
import { type CreatedKey, monthlyUsage, revokeKey, rotateKey, updateKey } from '../../shared/keys/keys.ts'
import { syncSheets } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import { ROOMY } from '../resilience/killing.ts'
import { wordsIn } from '../resilience/one-word-sheet.ts'
import { CALL_TOOL, granted, READ_NOTHING, startTraffic, type Traffic } from '../resilience/traffic.ts'
import { backupKeys } from '../support/backup-keys.ts'
import { startCommand } from '../support/command-process.ts'
import { holdLock, rowsOf, runBackends } from '../support/corpus-snapshot.ts'
import { counted, renew } from '../support/counted.ts'
import { processesWith } from '../support/embedded/processes.ts'
import { loadMarks } from '../support/load-marks.ts'
import { type SampleMark, sampleMarks } from '../support/marks.ts'
import { closeConnections, wayOf } from '../support/mcp-clients.ts'
import { type Office, startOffice } from '../support/office/office.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { cronOfTwoHoursAgo } from '../support/scheduled-service.ts'
import { type Answer, ask } from '../support/service.ts'
import {
  editionDays,
  keepFile,
  SMALL_MARKS,
  smallEdition,
  smallMarks,
  smallSheet,
} from '../support/small-office.ts'
import { POINTS } from '../support/sync-surroundings.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { AUTHOR, makeKey } from '../support/test-keys.ts'
import { until } from '../support/until.ts'
import {
  byTools,
  overRest,
  type Question,
  questionsAbout,
  type WayToSpend,
} from '../support/ways-to-spend.ts'

const [mark, ...otherMarks] = sampleMarks().slice(0, 30) as [SampleMark, ...SampleMark[]]
const QUESTIONS = questionsAbout(mark.nroSolicitud)
const KINDS = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]
const PLACES = [0, 1, 2, 3] as const
/** A client of each protocol revision. */
const CLIENTS = ['sdk 1.x over HTTP', 'client 2.x pinned over HTTP']
const [first = '', second = ''] = editionDays(2)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let owner: Database
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

async function openDatabase(): Promise<void> {
  database = await createTestDatabase()
  owner = database.open('owner')
}

/** Starts a process with its own folder, as in its own container. */
const start = (settings: Record<string, string> = {}): ServiceProcess =>
  new ServiceProcess({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder.path, `data-${started++}`),
    LOG_LEVEL: 'info',
    ...settings,
  })
let started = 0

const addressesOf = (processes: readonly ServiceProcess[]): Promise<string[]> =>
  Promise.all(processes.map((process) => process.address()))

const timesOf = (answers: readonly unknown[]): Record<string, number> => {
  const times: Record<string, number> = {}
  for (const each of answers) {
    times[String(each ?? 'answered')] = (times[String(each ?? 'answered')] ?? 0) + 1
  }
  return times
}

/** Calls a function a number of times, with a limit of calls at the same time. */
async function inTurns<Result>(
  count: number,
  atOnce: number,
  work: (place: number) => Promise<Result> | undefined,
): Promise<(Result | undefined)[]> {
  const results: (Result | undefined)[] = []
  let next = 0
  const one = async (): Promise<void> => {
    while (next < count) results.push(await work(next++))
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return results
}

/** Simultaneous calls per client. A process never needs more connections than its pool has, even on a slow machine. */
const ASKERS = 2

describe('four processes that serve one database', () => {
  let processes: ServiceProcess[]
  let addresses: string[]
  let created: CreatedKey
  /** REST and the clients of both revisions, for each process. */
  let ways: WayToSpend[]

  beforeAll(async () => {
    await openDatabase()
    await loadMarks(owner, [mark, ...otherMarks])
    await rowsOf(owner, `update corpus_state set kind = 'register'`)
    processes = PLACES.map(() => start())
    addresses = await addressesOf(processes)
    created = await makeKey(owner, ROOMY)
    ways = await waysOf(created.key)
  })
  afterAll(async () => {
    await closeConnections()
    endServices()
    await Promise.all(processes.map((process) => process.exitCode()))
    await database.drop()
  })

  const waysOf = async (key: string): Promise<WayToSpend[]> =>
    (await Promise.all(addresses.map((address) => waysAt(address, key)))).flat()

  const waysAt = async (address: string, key: string): Promise<WayToSpend[]> => [
    overRest({ address }, key),
    ...(await Promise.all(
      CLIENTS.map(async (name) => byTools(name, await wayOf(name).connect({ address, database }, { key }))),
    )),
  ]

  /** Sends questions of all kinds by all clients in turn, and returns the count of each verdict. */
  const flood = async (count: number): Promise<Record<string, number>> =>
    timesOf(await inTurns(count, ASKERS * ways.length, askInTurn))

  const askInTurn = (place: number): Promise<string | undefined> | undefined => {
    const kind = KINDS[Math.floor(place / ways.length) % KINDS.length] ?? 'a mark'
    return ways[place % ways.length]?.ask(QUESTIONS[kind])
  }

  const countedOf = () => counted(owner, created.id)

  /** Counts the granted calls that were charged and refunded, and the refused calls by verdict. */
  const tally = ({
    answered = 0,
    validation_error: mistaken = 0,
    refunded_mistake: refunded = 0,
    ...refused
  }: Record<string, number>) => ({ charged: answered + mistaken, refunded, refused })

  describe('grant for simultaneous calls, over REST and by tools,', () => {
    test.each([
      ['exactly a burst of 100', { burstPerMinute: 100 }, 'rate_limited'],
      ['never more than a month of 100', { monthlyQuota: 100 }, 'quota_exceeded'],
    ])('%s', async (_, terms, code) => {
      await renew(owner, created.id, terms)
      const { charged, refunded, refused } = tally(await flood(240))
      expect(refused).toEqual({ [code]: 240 - charged - refunded })
      expect(code === 'rate_limited' ? charged + refunded : Math.min(100, charged + refunded)).toBe(100)
      expect(charged).toBeLessThanOrEqual(100)
      expect(await countedOf()).toEqual({ month: charged, burst: charged + refunded })
    })

    test('never more than both, whichever process is asked', async () => {
      const question = fc.record({ way: fc.nat(ways.length - 1), kind: fc.constantFrom(...KINDS) })
      const limit = (min: number) => fc.integer({ min, max: 25 })
      const questions = fc.array(question, { maxLength: 40 })
      await fc.assert(
        fc.asyncProperty(limit(0), limit(1), questions, async (monthlyQuota, burstPerMinute, asked) => {
          await renew(owner, created.id, { monthlyQuota, burstPerMinute })
          const answers = await Promise.all(asked.map(({ way, kind }) => ways[way]?.ask(QUESTIONS[kind])))
          const { charged, refunded } = tally(timesOf(answers))
          expect(charged).toBeLessThanOrEqual(monthlyQuota)
          expect(charged + refunded).toBeLessThanOrEqual(burstPerMinute)
          const least = Math.min(monthlyQuota, burstPerMinute, asked.length)
          expect(charged + refunded).toBeGreaterThanOrEqual(least)
          expect(await countedOf()).toEqual({ month: charged, burst: charged + refunded })
        }),
        { numRuns: 10 },
      )
    })

    test('a 304 that is charged only to the burst, also with the ETag of another process', async () => {
      await renew(owner, created.id)
      const tags = await Promise.all(addresses.map(tagAt))
      expect(new Set(tags).size).toBe(1)
      await renew(owner, created.id, { monthlyQuota: 40 })
      const known = inTurns(60, addresses.length, async (place) => {
        return (await readAt(addresses[place % addresses.length], tags[0])).status
      })
      const [answers, found] = await Promise.all([flood(120), known])
      const { charged, refunded } = tally(answers)
      const statuses = timesOf(found)
      expect(charged).toBeLessThanOrEqual(40)
      expect(Object.keys(statuses).every((status) => ['304', '429'].includes(status))).toBe(true)
      expect(await countedOf()).toEqual({
        month: charged,
        burst: charged + refunded + (statuses['304'] ?? 0),
      })
    })

    test('exactly the units again that failed calls used', async () => {
      await renew(owner, created.id, { monthlyQuota: 50 })
      await rowsOf(owner, 'alter table brand_detail rename to detail_gone')
      try {
        const answers = await Promise.all(
          ways.flatMap((way) => [way, way]).map((way) => way.ask(QUESTIONS['a mark'])),
        )
        expect(timesOf(answers)).toEqual({ internal_error: 2 * ways.length })
      } finally {
        await rowsOf(owner, 'alter table detail_gone rename to brand_detail')
      }
      expect(await countedOf()).toEqual({ month: 0, burst: 2 * ways.length })
      const { charged, refunded, refused } = tally(await flood(120))
      expect(refused).toEqual({ quota_exceeded: 120 - charged - refunded })
      expect(charged).toBeLessThanOrEqual(50)
      expect((await countedOf())?.month).toBe(charged)
    })
  })

  const DETAIL = QUESTIONS['a mark'].path
  const readAt = (address = '', tag?: string): Promise<Answer> =>
    ask({ address }, DETAIL, { key: created.key, ...(tag ? { headers: { 'if-none-match': tag } } : {}) })
  const tagAt = async (address: string): Promise<string> => (await readAt(address)).headers.get('etag') ?? ''

  describe('apply a change of a key at the next request:', () => {
    const askAll = async (all: readonly WayToSpend[], question: Question = QUESTIONS['a mark']) =>
      timesOf(await Promise.all(all.map((way) => way.ask(question))))

    test('its scopes, its limits and its revocation', async () => {
      const key = await makeKey(owner, ROOMY)
      const all = await waysOf(key.key)
      expect(await askAll(all)).toEqual({ answered: all.length })
      const change = (terms: Partial<Parameters<typeof updateKey>[2]>) =>
        updateKey(
          owner,
          key.id,
          { scopes: undefined, monthlyQuota: undefined, burstPerMinute: undefined, ...terms },
          AUTHOR,
        )
      await change({ scopes: ['insights:read'] })
      expect(await askAll(all)).toEqual({ forbidden: all.length })
      await change({ scopes: ['brands:read'], monthlyQuota: all.length })
      expect(await askAll(all)).toEqual({ quota_exceeded: all.length })
      await change({ monthlyQuota: 1_000, burstPerMinute: 1 })
      expect(await askAll(all)).toEqual({ rate_limited: all.length })
      await revokeKey(owner, key.id, AUTHOR)
      expect(await askAll(all)).toEqual({ unauthorized: all.length })
    })

    test('its rotation', async () => {
      const old = await makeKey(owner, ROOMY)
      const before = await waysOf(old.key)
      expect(await askAll(before)).toEqual({ answered: before.length })
      const { key } = await rotateKey(owner, old.id, '0', AUTHOR)
      expect(await askAll(before)).toEqual({ unauthorized: before.length })
      expect(await askAll(await waysOf(key))).toEqual({ answered: before.length })
    })
  })

  test('all show the changes of a run at the next request, with one new ETag', async () => {
    await renew(owner, created.id)
    const [tag = ''] = await Promise.all(addresses.map(tagAt))
    for (const address of addresses) expect((await readAt(address, tag)).status).toBe(304)
    const file = await keepFile(join(folder.path, 'sheets'), {
      ...smallSheet(first),
      body: () =>
        Buffer.from(
          `N° Solicitud;Denominación;Estado;Fecha de Presentación\n${mark.nroSolicitud};OTRO NOMBRE;${mark.estadoOficina};02/01/2026\n`,
        ),
    })
    const settings = { DATABASE_URL: database.url, DATA_DIR: join(folder.path, 'command') }
    const { code, err } = await startCommand('scripts/sync.ts', ['sheets', '--file', file], settings).ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const answers = await Promise.all(addresses.map((address) => readAt(address, tag)))
    expect(answers.map(({ status, body }) => [status, body?.denominacion])).toEqual(
      addresses.map(() => [200, 'OTRO NOMBRE']),
    )
    const tags = new Set(answers.map(({ headers }) => headers.get('etag')))
    expect(tags.size).toBe(1)
    expect(tags).not.toContain(tag)
  })

  test('a killed process loses only its own requests; limits stay exact, and a new process takes its share', async () => {
    const calls = [READ_NOTHING, CALL_TOOL]
    const QUOTA = 400
    const roomy = await makeKey(owner, ROOMY)
    const poor = await makeKey(owner, { ...ROOMY, monthlyQuota: QUOTA })
    const loadAt = (address: string) => ({
      roomy: startTraffic(calls, { address, key: roomy.key, clients: 1 }),
      poor: startTraffic(calls, { address, key: poor.key, clients: 1 }),
    })
    const loads = addresses.map(loadAt)
    const [dying, ...living] = loads as [(typeof loads)[0], ...typeof loads]
    await until(() => granted(dying.roomy.outcomes) > 5 && granted(dying.poor.outcomes) > 5)
    await processes[0]?.stop('SIGKILL')
    const joining = start()
    processes[0] = joining
    addresses[0] = await joining.address()
    const joined = loadAt(addresses[0])
    const isSpent = ({ poor }: (typeof loads)[0]): boolean =>
      poor.outcomes.some(({ verdict }) => verdict === 'limited')
    await until(() => granted(joined.roomy.outcomes) > 20 && [...living, joined].every(isSpent))
    const all = [...loads, joined]
    await Promise.all(all.flatMap((load) => [load.roomy.stop(), load.poor.stop()]))

    for (const load of [...living, joined]) {
      expect(problemsOf(load.roomy, ['right'])).toEqual([])
      expect(problemsOf(load.poor, ['right', 'limited'])).toEqual([])
    }
    expect(problemsOf(dying.roomy, ['right', 'lost'])).toEqual([])
    // For each client, the killed process may have admitted one request that it did not answer.
    const ungiven = async (id: string, of: 'roomy' | 'poor') =>
      (await usedOf(id)) - all.reduce((sum, load) => sum + granted(load[of].outcomes), 0)
    for (const lost of [await ungiven(roomy.id, 'roomy'), await ungiven(poor.id, 'poor')]) {
      expect(lost).toBeGreaterThanOrEqual(0)
      expect(lost).toBeLessThanOrEqual(calls.length)
    }
    expect(await usedOf(poor.id)).toBe(QUOTA)
  })

  const problemsOf = ({ outcomes }: Traffic, fine: readonly string[]) =>
    outcomes.filter(({ verdict }) => !fine.includes(verdict))

  const usedOf = async (id: string): Promise<number> => (await monthlyUsage(owner, { id }))[0]?.used ?? 0
})

describe('four processes with one schedule', () => {
  let office: Office
  let processes: ServiceProcess[]
  let settings: Record<string, string>
  let key: string

  beforeAll(async () => {
    await openDatabase()
    office = await startOffice([smallSheet(first), smallEdition(first)])
    const from = { url: office.sheetsUrl }
    await syncSheets(database.open('trademark_ingest'), { trigger: 'manual', from })
    await longAgo()
    office.portal.enter(smallMarks(90_000, 5))
    ;({ key } = await makeKey(owner, ROOMY))
    const missed = cronOfTwoHoursAgo()
    settings = {
      SHEETS_URL: office.sheetsUrl,
      BULLETIN_URL: office.bulletinUrl,
      PORTAL_URL: office.portalUrl,
      PORTAL_CONTACT: 'mail@example.org',
      PORTAL_PAUSE_SECONDS: '0',
      SHEETS_SCHEDULE: missed,
      BULLETIN_SCHEDULE: missed,
      PORTAL_SCHEDULE: missed,
      BACKUP_TARGET: `file://${join(folder.path, 'backups')}`,
      ...(await backupKeys()).settings,
    }
  })
  afterAll(async () => {
    endServices()
    await Promise.all(processes.map((process) => process.exitCode()))
    await office.stop()
    await database.drop()
  })

  /** Moves runs of a source 9 days into the past. */
  const longAgo = (source = '%'): Promise<unknown> =>
    rowsOf(
      owner,
      `update sync_run
          set started_at = started_at - interval '9 days', finished_at = finished_at - interval '9 days',
              scheduled_for = null
        where source::text like '${source}'`,
    )

  const runsOfSchedule = async (): Promise<string[]> =>
    (
      await rowsOf<SyncRun>(
        owner,
        `select source, trigger, status, error_code as error from sync_run where trigger <> 'manual' order by run_id`,
      )
    ).map(({ source, trigger, status, error }) => `${source} ${trigger} ${error ?? status}`)

  const jobs = () =>
    processesWith('job-process.ts').filter(({ parent }) =>
      processes.some(({ child }) => child.pid === parent),
    )

  test('do each due run and each due kind of backup once', async () => {
    office.publish([smallSheet(second, 'DOS'), smallEdition(second)])
    processes = PLACES.map(() => start(settings))
    await addressesOf(processes)
    await until(async () => (await runsOfSchedule()).length >= 4 && (await backups()).length >= 2)
    await until(async () => jobs().length === 0)
    expect((await runsOfSchedule()).sort()).toEqual([
      'bulletin catch_up succeeded',
      'bulletin catch_up succeeded', // for another edition
      'portal catch_up succeeded',
      'sheets catch_up succeeded',
    ])
    const asked = office.requests.map(({ path }) => path)
    for (const { path } of [smallSheet(second), smallEdition(first), smallEdition(second)]) {
      expect(asked.filter((each) => each === path)).toHaveLength(1)
    }
    const details = office.portal.calls
      .filter(({ path }) => path.endsWith('NumeroSolicitud'))
      .map(({ body }) => JSON.stringify(body))
    expect(details.length).toBe(new Set(details).size)
    const kinds = (await backups()).map((name) => name.split('-')[0])
    expect(kinds.filter((kind) => kind === 'corpus')).toHaveLength(1)
    const made = await rowsOf(
      owner,
      `select kind, date_bin('5 minutes', started_at, 'epoch') from backup_run group by 1, 2 having count(*) > 1`,
    )
    expect(made).toEqual([])
    // The start of a register warns of one login for all connections, and of an older release of PostgreSQL.
    const expected = /of DATABASE_URL|DATABASE_SERVE_URL|lacks security fixes/
    const lines = processes.flatMap(({ errors }) => errors.split('\n').filter((line) => line !== ''))
    expect(lines.filter((line) => !expected.test(line))).toEqual([])
  })

  const backups = async (): Promise<string[]> =>
    (await readdir(join(folder.path, 'backups')).catch(() => [])).filter((name) => !name.startsWith('.'))

  test('report the run of a killed process as failed and repeat it, and never show half of it', async () => {
    office.publish([smallSheet(second, 'TRES')])
    const { letGo } = await holdLock(owner, POINTS['in the middle of applying'])
    await longAgo('sheets')
    processes.push(start(settings)) // a new process checks its schedule at once
    const runningSheets = async () =>
      (
        await rowsOf<{ id: string; holder: string }>(
          owner,
          `select run_id::text as id, lease_owner as holder
             from sync_run where source = 'sheets' and status = 'running'`,
        )
      )[0]
    await until(async () => (await runningSheets()) !== undefined)
    await until(async () => (await runBackends(owner, { waiting: true })).length > 0)
    await until(() => jobs().length === 1) // wait also for jobs of other processes that checked at the same time
    const run = await runningSheets()
    const [job] = jobs()
    const holder = Number(run?.holder.split(' ')[0])
    expect(job?.pid).toBe(holder)
    const victim = processes.find(({ child }) => child.pid === job?.parent)
    process.kill(holder, 'SIGKILL')
    await victim?.stop('SIGKILL')
    processes = processes.filter((each) => each !== victim)
    await letGo()
    await until(async () => (await runBackends(owner)).length === 0)

    const addresses = await addressesOf(processes)
    const failureAt = async (address: string): Promise<string | undefined> => {
      const { body } = await ask({ address }, '/v1/sync-runs?source=sheets&limit=100', { key })
      const { status, error } = body.items.find(({ id }: SyncRun) => id === run?.id)
      return error?.code ?? status
    }
    expect(await words(addresses)).toEqual(['DOS'])
    await rowsOf(
      owner,
      `update sync_run set heartbeat_at = heartbeat_at - interval '61 seconds' where run_id = ${run?.id}`,
    )
    expect(await Promise.all(addresses.map(failureAt))).toEqual(addresses.map(() => 'interrupted'))

    processes.push(start(settings)) // checks at once; the others check within a minute
    await until(async () => {
      await words(addresses)
      return (await runsOfSchedule()).at(-1) === 'sheets catch_up succeeded'
    })
    expect(await words(addresses)).toEqual(['TRES'])
    expect((await runsOfSchedule()).slice(-2)).toEqual([
      'sheets catch_up interrupted',
      'sheets catch_up succeeded',
    ])
  })

  /** Returns the words in the names of the marks, and expects one word per page: two would be half of a run. */
  async function words(addresses: readonly string[]): Promise<string[]> {
    const pages = await Promise.all(
      addresses.map(async (address) => {
        const { body } = await ask({ address }, '/v1/brands?limit=100', { key })
        const ofSheet = body.items.filter(
          ({ nroSolicitud }: BrandSummary) => Number(nroSolicitud) <= SMALL_MARKS,
        )
        expect(ofSheet).toHaveLength(SMALL_MARKS)
        return wordsIn(ofSheet.map(({ denominacion }: BrandSummary) => denominacion))
      }),
    )
    expect(pages.map((page) => page.length)).toEqual(addresses.map(() => 1))
    return [...new Set(pages.flat())]
  }
})
