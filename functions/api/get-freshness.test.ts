import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, SOURCES, type Source } from '../../schemas/catalogs.ts'
import { errorEnvelope } from '../../schemas/error.ts'
import { type Freshness, freshness, type SourceFreshness } from '../../schemas/insight.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'
import { getFreshness } from '../../shared/insights/freshness.ts'
import { chileanDay } from '../../shared/platform/time/chilean-day.ts'
import { validator } from '../../shared/platform/validation.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'
import {
  ago,
  contractRun,
  HOUR,
  histories,
  type RunRow,
  replaceEditions,
  replaceRuns,
  runningRow,
  runRow,
} from '../../test/support/sync-runs.ts'

const PATH = '/v1/freshness'
const ALL = codes(SOURCES)

const freshnessProblems = validator(freshness)
const envelopeProblems = validator(errorEnvelope)

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = await service.key({ scopes: ['insights:read'] })
})
beforeEach(async () => {
  await replaceRuns(service.owner, [])
  await replaceEditions(service.owner, {})
})
afterAll(() => service.stop())

const get = (query = ''): Promise<Answer> => ask(service, PATH + query, { key })

/** Returns the response, checked against its schema. */
async function fresh(query = ''): Promise<Freshness> {
  const { status, body } = await get(query)
  expect({ status, problems: freshnessProblems(body) }).toEqual({ status: 200, problems: [] })
  return body
}

/** Returns the freshness of the sheets source when these are all its runs. */
async function sheetsAfter(...rows: RunRow[]): Promise<SourceFreshness | undefined> {
  await replaceRuns(service.owner, rows)
  return (await fresh('?source=sheets')).sources[0]
}

const run = (text: string) => service.owner.query({ text, parameters: [] })

const failure = { status: 'failed', error_code: 'no_rows', error_message: 'The file has no rows.' } as const
const heldBack = { status: 'skipped', error_code: 'already_running', error_message: 'Another run.' } as const

