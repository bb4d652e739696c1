import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { entry, record, rowsOf, stagedEdition, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { AUTHOR, makeKey } from '../../../test/support/test-keys.ts'
import { until } from '../../../test/support/until.ts'
import type { Database } from '../../db/database.ts'
import { LOCK_CORPUS } from '../../db/lock-corpus.ts'
import { keyAuditLog, rotateKey, showKey } from '../../keys/keys.ts'
import { SyncError } from '../sync-error.ts'
import { closeLostRuns } from './lease.ts'
import { isGone, leaseOwner } from './lease-owner.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await emptyCorpus(owner)
  await ask(`update corpus_state set kind = 'sample', corpus_date = null`)
})

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

const runs = (): Promise<{ status: string; error_code: string | null }[]> =>
  ask('select status, error_code from sync_run order by run_id')

const corpus = async (): Promise<{ kind: string; version: number; marks: number }> => {
  const [found] = await ask<{ kind: string; version: number; marks: number }>(
    'select kind, version, (select count(*) from brand) as marks from corpus_state',
  )
  return found as { kind: string; version: number; marks: number }
}

/** A process id above the highest that Linux hands out (2^22). */
const NO_PROCESS = 2 ** 22 + 1

const ten = Array.from({ length: 10 }, (_, place) => record(String(place + 1)))

describe('a run', () => {
  test('that succeeds is closed in the transaction that publishes its changes', async () => {
    const report = await stagedRun(ingest, rowsOf(ten))
    expect(report).toMatchObject({
      status: 'succeeded',
      rowsRead: 10,
      inserted: 10,
      updated: 0,
      unchanged: 0,
    })
    expect(await runs()).toEqual([{ status: 'succeeded', error_code: null }])
    expect((await corpus()).marks).toBe(10)
    const [{ same } = { same: false }] = await ask<{ same: boolean }>(
      `select (select xmin from sync_run)::text = (select min(xmin::text) from brand)
          and (select count(distinct xmin::text) from brand) = 1 as same`,
    )
    expect(same).toBe(true)
  })

  test('whose source fails changes nothing, and reports the error message', async () => {
    await stagedRun(ingest, rowsOf(ten))
    const before = await corpus()
    const report = await stagedRun(ingest, rowsOf([record('11')]), {
      meanwhile: () => Promise.reject(new SyncError('cut_off', 'The sheet is cut off.')),
    })
    expect(report).toMatchObject({
      status: 'failed',
      error: { code: 'cut_off', message: 'The sheet is cut off.' },
    })
    expect(await corpus()).toEqual(before)
    expect(await runs()).toMatchObject([{ status: 'succeeded' }, { status: 'failed', error_code: 'cut_off' }])
  })

  test('that throws an unexpected error is stored as failed without the error message, which is thrown for the log', async () => {
    const defect = stagedRun(ingest, rowsOf(ten), { meanwhile: () => Promise.reject(new Error('secret')) })
    await expect(defect).rejects.toThrow('secret')
    const [run] = await ask<{ error_code: string; error_message: string }>(
      'select error_code, error_message from sync_run',
    )
    expect(run?.error_code).toBe('internal_error')
    expect(run?.error_message).not.toContain('secret')
  })

  test('that is stopped midway fails and changes nothing', async () => {
    const stop = new AbortController()
    const report = await stagedRun(ingest, rowsOf(ten), {
      signal: stop.signal,
      meanwhile: async () => stop.abort(new SyncError('interrupted', 'Stopped.')),
    })
    expect(report).toMatchObject({ status: 'failed', error: { code: 'interrupted', message: 'Stopped.' } })
    expect((await corpus()).marks).toBe(0)
  })

  test('leaves no staged rows, whether it succeeds or fails', async () => {
    await stagedRun(ingest, rowsOf(ten))
    await stagedRun(ingest, rowsOf(ten), { meanwhile: () => Promise.reject(new SyncError('cut_off', '')) })
    expect(await ask('select run_id from staged_row union all select run_id from staged_mark')).toEqual([])
  })
})

