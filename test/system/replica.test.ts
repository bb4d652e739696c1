import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { BOUNDS, type Outcome } from '../../shared/db/replica/replica.ts'
import { monthlyUsage } from '../../shared/keys/keys.ts'
import { startTcpProxy, type TcpProxy } from '../resilience/tcp-proxy.ts'
import { blackHole } from '../support/black-hole.ts'
import { type SampleMark, sampleMarks } from '../support/marks.ts'
import { callTool } from '../support/mcp-service.ts'
import { metricValue, parseMetrics } from '../support/metrics-text.ts'
import { ServiceProcess } from '../support/process.ts'
import {
  type OpenedReplica,
  type ReplicatedService,
  sql,
  startReplicatedService,
} from '../support/replicated-service.ts'
import { type Answer, ask as askService } from '../support/service.ts'
import { record, rowsOf, stagedRun } from '../support/staged-run.ts'
import { whyNoPostgres15 } from '../support/streaming-replica.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { makeKey } from '../support/test-keys.ts'
import { until } from '../support/until.ts'

const marks = sampleMarks().slice(0, 60)
const [mark] = marks as [SampleMark]
const DETAIL = `/v1/brands/${mark.nroSolicitud}`
const SEARCH = `/v1/brands?q=${encodeURIComponent(mark.denominacion)}`
const LIST = '/v1/brands?limit=3'

const withPostgres = whyNoPostgres15 === undefined ? describe : describe.skip