describe('200', () => {
  test('all sources are reported in the order of the catalog, even without runs', async () => {
    const { sources, timeZone } = await fresh()
    const never = {
      lastRunAt: null,
      lastRunStatus: null,
      lastSuccessAt: null,
      sourceDate: null,
      lagSeconds: null,
      state: 'stale',
      stale: true,
    }
    const scheduled = { nextRunAt: expect.any(String) } // the sample is published on a schedule
    expect(timeZone).toBe('America/Santiago')
    expect(sources).toEqual([
      { source: 'sheets', cadence: 'daily', thresholdSeconds: 48 * 3_600, ...never, ...scheduled },
      {
        source: 'bulletin',
        cadence: 'monday-to-friday',
        thresholdSeconds: 24 * 3_600,
        ...never,
        ...scheduled,
      },
      { source: 'portal', cadence: 'continuous', thresholdSeconds: 6 * 3_600, ...never, ...scheduled },
    ])
  })

  test.each(ALL)('the parameter source=%s selects this source', async (source) => {
    await replaceRuns(
      service.owner,
      ALL.map((each) => runRow({ source: each })),
    )
    expect((await fresh(`?source=${source}`)).sources.map(({ source }) => source)).toEqual([source])
  })

  test('the next run is in the future for the sample, and null without an address', async () => {
    const { generatedAt, sources } = await fresh()
    const ahead = sources.map(({ nextRunAt }) => nextRunAt !== null && nextRunAt > generatedAt)
    expect(ahead).toEqual([true, true, true])
    await run(`update corpus_state set kind = 'register'`)
    expect((await fresh()).sources.map(({ nextRunAt }) => nextRunAt)).toEqual([null, null, null])
    await run(`update corpus_state set kind = 'sample'`)
  })

  test('the member sample is true for a sample, and absent for a register', async () => {
    expect((await fresh()).sample).toBe(true)
    await run(`update corpus_state set kind = 'register'`)
    expect(Object.keys(await fresh())).toEqual(['generatedAt', 'timeZone', 'sources'])
    await run(`update corpus_state set kind = 'sample'`)
  })

  test('the lag is the time since the end of the last successful run', async () => {
    await replaceRuns(service.owner, [runRow({ finished_at: ago(5 * HOUR), source_date: '2027-03-01' })])
    const { generatedAt, sources } = await fresh('?source=sheets')
    const [sheets] = sources
    const lag = Date.parse(generatedAt) - Date.parse(sheets?.lastSuccessAt ?? '')
    expect(lag).toBeGreaterThanOrEqual(5 * HOUR)
    expect(sheets).toMatchObject({
      lagSeconds: Math.floor(lag / 1_000),
      stale: false,
      sourceDate: '2027-03-01',
    })
  })

  test('a lag beyond the threshold is stale', async () => {
    expect(await sheetsAfter(runRow({ finished_at: ago(49 * HOUR) }))).toMatchObject({ stale: true })
    expect(await sheetsAfter(runRow({ finished_at: ago(47 * HOUR) }))).toMatchObject({ stale: false })
  })

  test('a run without changes counts as a comparison with the source', async () => {
    const done = ago(HOUR)
    const reported = await sheetsAfter(runRow({ finished_at: ago(90 * HOUR) }), {
      ...runRow({ status: 'skipped', finished_at: done, source_date: '2027-03-02' }),
    })
    expect(reported).toMatchObject({
      lastSuccessAt: done,
      lastRunStatus: 'skipped',
      sourceDate: '2027-03-02',
      stale: false,
    })
  })

  test.each([
    ['failed', failure],
    ['was skipped because another run was running', heldBack],
    ['was held by a quality gate', { ...failure, status: 'held' as const }],
  ])('a run that %s counts as the last run, but not as a success', async (_, ending) => {
    const done = ago(3 * HOUR)
    const begun = ago(2 * HOUR)
    const reported = await sheetsAfter(
      runRow({ finished_at: done, source_date: '2027-03-01' }),
      runRow({ ...ending, started_at: begun, source_date: '2027-03-09' }),
    )
    expect(reported).toMatchObject({
      lastRunAt: begun,
      lastRunStatus: ending.status,
      lastSuccessAt: done,
      sourceDate: '2027-03-01',
    })
  })

  describe('a run on files that an operator named', () => {
    const files = { input: { files: ['/data/solicitudes.csv'] }, trigger: 'manual' } as const
    const configured = { schedules: () => ({ sheets: '30 6 * * *' }) }
    const onlyFiles = { schedules: () => ({}) }

    async function sheets(policy: object, ...rows: RunRow[]): Promise<SourceFreshness | undefined> {
      await replaceRuns(service.owner, rows)
      const lagHours = { sheets: 48, bulletin: 24, portal: 6 }
      return (await getFreshness(service.owner, { source: 'sheets' }, { lagHours, ...policy })).sources[0]
    }

    test.each([
      ['held', { ...failure, status: 'held' as const }],
      ['failed', failure],
    ])(
      'hides neither the lag of the configured source nor its last run, which %s',
      async (status, ending) => {
        const done = ago(60 * HOUR)
        const reported = await sheets(
          configured,
          runRow({ finished_at: done, source_date: '2027-03-01' }),
          runRow(ending),
          runRow({ ...files, source_date: '2027-03-09' }),
        )
        expect(reported).toMatchObject({
          lastRunStatus: status,
          lastSuccessAt: done,
          sourceDate: '2027-03-01',
          state: 'stale',
        })
      },
    )

    test('counts if the source has no address', async () => {
      const done = ago(HOUR)
      const load = runRow({ ...files, finished_at: done, source_date: '2027-03-01' })
      expect(await sheets(onlyFiles, load)).toMatchObject({
        lastSuccessAt: done,
        sourceDate: '2027-03-01',
        state: 'current',
        nextRunAt: null,
      })
    })
  })

  test('a run on an older edition does not reset the lag, and a run on the same edition does', async () => {
    const newest = runRow({ finished_at: ago(60 * HOUR), source_date: '2027-03-02' })
    expect(await sheetsAfter(newest, runRow({ source_date: '2027-03-01' }))).toMatchObject({
      lastSuccessAt: newest.finished_at,
      state: 'stale',
    })
    expect(await sheetsAfter(newest, runRow({ source_date: '2027-03-02' }))).toMatchObject({
      state: 'current',
    })
  })

  test('a source without an address and without loaded data is not configured, and not stale', async () => {
    await replaceRuns(service.owner, [runRow({ ...failure, trigger: 'manual', source: 'portal' })])
    await run(`update corpus_state set kind = 'register'`)
    const states = (await fresh()).sources.map(({ state, stale, lagSeconds }) => ({
      state,
      stale,
      lagSeconds,
    }))
    expect(states).toEqual(ALL.map(() => ({ state: 'not_configured', stale: false, lagSeconds: null })))
    await run(`update corpus_state set kind = 'sample'`)
  })

  test('a running run is the last run; without a heartbeat it has failed', async () => {
    expect(await sheetsAfter(runningRow())).toMatchObject({ lastRunStatus: 'running', lastSuccessAt: null })
    expect(await sheetsAfter(runningRow({ heartbeat_at: ago(HOUR) }))).toMatchObject({
      lastRunStatus: 'failed',
    })
  })

  test('the bulletin does not lag once its last edition was read, however long ago', async () => {
    await replaceRuns(service.owner, [runRow({ source: 'bulletin', finished_at: ago(90 * HOUR) })])
    await replaceEditions(service.owner, { taken: [chileanDay(new Date())] })
    const [bulletin] = (await fresh('?source=bulletin')).sources
    expect(bulletin).toMatchObject({ lagSeconds: 0, stale: false })
  })

  test('a bulletin without its last editions is stale', async () => {
    await replaceRuns(service.owner, [runRow({ source: 'bulletin' })])
    await replaceEditions(service.owner, { taken: [chileanDay(new Date(Date.now() - 14 * 24 * HOUR))] })
    const [bulletin] = (await fresh('?source=bulletin')).sources
    expect(bulletin).toMatchObject({ lagSeconds: expect.any(Number), stale: true })
    expect(bulletin?.lagSeconds).toBeGreaterThan(24 * 3_600)
  })

  test("the office's newest date is kept after an older file is read again", async () => {
    const reported = await sheetsAfter(
      runRow({ source_date: '2027-03-01' }),
      runRow({ source_date: '2019-06-30' }),
    )
    expect(reported?.sourceDate).toBe('2027-03-01')
  })

  test('the response is not stored', async () => {
    expect((await get()).headers.get('cache-control')).toBe('no-store')
  })
})