describe('a stop', () => {
  test('that comes while the differences are applied undoes them', async () => {
    const stop = new AbortController()
    const report = await stagedRun(ingest, rowsOf(ten), {
      signal: stop.signal,
      onPhase: (phase) => phase === 'applying' && stop.abort(new SyncError('interrupted', 'Stopped.')),
    })
    expect(report).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
    expect(await corpus()).toMatchObject({ kind: 'sample', marks: 0 })
  })
})

test('a run whose staged rows are lost changes nothing, and does not end the sample', async () => {
  const waiting = Promise.withResolvers<void>()
  const run = await owner.transaction(async (transaction) => {
    await transaction.query(LOCK_CORPUS) // so that the run waits before it applies
    const running = stagedRun(ingest, rowsOf(ten), {
      onPhase: (phase) => phase === 'comparing' && waiting.resolve(),
    })
    await waiting.promise
    await ask('truncate staged_row, staged_mark, staged_run') // as a crash of the database does
    return { running }
  })
  expect(await run.running).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
  expect((await corpus()).kind).toBe('sample')
})

describe('a stop during a long statement', () => {
  test('ends the run at once, and the statement changes nothing', async () => {
    const stop = new AbortController()
    const report = await owner.transaction(async (transaction) => {
      await transaction.query(LOCK_CORPUS)
      return stagedRun(ingest, rowsOf(ten), {
        signal: stop.signal,
        onPhase: (phase) =>
          phase === 'comparing' && setImmediate(() => stop.abort(new SyncError('interrupted', 'Stopped.'))),
      })
    })
    expect(report).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
    expect((await stagedRun(ingest, rowsOf([record('99')]))).status).toBe('succeeded')
    expect(await ask('select nro_solicitud from brand')).toEqual([{ nro_solicitud: 99 }])
  })
})

test('a stop after a run has succeeded does not make it fail', async () => {
  const many = rowsOf(Array.from({ length: 6_000 }, (_, place) => record(String(place + 1))))
  const stop = new AbortController()
  const { run } = await owner.transaction(async (transaction) => {
    // The steps after the transaction of the run wait for this lock; the transaction does not.
    await transaction.query({ text: 'lock table brand in share update exclusive mode', parameters: [] })
    const running = stagedRun(ingest, many, { signal: stop.signal })
    await until(async () => (await runs())[0]?.status === 'succeeded')
    stop.abort(new SyncError('interrupted', 'Stopped.'))
    return { run: running }
  })
  expect(await run).toMatchObject({ status: 'succeeded', inserted: 6_000, error: null })
})

describe('two runs of one source', () => {
  test('never overlap: the second is skipped with the reason', async () => {
    let second: Promise<unknown> | undefined
    const first = await stagedRun(ingest, rowsOf(ten), {
      meanwhile: async () => {
        second = stagedRun(ingest, rowsOf(ten))
        await second
      },
    })
    expect(first.status).toBe('succeeded')
    expect(await second).toMatchObject({ status: 'skipped', error: { code: 'already_running' } })
  })

  test('started at the same moment do not all skip, and are stored with the reported status', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => stagedRun(ingest, rowsOf(ten))))
    expect(all.filter(({ status }) => status === 'skipped').length).toBeLessThan(4)
    expect((await corpus()).marks).toBe(10)
    expect((await runs()).map(({ status }) => status).sort()).toEqual(all.map(({ status }) => status).sort())
  })
})

