import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type MockInstance,
  test,
  vi,
} from 'vitest'
import type { Source } from '../schemas/catalogs.ts'
import { DEFAULT_SCHEDULES } from '../schemas/config.ts'
import { type Database, openDatabase } from '../shared/db/database.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { log } from '../shared/platform/logger.ts'
import type { Due } from '../shared/schedule/due.ts'
import { addRuns, type RunRow, replaceEditions, replaceRuns, runRow } from '../test/support/sync-runs.ts'
import { createTestDatabase, type TestDatabase } from '../test/support/test-database.ts'
import { type ScheduledSource, sourceTask } from './schedule-runs.ts'
import { type Scheduler, type SchedulerOptions, startScheduler } from './scheduler.ts'

type Scheduled = Pick<ScheduledSource, 'source' | 'pattern'>

const SHEETS: Scheduled = { source: 'sheets', pattern: DEFAULT_SCHEDULES.sheets.cron }
const BULLETIN: Scheduled = { source: 'bulletin', pattern: DEFAULT_SCHEDULES.bulletin.cron }

let database: TestDatabase
let owner: Database
let ingest: Database
let errors: MockInstance<ReturnType<typeof log>['error']>

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
  await owner.query({ text: `update corpus_state set kind = 'register'`, parameters: [] })
})
beforeEach(async () => {
  errors = vi.spyOn(log(), 'error').mockImplementation(() => {})
  await replaceRuns(owner, [])
  await replaceEditions(owner, {})
})
afterEach(async () => {
  errors.mockRestore()
  await Promise.all(started.splice(0).map((each) => each.stop()))
})
afterAll(() => database.drop())

const started: Scheduler[] = []

/** Stores a run that begins and ends at `now`. */
async function keepRun(source: Source, due: Due, now: Date): Promise<void> {
  const at = now.toISOString()
  const [id] = await addRuns(owner, [
    runRow({ source, trigger: due.trigger, started_at: at, finished_at: at }),
  ])
  await takeSlot(id, due.scheduledFor.toISOString())
}

/** Stores that a run is the run for a scheduled time (slot). */
function takeSlot(id: string | undefined, slot: string): Promise<unknown> {
  const text = 'update sync_run set scheduled_for = $1::timestamptz where run_id = $2::bigint'
  return owner.query({ text, parameters: ['slot', 'id'] }, { slot, id })
}

interface Options
  extends Partial<SchedulerOptions>,
    Partial<Pick<ScheduledSource, 'database' | 'sample' | 'run'>> {
  /** Whether runs continue until the test ends them; the scheduler of the test does not wait for them. */
  held?: boolean
}

/** Returns a scheduler after its first check. The test sets its clock and fires its timers. */
async function scheduler(at: string, sources: Scheduled[], { held, ...options }: Options = {}) {
  let clock = new Date(at)
  let timer: { milliseconds: number; work: () => void } | undefined
  let ends: Promise<unknown> = Promise.resolve()
  const begun: string[] = []
  const run: ScheduledSource['run'] = (source, due, signal) => {
    begun.push(`${source} ${due.trigger} ${due.scheduledFor.toISOString()}`)
    const begunRun = options.run ? options.run(source, due, signal) : keepRun(source, due, clock)
    ends = Promise.allSettled([ends, held ? undefined : begunRun])
    return begunRun
  }
  const { check, stop } = startScheduler({
    tasks: sources.map((each) => sourceTask({ database: ingest, ...options, ...each, run })),
    now: () => clock,
    after: (milliseconds, work) => {
      const own = { milliseconds, work }
      timer = own
      return () => {
        timer = timer === own ? undefined : timer
      }
    },
  })
  started.push({ check, stop })
  const lookThrough = async (): Promise<void> => {
    await check()
    await ends
    await nextTurn() // lets the scheduler handle the end of the runs
  }
  await lookThrough()
  return {
    begun,
    stop,
    check,
    timer: () => timer,
    /** Sets the clock, and returns the runs that began then. */
    at: async (instant: string): Promise<string[]> => {
      clock = new Date(instant)
      const before = begun.length
      await lookThrough()
      return begun.slice(before)
    },
  }
}