test('any history of runs gives the expected freshness', async () => {
  await fc.assert(
    fc.asyncProperty(histories(60), async (rows) => {
      await replaceRuns(service.owner, rows)
      const { generatedAt, sources } = await fresh()
      expect(sources).toMatchObject(ALL.map((source) => reading(rows, source, Date.parse(generatedAt))))
    }),
    { numRuns: 30 },
  )
})

test('a source is stale with a lag above the threshold or without a successful run', async () => {
  const hours = fc.integer({ min: 0, max: 90 })
  const thresholds = fc.record({ sheets: hours, bulletin: hours, portal: hours })
  await fc.assert(
    fc.asyncProperty(histories(), thresholds, async (rows, lagHours) => {
      await replaceRuns(service.owner, rows)
      for (const reported of (await getFreshness(service.owner, {}, { lagHours })).sources) {
        expect(reported.thresholdSeconds).toBe(lagHours[reported.source] * 3_600)
        const isStale = reported.lagSeconds === null || reported.lagSeconds > reported.thresholdSeconds
        const isConfigured = reported.lastSuccessAt !== null
        expect(reported.stale).toBe(isConfigured && isStale)
        expect(reported.state).toBe(!isConfigured ? 'not_configured' : isStale ? 'stale' : 'current')
      }
    }),
    { numRuns: 20 },
  )
})