describe('runs for the same scheduled time', () => {
  const scheduled = { trigger: 'schedule', scheduledFor: new Date('2026-11-20T09:30:00Z') } as const
  const again = () => stagedRun(ingest, rowsOf(ten), scheduled)
  const statusesOf = async () => (await runs()).map(({ status }) => status)

  test('result in one run: the others are skipped and not stored', async () => {
    const reports = await Promise.all(Array.from({ length: 4 }, again))
    expect(reports.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
    expect(await again()).toMatchObject({ status: 'skipped', error: { code: 'already_running' } })
    expect(await statusesOf()).toEqual(['succeeded'])
  })

  test('result in one more run after an interruption, also of a later part of the pass', async () => {
    await again()
    const stopped = new SyncError('interrupted', 'Stopped.')
    const cut = { trigger: 'schedule', meanwhile: () => Promise.reject(stopped) } as const
    await stagedRun(ingest, rowsOf(ten), cut)
    const reports = await Promise.all(Array.from({ length: 4 }, again))
    expect(reports.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
    expect(await statusesOf()).toEqual(['succeeded', 'failed', 'succeeded'])
  })

  test('are skipped after one of them has failed', async () => {
    const cut = new SyncError('cut_off', 'The sheet is cut off.')
    await stagedRun(ingest, rowsOf(ten), { ...scheduled, meanwhile: () => Promise.reject(cut) })
    expect((await again()).status).toBe('skipped')
    expect(await statusesOf()).toEqual(['failed'])
  })
})

describe('a lease', () => {
  const someoneElse = `insert into sync_run (source, trigger, status, lease_owner, heartbeat_at)
                       values ('sheets', 'manual', 'running', '1 x elsewhere', clock_timestamp() - interval`

  test('of a process on another machine is respected for 60 s after its last heartbeat', async () => {
    await ask(`${someoneElse} '55 seconds')`)
    expect((await stagedRun(ingest, rowsOf(ten))).status).toBe('skipped')
  })

  test('without a heartbeat for 60 s is closed as failed, with the values that the view already showed', async () => {
    await ask(`${someoneElse} '61 seconds')`)
    const shown = 'select status, finished_at, error_code, error_message from reported_run'
    const meanwhile = await ask(shown)
    expect(meanwhile).toMatchObject([{ status: 'failed', error_code: 'interrupted' }])
    await closeLostRuns(ingest)
    expect(await ask(shown)).toEqual(meanwhile)
    expect((await stagedRun(ingest, rowsOf(ten))).status).toBe('succeeded')
  })

  test('of an ended process on this machine is closed at once', async () => {
    const [, ...rest] = leaseOwner().split(' ')
    const gone = [NO_PROCESS, ...rest].join(' ')
    expect([isGone(gone), isGone(leaseOwner()), isGone(`${NO_PROCESS} x elsewhere`)]).toEqual([
      true,
      false,
      false,
    ])
    await ask(`${someoneElse} '1 second')`)
    await ask(`update sync_run set lease_owner = '${gone}'`)
    expect((await stagedRun(ingest, rowsOf(ten))).status).toBe('succeeded')
    expect(await runs()).toMatchObject([
      { status: 'failed', error_code: 'interrupted' },
      { status: 'succeeded' },
    ])
  })

  test('that was lost prevents its run from applying changes', async () => {
    const report = await stagedRun(ingest, rowsOf(ten), {
      meanwhile: ({ id }) =>
        ask(
          `update sync_run set status = 'failed', finished_at = now(), lease_owner = null where run_id = ${id}`,
        ),
    })
    expect(report).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
    expect((await corpus()).marks).toBe(0)
  })

  test('keeps the rows of a run that continues after its lease was lost out of the next run', async () => {
    const late = record('99')
    await stagedRun(ingest, rowsOf(ten), {
      meanwhile: async ({ id }) => {
        await ask(
          `update sync_run set status = 'failed', finished_at = now(), lease_owner = null where run_id = ${id}`,
        )
        await stagedRun(ingest, rowsOf([late]))
      },
    })
    expect(await ask('select nro_solicitud from brand')).toEqual([{ nro_solicitud: 99 }])
  })
})

describe('the first run on real data', () => {
  const sampleRun = () => stagedRun(ingest, rowsOf(ten), { sample: true, trigger: 'catch_up' })

  test('ends the sample: deletes its marks, annotations and runs, and revokes its ready-made keys with an audit log entry', async () => {
    const { version } = await corpus()
    await sampleRun()
    await ask(`insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion)
               values (1, '2026-01-02', 'PRESENTACION', 'Presentación')`)
    const ready = await makeKey(owner, { consumer: 'sample' })
    await ask(`update key_event set actor = 'npm start'`)
    const rotated = await rotateKey(owner, ready.id, '24 hours', AUTHOR)
    const own = await makeKey(owner, { consumer: 'sample' })
    const report = await stagedRun(ingest, rowsOf([record('5', { denominacion: 'REAL' }), record('500')]))
    expect(report).toMatchObject({ becameRegister: true, inserted: 2, updated: 0, unchanged: 0 })
    expect(await corpus()).toEqual({ kind: 'register', version: version + 2, marks: 2 })
    expect(await ask('select nro_solicitud, denominacion from brand order by 1')).toEqual([
      { nro_solicitud: 5, denominacion: 'REAL' },
      { nro_solicitud: 500, denominacion: 'MARCA 500' },
    ])
    expect(await ask('select nro_solicitud from brand_listing where clase = 0 order by 1')).toEqual([
      { nro_solicitud: 5 },
      { nro_solicitud: 500 },
    ])
    expect(await ask('select from brand_annotation')).toEqual([])
    expect(await ask('select source, sample from sync_run')).toEqual([{ source: 'sheets', sample: false }])
    const state = async ({ id }: { id: string }) => (await showKey(owner, id)).state
    expect(await Promise.all([own, ready, rotated].map(state))).toEqual(['active', 'revoked', 'revoked'])
    const trail = await keyAuditLog(owner, ready.id)
    expect(trail.at(-1)).toMatchObject({
      action: 'revoke',
      actor: 'sync',
      reason: 'the corpus became the register',
      change: { revokedAt: { from: expect.stringMatching(/Z$/), to: expect.stringMatching(/Z$/) } },
    })
  })

  test('leaves no row of the sample in any table of records', async () => {
    await stagedRun(ingest, rowsOf([record('1', { clases: [{ clase: 9, cobertura: null }] })]), {
      sample: true,
      sheet: { name: 'solicitudes', edition: '2026-11-03' },
    })
    await stagedEdition(ingest, '2026-11-05', [entry('1')], { sample: true })
    await ask(`insert into sync_rejection (run_id, sheet, row_number, reason)
               select run_id, 'x', 1, 'x' from sync_run limit 1`)
    await ask(`insert into source_file (source, url, day, sha256, software)
               values ('sheets', 'x', '2026-11-02', 'x', 'x')`)
    await ask(`insert into portal_number (nro_solicitud, asked_at) values (1, now())`)
    await ask('select end_sample()')
    const tables = await ask<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'
          and table_name ~ '^(brand|sheet|bulletin|source_file|sync_|portal_number)'`,
    )
    const counts = await Promise.all(
      tables.map(async ({ name }) => [name, await ask(`select from ${name}`).then((rows) => rows.length)]),
    )
    expect(counts.length).toBeGreaterThan(8)
    expect(counts.filter(([, count]) => count !== 0)).toEqual([])
  })

  test('that fails leaves the sample unchanged', async () => {
    await sampleRun()
    const before = await corpus()
    await stagedRun(ingest, rowsOf([record('5')]), {
      meanwhile: () => Promise.reject(new SyncError('no_rows', '')),
    })
    expect(await corpus()).toEqual(before)
    expect(before.kind).toBe('sample')
  })

  test('turns the corpus into a register even if it never had a sample', async () => {
    expect((await stagedRun(ingest, rowsOf(ten))).becameRegister).toBe(true)
    expect((await corpus()).kind).toBe('register')
    expect((await stagedRun(ingest, rowsOf(ten))).becameRegister).toBe(false)
  })

  test('ends the use of the sample: it is never loaded into a register', async () => {
    await stagedRun(ingest, rowsOf([record('5')]))
    const report = await sampleRun()
    expect(report).toMatchObject({ status: 'failed', error: { code: 'not_a_sample' } })
    expect((await corpus()).marks).toBe(1)
  })
})