describe('a slot', () => {
  test('runs once, and no later check runs it again', async () => {
    const { at, begun } = await scheduler('2026-11-20T06:00-03:00', [SHEETS])
    expect(begun).toEqual(['sheets catch_up 2026-11-19T09:30:00.000Z']) // yesterday's
    expect(await at('2026-11-20T06:29:59.999-03:00')).toEqual([])
    expect(await at('2026-11-20T06:30-03:00')).toEqual(['sheets schedule 2026-11-20T09:30:00.000Z'])
    expect(await at('2026-11-20T06:30:01-03:00')).toEqual([])
    expect(await at('2026-11-20T23:00-03:00')).toEqual([])
    expect(await at('2026-11-21T06:30-03:00')).toEqual(['sheets schedule 2026-11-21T09:30:00.000Z'])
  })

  test('gets a timer when it is near; otherwise the next check is in a minute', async () => {
    const { at, timer } = await scheduler('2026-11-20T06:00-03:00', [SHEETS, BULLETIN])
    await at('2026-11-20T06:28-03:00')
    expect(timer()?.milliseconds).toBe(60_000)
    await at('2026-11-20T06:29:18.750-03:00')
    expect(timer()?.milliseconds).toBe(41_250)
    timer()?.work()
    await at('2026-11-20T06:30-03:00')
    expect(timer()?.milliseconds).toBe(60_000)
  })

  test('missed by up to five minutes has the trigger schedule, later catch_up', async () => {
    const five = await scheduler('2026-11-20T06:35-03:00', [SHEETS])
    expect(five.begun).toEqual(['sheets schedule 2026-11-20T09:30:00.000Z'])
    await replaceRuns(owner, [])
    expect(await five.at('2026-11-20T06:35:00.001-03:00')).toEqual([
      'sheets catch_up 2026-11-20T09:30:00.000Z',
    ])
  })

  test('that was missed is caught up at once, and many such slots by one run', async () => {
    await addRuns(owner, [runRow({ started_at: '2026-11-02T09:30:00.000Z' })])
    const { at, begun } = await scheduler('2026-11-20T12:00-03:00', [SHEETS])
    expect(begun).toEqual(['sheets catch_up 2026-11-20T09:30:00.000Z'])
    expect(await at('2026-11-20T12:02-03:00')).toEqual([])
  })

  test.each([
    ['failed', { status: 'failed', error_code: 'no_rows', error_message: 'No rows.' }],
    ['was held by a quality gate', { status: 'held', error_code: 'no_rows', error_message: 'No rows.' }],
    ['found nothing new', { status: 'skipped' }],
    ['was started by an operator', { trigger: 'manual' }],
  ] as const)('is done if a run at or after it %s', async (_, parts) => {
    await addRuns(owner, [runRow({ ...parts, started_at: '2026-11-20T09:30:00.000Z' })])
    const { at, begun } = await scheduler('2026-11-20T12:00-03:00', [SHEETS])
    expect(begun).toEqual([])
    expect(await at('2026-11-21T06:30-03:00')).toHaveLength(1)
  })

  test('is not done by an earlier run, a run of another source, or a run skipped because of another one', async () => {
    const late = { started_at: '2026-11-20T12:00:00.000Z' }
    const held = { status: 'skipped', error_code: 'already_running', error_message: 'Another run.' } as const
    await addRuns(owner, [
      runRow({ started_at: '2026-11-20T09:29:59.999Z' }),
      runRow({ source: 'bulletin', ...late }),
      runRow({ ...held, ...late }),
    ])
    const { begun } = await scheduler('2026-11-20T12:00-03:00', [SHEETS])
    expect(begun).toEqual(['sheets catch_up 2026-11-20T09:30:00.000Z'])
  })

  describe('whose run was interrupted', () => {
    const cut = { status: 'failed', error_code: 'interrupted', error_message: 'Stopped.' } as const
    const lost = { status: 'running', finished_at: null, heartbeat_at: '2026-11-20T09:31:00.000Z' } as const
    const since = { started_at: '2026-11-20T09:30:00.000Z' }
    const found = async (...rows: Partial<RunRow>[]) => {
      await addRuns(
        owner,
        rows.map((parts) => runRow({ ...since, ...parts })),
      )
      return (await scheduler('2026-11-20T06:32-03:00', [SHEETS])).begun
    }
    const AGAIN = ['sheets schedule 2026-11-20T09:30:00.000Z']

    test('by a stop or a killed process runs again', async () => {
      expect(await found(cut)).toEqual(AGAIN)
      await replaceRuns(owner, [])
      expect(await found(lost)).toEqual(AGAIN)
    })

    test('runs again also if an earlier run of the same pass succeeded', async () => {
      expect(await found({}, cut)).toEqual(AGAIN)
    })

    test('runs again at most twice', async () => {
      expect(await found(cut, lost)).toEqual(AGAIN)
      await replaceRuns(owner, [])
      expect(await found(cut, cut, lost)).toEqual([])
    })

    test('does not count for the next slot', async () => {
      await found(cut, cut, cut)
      const { begun } = await scheduler('2026-11-21T06:30-03:00', [SHEETS])
      expect(begun).toEqual(['sheets schedule 2026-11-21T09:30:00.000Z'])
    })

    test('does not run again after a repeated run has ended', async () => {
      expect(await found(cut, { status: 'failed', error_code: 'no_rows', error_message: '' })).toEqual([])
      const left = { status: 'skipped', error_code: 'limit_reached', error_message: '' } as const
      await replaceRuns(owner, [])
      const [, id] = await addRuns(owner, [runRow({ ...since, ...cut }), runRow({ ...since, ...left })])
      await takeSlot(id, '2026-11-20T09:30:00.000Z')
      expect(await found()).toEqual([])
    })

    test('is not repeated after an operator stopped a manual run', async () => {
      expect(await found({ ...cut, trigger: 'manual' })).toEqual([])
    })
  })

  test('waits until the running run has ended', async () => {
    const begun = { started_at: '2026-11-20T09:00:00.000Z' }
    const heartbeat = new Date(Date.now() + 3_600_000).toISOString()
    await addRuns(owner, [
      runRow({ ...begun, status: 'running', finished_at: null, heartbeat_at: heartbeat }),
    ])
    const { at, begun: runs } = await scheduler('2026-11-20T06:30-03:00', [SHEETS])
    expect(await at('2026-11-20T06:31-03:00')).toEqual([])
    expect(runs).toEqual([])
    await replaceRuns(owner, [runRow(begun)])
    expect(await at('2026-11-20T06:40-03:00')).toEqual(['sheets catch_up 2026-11-20T09:30:00.000Z'])
  })

  test('runs once among several processes, even if their clocks and the clock of the database differ', async () => {
    const one = await scheduler('2026-11-20T06:30-03:00', [SHEETS], {
      run: (source, due) => keepRun(source, due, new Date('2026-11-20T09:29:50Z')),
    })
    expect(one.begun).toHaveLength(1)
    expect(await one.at('2026-11-20T06:30:05-03:00')).toEqual([])
    const other = await scheduler('2026-11-20T06:30:10-03:00', [SHEETS])
    expect(await other.at('2026-11-20T06:31-03:00')).toEqual([])
    expect(other.begun).toEqual([])
  })
})