test('a lag equal to the threshold is not stale, and a clock that was set back gives no negative lag', async () => {
  await replaceRuns(service.owner, [runRow({ finished_at: ago(-HOUR) })])
  const [sheets] = (
    await getFreshness(service.owner, {}, { lagHours: { sheets: 0, bulletin: 1, portal: 1 } })
  ).sources
  expect(sheets).toMatchObject({ lagSeconds: 0, thresholdSeconds: 0, stale: false })
})

/** Computes the expected freshness of one source from all runs. */
function reading(rows: RunRow[], source: Source, now: number): Partial<SourceFreshness> {
  const own = rows.filter((row) => row.source === source && row.input === null)
  const compared = own.filter(
    ({ status, error_code }) => status === 'succeeded' || (status === 'skipped' && error_code === null),
  )
  const sourceDate = latest(compared.map(({ source_date }) => source_date))
  const current = compared.filter(
    (row) => source === 'bulletin' || (row.source_date ?? sourceDate) === sourceDate,
  )
  const lastSuccessAt = latest(current.map(({ finished_at }) => finished_at))
  const newest = own.at(-1)
  return {
    source,
    lastRunAt: newest?.started_at ?? null,
    lastRunStatus: newest ? contractRun(newest, '').status : null,
    lastSuccessAt,
    sourceDate,
    lagSeconds:
      lastSuccessAt === null || source === 'bulletin' // no history has editions
        ? null
        : Math.max(0, Math.floor((now - Date.parse(lastSuccessAt)) / 1_000)),
  }
}

/** Returns the latest of some days or instants, or null if there is none. All have the same format. */
const latest = (texts: (string | null)[]): string | null =>
  texts
    .filter((text) => text !== null)
    .sort()
    .at(-1) ?? null

describe('400', () => {
  test.each([
    ['source', '?source=gazette'],
    ['source', '?source='],
    ['source', '?source=SHEETS'],
    ['source', '?source=sheets&source=portal'],
    ['limit', '?limit=1'],
  ])('names %s in %s, and is not stored', async (field, query) => {
    const { status, headers, body } = await get(query)
    expect({ status, code: body.error.code, field: body.error.details[0].field }).toEqual({
      status: 400,
      code: 'validation_error',
      field,
    })
    expect(envelopeProblems(body)).toEqual([])
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('a key', () => {
  test('without the scope insights:read is refused, and the error names the scope', async () => {
    const narrow = await service.key({ scopes: ['brands:read'] })
    const { status, body } = await ask(service, PATH, { key: narrow })
    expect({ status, message: body.error.message }).toEqual({
      status: 403,
      message: 'API key lacks required scope: insights:read',
    })
  })

  test('without scopes is unrestricted', async () => {
    expect((await ask(service, PATH, { key: await service.key({ scopes: [] }) })).status).toBe(200)
  })

  test('is required', async () => {
    expect((await ask(service, PATH)).status).toBe(401)
  })
})

describe('with many runs', () => {
  const planOf = async (): Promise<string> => {
    const { text, parameters } = sqlFile(import.meta.url, '../../shared/insights/freshness.sql', 'planned')
    const statement = { text: `explain (format json) ${text}`, parameters }
    return JSON.stringify(await service.database.open('trademark_serve').query(statement, { sources: ALL }))
  }

  beforeEach(async () => {
    await run(`insert into sync_run (source, trigger, status, finished_at, source_date)
               select (case when n % 90 = 0 then 'sheets' else 'portal' end)::source, 'schedule', 'succeeded',
                      clock_timestamp(), '2020-01-01'::date + n / 96
                 from generate_series(1, 20000) as n`)
    await run('analyze sync_run')
  })

  test('the query reads the newest run of a source from an index', async () => {
    expect(await planOf()).toMatch(/"Index Scan","Parent[^{}]*"Index Name":"sync_run_of_source"/)
  })

  test('the query does not scan all runs', async () => {
    expect(await planOf()).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"sync_run"/)
  })
})