withPostgres(`a replica${whyNoPostgres15 === undefined ? '' : `, ${whyNoPostgres15}`}`, () => {
  let service: ReplicatedService
  beforeAll(async () => {
    service = await startReplicatedService(marks)
  })
  afterAll(() => service.stop())

  const ask = (path: string, key = service.key): Promise<Answer> => askService(service, path, { key })
  const call = (name: string, args: object, key = service.key): Promise<Answer> =>
    callTool(service, name, args, key)
  /** Sends every kind of read of the corpus over REST and MCP, and returns each status and body. */
  const askAll = async (key?: string): Promise<unknown[]> => {
    const answers = [
      await ask(DETAIL, key),
      await ask(SEARCH, key),
      await ask(LIST, key),
      await call('search_brands', { q: mark.denominacion }, key),
      await call('get_brand_detail', { nroSolicitud: mark.nroSolicitud }, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(answers.filter(({ body }) => body.result?.isError)).toEqual([])
    return answers.map(({ body }) => body)
  }
  const ALL = 5
  const open = async (...options: Parameters<ReplicatedService['open']>): Promise<OpenedReplica> => {
    await service.caughtUp()
    const replica = service.open(...options)
    await replica.is(undefined)
    return replica
  }
  /** Returns the counts of the outcomes that occurred. */
  const counted = ({ outcomes }: OpenedReplica): Partial<Record<Outcome, number>> =>
    Object.fromEntries(Object.entries(outcomes).filter(([, times]) => times > 0))

  describe('that is healthy', () => {
    test('answers each read of the corpus, over REST and MCP, as the primary would', async () => {
      service.open()
      const alone = await askAll()
      const replica = await open()
      const before = (await service.replicaServer.log()).length
      expect(await askAll()).toEqual(alone)
      expect(counted(replica)).toEqual({ replica: ALL })
      const said = (await service.replicaServer.log()).slice(before)
      // The primary supplies the window of the search.
      for (const statement of ['get-brand', 'read-brands', 'brand_listing', 'search.version']) {
        expect(said).toContain(statement)
      }
    })

    test('leaves only the admission of these reads to the primary', async () => {
      await open()
      await askAll() // prepares statements that are planned only once
      const before = (await service.cluster.primary.log()).length
      await askAll()
      const said = (await service.cluster.primary.log()).slice(before)
      expect(said.match(/execute admit/g)).toHaveLength(ALL)
      expect(said).not.toMatch(/get-brand|read-brands|brand_listing|search\.posting/)
    })

    test('gets no queries on keys, limits, runs or freshness, and no writes', async () => {
      await open()
      const key = (await makeKey(service.owner, { monthlyQuota: ALL, burstPerMinute: 100 })).key
      const before = (await service.replicaServer.log()).length
      await askAll(key)
      expect((await ask(DETAIL, key)).body.error.code).toBe('quota_exceeded')
      expect((await ask(DETAIL, 'tmk_nonsense')).status).toBe(401)
      for (const path of ['/v1/freshness', '/v1/sync-runs', '/health']) {
        expect((await ask(path)).status).toBe(200)
      }
      await (await fetch(`${service.address}/metrics`)).text()
      const said = (await service.replicaServer.log()).slice(before)
      expect(said).not.toMatch(/api_key|usage_counter|consumer|sync_run|backup/)
      expect(said).not.toMatch(/\b(insert|update|delete)\b/i)
      expect(said.match(/read only/g)).toHaveLength(ALL)
    })

    test('answers an invalid request as the primary would, and stays in use', async () => {
      const replica = await open()
      const answers = [
        await ask(`${LIST}&cursor=broken`),
        await ask('/v1/brands/1'),
        await ask('/v1/brands/x'),
        await ask('/v1/brands?limit=0'),
      ]
      expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 400])
      expect([replica.status().leftOut, replica.outcomes.lost]).toEqual([undefined, 0])
    })

    test('is described in the metrics', async () => {
      await open()
      await askAll()
      const page = async () => {
        const response = await fetch(`${service.address}/metrics`)
        return parseMetrics(await response.text())
      }
      // The replica may not have received the last writes of the primary yet.
      await until(async () => metricValue(await page(), 'trademark_replica_lag_seconds') === 0)
      const metrics = await page()
      expect(metricValue(metrics, 'trademark_replica_in_use')).toBe(1)
      expect(metricValue(metrics, 'trademark_replica_reads_total{outcome="replica"}')).toBe(ALL)
      expect(metricValue(metrics, 'trademark_replica_left_out{reason="behind"}')).toBe(0)
    })
  })

  describe('that lags', () => {
    afterEach(() => service.resumeReplay())

    test('does not answer reads of a corpus that it lacks, and does again once it has caught up', async () => {
      const replica = await open()
      await service.pauseReplay()
      await stagedRun(service.ingest, rowsOf([record('77', { denominacion: 'NUEVA' })]))
      expect((await ask('/v1/brands/77')).body.denominacion).toBe('NUEVA')
      expect(counted(replica)).toEqual({ other_state: 1 })
      await service.resumeReplay()
      await service.caughtUp()
      expect((await ask('/v1/brands/77')).body.denominacion).toBe('NUEVA')
      expect(counted(replica)).toEqual({ other_state: 1, replica: 1 })
    })

    test('beyond the maximum is left out, and used again once it has caught up', async () => {
      const replica = await open({ bounds: { mostLagMs: 200 } })
      await service.pauseReplay()
      await ask(DETAIL) // the admission writes to the primary
      await replica.is('behind')
      const before = replica.outcomes.replica
      await askAll()
      expect(replica.outcomes).toMatchObject({ replica: before, left_out: ALL })
      expect(replica.status().lagMs).toBeGreaterThan(200)
      await service.resumeReplay()
      await replica.is(undefined)
      await askAll()
      expect(replica.outcomes.replica).toBe(before + ALL)
      expect(replica.changes.map(({ leftOut }) => leftOut)).toEqual([undefined, 'behind', undefined])
    })

    test('stays in use while nothing is written, although its replay is paused', async () => {
      const replica = await open({ bounds: { mostLagMs: 200 } })
      await service.pauseReplay()
      const looks = /log-position/g
      const looked = async (): Promise<number> =>
        (await service.replicaServer.log()).match(looks)?.length ?? 0
      const before = await looked()
      await until(async () => (await looked()) > before + 30)
      expect(replica.changes.map(({ leftOut }) => leftOut)).toEqual([undefined])
    })

    test('is left out by its corpus alone if servers do not report their position in the log', async () => {
      await service.owner.query(sql('revoke execute on function pg_last_wal_replay_lsn() from public'))
      const replica = await open({ bounds: { mostLagMs: 200 } })
      await service.pauseReplay()
      await stagedRun(service.ingest, rowsOf([record('78')]))
      await replica.is('behind')
      await service.resumeReplay()
      await replica.is(undefined)
      expect(counted(replica)).toEqual({})
      await service.owner.query(sql('grant execute on function pg_last_wal_replay_lsn() to public'))
    })
  })

  describe('on which a read hangs', () => {
    /** Locks the marks on the replica, until its replay continues. */
    const lockMarks = async (): Promise<void> => {
      const locks = sql(`select 1 from pg_locks
                          where relation = 'brand_detail'::regclass and mode = 'AccessExclusiveLock' and granted`)
      await service.owner
        .transaction(async (transaction) => {
          await transaction.query(sql('lock table brand_detail in access exclusive mode'))
          // A commit flushes the log, so that the primary sends it.
          await service.owner.query(sql(`select pg_logical_emit_message(true, 'test', 'flush')`))
          await until(async () => (await service.copy.query(locks)).length > 0)
          await service.pauseReplay()
          throw new Error('over')
        })
        .catch(() => {})
      expect(await service.copy.query(locks)).not.toEqual([])
    }
    const waiting = sql(`select pid from pg_stat_activity
                          where application_name = 'trademark replica' and wait_event_type = 'Lock'`)
    const hung = async (): Promise<{ pid: number }[]> => {
      await until(async () => (await service.copy.query(waiting)).length > 0)
      return service.copy.query<{ pid: number }>(waiting)
    }
    afterEach(() => service.resumeReplay())

    test.each([
      ['cancels it', 'pg_cancel_backend', 'late'],
      ['ends its connection', 'pg_terminate_backend', 'lost'],
    ])('and that %s causes neither an error nor the use of a second unit', async (_, how, outcome) => {
      const replica = await open()
      const { key, id } = await makeKey(service.owner, { monthlyQuota: 10 })
      await lockMarks()
      for (const read of [
        () => ask(DETAIL, key),
        () => call('get_brand_detail', { nroSolicitud: mark.nroSolicitud }, key),
      ]) {
        await replica.is(undefined)
        const answer = read()
        for (const { pid } of await hung()) {
          await service.copy.query({ text: `select ${how}($1)`, parameters: ['pid'] }, { pid })
        }
        expect((await answer).status).toBe(200)
        expect(JSON.stringify((await answer).body)).toContain(mark.nroSolicitud)
      }
      expect(counted(replica)).toEqual({ [outcome]: 2 })
      expect(replica.changes.map(({ leftOut }) => leftOut)).toContain('failed')
      expect(await monthlyUsage(service.owner, { id })).toMatchObject([{ used: 2 }])
    })

    test('and never ends is aborted, and sent to the primary in time', async () => {
      const replica = await open({ bounds: { readWithinMs: 600, pauseMs: 600_000 } })
      await lockMarks()
      expect((await ask(DETAIL)).status).toBe(200)
      expect((await ask(DETAIL)).status).toBe(200)
      expect(counted(replica)).toEqual({ late: 1, left_out: 1 })
    })

    test('because it conflicts with the replay is repeated, and the replica stays in use', async () => {
      const replica = await open()
      const [state] = await service.owner.query<{ state: number }>(
        sql(`select (date_part('epoch', created_at) * 1000000)::bigint as state
               from search.version order by version desc limit 1`),
      )
      const looked: number[] = []
      const found = await replica.read(state?.state ?? null, async (corpus) => {
        const [before] = await corpus.query<{ pid: number }>(
          sql('select pg_backend_pid() as pid, count(*) from brand'),
        )
        looked.push(before?.pid ?? 0)
        if (looked.length === 1) {
          // A vacuum keeps rows that a statement in progress on the primary could still see, so it is repeated.
          await until(async () => {
            await service.owner.query(sql('update brand set nro_registro = nro_registro'))
            await service.owner.query(sql('vacuum brand'))
            await service.caughtUp()
            const reader = sql(`select from pg_stat_activity where pid = ${looked[0]}`)
            return (await service.copy.query(reader)).length === 0
          })
        }
        return corpus.query(sql('select count(*) as marks from brand'))
      })
      expect(found).toEqual([{ marks: expect.any(Number) }])
      expect(new Set(looked).size).toBe(2)
      expect(counted(replica)).toEqual({ cancelled: 1 })
      expect(replica.status().leftOut).toBeUndefined()
      await askAll()
      expect(counted(replica)).toEqual({ cancelled: 1, replica: ALL })
    })
  })

  describe('that fails', () => {
    let proxy: TcpProxy
    beforeAll(async () => {
      proxy = await startTcpProxy(service.replicaServer.url('marks'))
    })
    afterAll(() => proxy.close())

    /** Sends reads on several connections until it is stopped, and counts them. */
    const load = () => {
      let isOver = false
      let asked = 0
      const worker = async (): Promise<void> => {
        while (!isOver) {
          await askAll()
          asked += ALL
        }
      }
      const workers = Promise.all(Array.from({ length: 6 }, worker))
      return {
        asked: () => asked,
        end: async () => {
          isOver = true
          await workers
        },
      }
    }

    test('by kill -9 during many reads causes no error, and is used again once it is back', async () => {
      const replica = await open()
      const traffic = load()
      try {
        await until(() => replica.outcomes.replica > 20)
        await service.replicaServer.kill()
        await until(() => replica.status().leftOut !== undefined)
        const asked = traffic.asked()
        await until(() => traffic.asked() > asked + 20)
        const { status, body } = await ask('/health')
        expect([status, body.status]).toEqual([200, 'ok'])
        await service.replicaServer.start()
        await replica.is(undefined)
        const { replica: before } = replica.outcomes
        await until(() => replica.outcomes.replica > before + 20)
      } finally {
        await traffic.end()
      }
    })

    test('behind a network that drops all packets delays one read, and causes no error', async () => {
      const bounds = { beginWithinMs: 500, readWithinMs: 1_000, pauseMs: 600_000, probeEveryMs: 600_000 }
      const replica = await open({ url: proxy.through(service.replicaServer.url('marks')), bounds })
      await until(async () => {
        await askAll()
        return replica.outcomes.replica > 0
      })
      const before = { ...replica.outcomes }
      await proxy.suffer({ kind: 'black hole' })
      for (let round = 0; round < 4; round++) {
        await askAll()
      }
      expect(replica.outcomes).toEqual({
        ...before,
        late: before.late + 1,
        left_out: before.left_out + 4 * ALL - 1,
      })
      expect(replica.status().leftOut).toBe('failed')
      await proxy.suffer({ kind: 'none' })
    })

    test.each([
      ['an answer breaks off', { kind: 'reset' }],
      ['every connection is closed', { kind: 'cut' }],
    ] as const)('in the moment in which %s causes no error', async (_, fault) => {
      const replica = await open({ url: proxy.through(service.replicaServer.url('marks')) })
      await askAll()
      await proxy.suffer(fault)
      await askAll()
      await replica.is('unreachable')
      await askAll()
      await proxy.suffer({ kind: 'none' })
      await replica.is(undefined)
      await askAll()
    })

    test('from the start, because nothing listens or answers, is never used', async () => {
      const hole = await blackHole()
      for (const url of [hole.url, 'postgres://postgres@127.0.0.1:1/marks']) {
        const replica = service.open({ url })
        await askAll()
        await replica.is('unreachable')
        await askAll()
        expect(counted(replica)).toEqual({ left_out: 2 * ALL })
      }
      service.open()
      await hole.close()
    })
  })

  describe('that is not usable', () => {
    test('because it is the primary is left out', async () => {
      const replica = service.open({ url: service.cluster.primary.url('marks') })
      await replica.is('not_a_replica')
      await askAll()
      expect(counted(replica)).toEqual({ left_out: ALL })
    })

    test('because it is another database of the replica server is left out', async () => {
      await service.owner.query(sql('create database other'))
      await service.caughtUp()
      const replica = service.open({ url: service.replicaServer.url('postgres') })
      await replica.is('another_database')
      await askAll()
      expect(counted(replica)).toEqual({ left_out: ALL })
      await service.owner.query(sql('drop database other'))
    })

    test('because it lacks a migration is left out until the migration is applied', async () => {
      const replica = await open()
      await service.owner.query(sql('create table kept as select * from schema_migration where version = 1'))
      await service.owner.query(sql('delete from schema_migration where version = 1'))
      await replica.is('not_migrated')
      await service.owner.query(sql('insert into schema_migration select * from kept'))
      await replica.is(undefined)
      await service.owner.query(sql('drop table kept'))
    })
  })

  test('is used by npm start if DATABASE_READ_URL is set, and its URL is never printed', async () => {
    await service.caughtUp()
    const folder = await temporaryFolder()
    const secret = new URL(service.replicaServer.url('marks'))
    secret.password = 'hunter2'
    const started = new ServiceProcess({
      DATA_DIR: folder.path,
      DATABASE_URL: service.cluster.primary.url('marks'),
      DATABASE_READ_URL: secret.href,
    })
    const address = await started.address()
    await until(() => started.output.includes('replica in use'))
    expect((await askService({ address }, DETAIL, { key: service.key })).status).toBe(200)
    const metrics = parseMetrics(await (await fetch(`${address}/metrics`)).text())
    expect(metricValue(metrics, 'trademark_replica_reads_total{outcome="replica"}')).toBe(1)
    expect(await started.stop()).toBe(0)
    expect(started.output + started.errors).not.toMatch(/hunter2|postgres:/)
    await folder.remove()
  })

  test('that is promoted is left out from that moment on', async () => {
    const promoted = await service.cluster.follow()
    await service.caughtUp(promoted)
    const replica = await open({
      url: promoted.url('marks'),
      bounds: { probeEveryMs: 600_000, pauseMs: 600_000 },
    })
    await askAll()
    expect(replica.outcomes.replica).toBe(ALL)
    await promoted.promote() // without a health check in between
    const alone = await askAll()
    expect(replica.status().leftOut).toBe('not_a_replica')
    expect(counted(replica)).toEqual({ replica: ALL, other_state: 1, left_out: ALL - 1 })
    expect(alone).toEqual(await askAll())
  })
})

test('after the timeout of the replica, the deadline of a request leaves the primary its full statement timeout', () => {
  expect(BOUNDS.readWithinMs + 5_000).toBeLessThanOrEqual(10_000 - 1_500)
  expect(BOUNDS.mostLagMs).toBe(30_000)
})