describe('when the clocks change, a slot runs once', () => {
  const daily = (time: string): Scheduled => ({ source: 'sheets', pattern: `${time} * * *` })

  test('in the repeated hour', async () => {
    const { at } = await scheduler('2026-04-05T02:29Z', [daily('30 23')])
    expect(await at('2026-04-05T02:30Z')).toEqual(['sheets schedule 2026-04-05T02:30:00.000Z'])
    expect(await at('2026-04-05T03:30Z')).toEqual([]) // 23:30 again
    expect(await at('2026-04-06T03:30Z')).toEqual(['sheets schedule 2026-04-06T03:30:00.000Z'])
  })

  test('in the skipped hour', async () => {
    const { at } = await scheduler('2026-09-06T03:59Z', [daily('30 0')])
    expect(await at('2026-09-06T04:00Z')).toEqual(['sheets schedule 2026-09-06T04:00:00.000Z'])
    expect(await at('2026-09-06T04:30Z')).toEqual([])
    expect(await at('2026-09-07T03:30Z')).toEqual(['sheets schedule 2026-09-07T03:30:00.000Z'])
  })
})

describe('the bulletin', () => {
  test('is not read on a holiday or a weekend', async () => {
    const { at } = await scheduler('2026-09-17T17:30-03:00', [BULLETIN])
    expect(await at('2026-09-18T09:30-03:00')).toEqual([])
    expect(await at('2026-09-19T12:00-03:00')).toEqual([])
    expect(await at('2026-09-21T09:29-03:00')).toEqual([])
    expect(await at('2026-09-21T09:30-03:00')).toEqual(['bulletin schedule 2026-09-21T12:30:00.000Z'])
  })

  test('is read each hour until the edition of the day is loaded', async () => {
    await replaceEditions(owner, { listed: ['2026-11-20'], taken: ['2026-11-19'] })
    const { at } = await scheduler('2026-11-20T08:00-03:00', [BULLETIN])
    expect(await at('2026-11-20T09:30-03:00')).toHaveLength(1)
    expect(await at('2026-11-20T10:30-03:00')).toHaveLength(1)
    await replaceEditions(owner, { taken: ['2026-11-20'] })
    expect(await at('2026-11-20T11:30-03:00')).toEqual([])
    expect(await at('2026-11-23T09:30-03:00')).toHaveLength(1)
  })

  test('of Friday is caught up on Saturday, unless its edition is loaded', async () => {
    const { at, begun } = await scheduler('2026-11-21T12:00-03:00', [BULLETIN])
    expect(begun).toEqual(['bulletin catch_up 2026-11-20T20:30:00.000Z'])
    await replaceRuns(owner, [])
    await replaceEditions(owner, { taken: ['2026-11-20'] })
    expect(await at('2026-11-21T12:01-03:00')).toEqual([])
  })
})

describe('a run', () => {
  test('of a source waits for the previous one; runs of different sources run in parallel', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { at, begun, stop } = await scheduler('2026-11-20T09:30-03:00', [SHEETS, BULLETIN], {
      run: () => promise,
      held: true,
    })
    expect(await at('2026-11-20T10:30-03:00')).toEqual([])
    expect(begun.toSorted()).toEqual([
      'bulletin schedule 2026-11-20T12:30:00.000Z',
      'sheets catch_up 2026-11-20T09:30:00.000Z',
    ])
    resolve()
    await nextTurn()
    expect(await at('2026-11-20T10:31-03:00')).toContain('bulletin schedule 2026-11-20T13:30:00.000Z')
    await stop()
  })

  test('that fails is logged, and its slot is checked again', async () => {
    const failure = new Error('the disk is full')
    const { at } = await scheduler('2026-11-20T06:30-03:00', [SHEETS], { run: () => Promise.reject(failure) })
    expect(errors).toHaveBeenCalledWith(
      'scheduled run failed',
      expect.objectContaining({ task: 'sheets', error: failure }),
    )
    expect(await at('2026-11-20T06:31-03:00')).toHaveLength(1)
  })
})

describe('an unreachable database', () => {
  test('is logged, and the next check queries it again', async () => {
    let gone = true
    const nowhere = openDatabase({ connectionString: 'postgres://127.0.0.1:1/none' }, 'owner', 'test')
    const sometimes: Database = {
      ...ingest,
      query: (...query) => (gone ? nowhere : ingest).query(...query),
    }
    const { at, timer, begun } = await scheduler('2026-11-20T06:30-03:00', [SHEETS], { database: sometimes })
    expect(begun).toEqual([])
    expect(errors).toHaveBeenCalledWith('schedule not checked', {
      task: 'sheets',
      error: expect.objectContaining({ code: 'ECONNREFUSED' }),
    })
    expect(timer()?.milliseconds).toBe(60_000)
    gone = false
    expect(await at('2026-11-20T06:31-03:00')).toHaveLength(1)
    await nowhere.close()
  })
})

describe('a stop', () => {
  test('aborts running tasks with the error of an interrupted run, and waits for them', async () => {
    const ended: unknown[] = []
    const run: ScheduledSource['run'] = async (_source, _due, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await nextTurn()
      ended.push(signal.reason)
    }
    const { stop, begun } = await scheduler('2026-11-20T06:30-03:00', [SHEETS], { run, held: true })
    expect({ begun: begun.length, ended }).toEqual({ begun: 1, ended: [] })
    await stop()
    expect(ended).toEqual([expect.objectContaining({ code: 'interrupted' })])
  })

  test('leaves no timer, and no later check starts a task', async () => {
    const { check, stop, timer, begun } = await scheduler('2026-11-20T05:00-03:00', [])
    expect(timer()).toBeDefined()
    await stop()
    expect(timer()).toBeUndefined()
    await check()
    expect({ timer: timer(), begun }).toEqual({ timer: undefined, begun: [] })
  })

  test('during a check starts no task', async () => {
    const begun: Source[] = []
    const { check, stop } = startScheduler({
      tasks: [sourceTask({ database: ingest, ...SHEETS, run: async (source) => void begun.push(source) })],
      now: () => new Date('2026-11-20T06:30-03:00'),
    })
    const checking = check()
    await stop()
    await checking
    expect(begun).toEqual([])
  })
})

test('the slot of a source with a long history is found by indexes', async () => {
  await owner.query({
    text: `insert into sync_run (source, trigger, status, finished_at, started_at)
           select (case when n % 90 = 0 then 'sheets' else 'portal' end)::source, 'schedule', 'succeeded',
                  clock_timestamp(), '2020-01-01'::timestamptz + n * interval '1 hour'
             from generate_series(1, 20000) as n`,
    parameters: [],
  })
  await owner.query({ text: 'analyze sync_run', parameters: [] })
  const { text, parameters } = sqlFile(import.meta.url, '../shared/schedule/slot-is-done.sql', 'planned')
  const values = { source: 'sheets', slot: new Date(), edition: null, sample: false }
  const plan = JSON.stringify(
    await ingest.query({ text: `explain (format json) ${text}`, parameters }, values),
  )
  expect(plan).toMatch(/"Index Name":"sync_run_of_source"/)
  expect(plan).toMatch(/"Index Name":"sync_run_of_schedule"/)
  expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"sync_run"/)
})
