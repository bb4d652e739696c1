import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, SOURCES } from '../../schemas/catalogs.ts'
import { errorEnvelope } from '../../schemas/error.ts'
import { type SyncRun, syncRunPage } from '../../schemas/insight.ts'
import type { Database, Values } from '../../shared/db/database.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'
import { writeCursor } from '../../shared/platform/cursor.ts'
import { validator } from '../../shared/platform/validation.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'
import {
  addRuns,
  contractRun,
  histories,
  replaceRuns,
  runningRow,
  runRow,
} from '../../test/support/sync-runs.ts'

const PATH = '/v1/sync-runs'
const STATUSES = ['running', 'succeeded', 'failed', 'skipped', 'held'] as const

const pageProblems = validator(syncRunPage)
const envelopeProblems = validator(errorEnvelope)

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = await service.key({ scopes: ['insights:read'] })
})
beforeEach(() => replaceRuns(service.owner, []))
afterAll(() => service.stop())

type Query = Record<string, string | number | undefined>

const get = (query: Query | string = ''): Promise<Answer> =>
  ask(service, `${PATH}?${typeof query === 'string' ? query : written(query)}`, { key })

const written = (query: Query): string =>
  Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')

/** Returns one page, checked against its schema. */
async function page(query: Query = {}): Promise<{ items: SyncRun[]; nextCursor: string | null }> {
  const { status, body } = await get(query)
  expect({ status, problems: pageProblems(body) }).toEqual({ status: 200, problems: [] })
  return body
}

/** Returns all pages in order. Calls `between` after each page. */
async function walk(query: Query, between = async (): Promise<void> => {}): Promise<SyncRun[][]> {
  const pages: SyncRun[][] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await page({ ...query, cursor })
    pages.push(items)
    cursor = nextCursor ?? undefined
    await between()
  } while (cursor !== undefined)
  return pages
}

const ids = (runs: SyncRun[]): string[] => runs.map(({ id }) => id)

function expectInvalid({ status, body }: Answer, field: string): void {
  expect({ status, code: body?.error?.code, field: body?.error?.details?.[0].field }).toEqual({
    status: 400,
    code: 'validation_error',
    field,
  })
  expect(envelopeProblems(body)).toEqual([])
}

describe('200', () => {
  test('has an empty page without runs', async () => {
    expect(await page()).toEqual({ items: [], nextCursor: null })
  })

  test('a run has all of its fields, its id as text and its instants in UTC', async () => {
    const row = runRow({
      source: 'bulletin',
      trigger: 'catch_up',
      started_at: '2027-03-01T09:00:00.120Z',
      finished_at: '2027-03-01T09:00:41.007Z',
      source_date: '2027-02-28',
      rows_read: 2_100,
      inserted: 40,
      updated: 1_900,
      unchanged: 80,
      rejected: 10,
      outdated: 30,
      waiting: 25,
      repeated: 15,
      kept: 7,
      withdrawn: 3,
    })
    const [id = ''] = await replaceRuns(service.owner, [row])
    expect(await page()).toEqual({
      items: [
        {
          id,
          source: 'bulletin',
          trigger: 'catch_up',
          status: 'succeeded',
          startedAt: '2027-03-01T09:00:00.120Z',
          finishedAt: '2027-03-01T09:00:41.007Z',
          sourceDate: '2027-02-28',
          rowsRead: 2_100,
          inserted: 40,
          updated: 1_900,
          unchanged: 80,
          rejected: 10,
          outdated: 30,
          waiting: 25,
          repeated: 15,
          kept: 7,
          withdrawn: 3,
          error: null,
        },
      ],
      nextCursor: null,
    })
  })

  test('a run that failed has its reason', async () => {
    const error = { error_code: 'headers_missing', error_message: 'The sheet has no column for the number.' }
    await replaceRuns(service.owner, [runRow({ status: 'failed', ...error })])
    expect((await page()).items[0]?.error).toEqual({
      code: 'headers_missing',
      message: 'The sheet has no column for the number.',
    })
  })

  test('a running run has no end; 60 s after its last heartbeat it counts as interrupted', async () => {
    await replaceRuns(service.owner, [
      runningRow({ source: 'portal' }),
      runningRow({ source: 'sheets', heartbeat_at: '2020-03-01T09:00:00.500Z' }),
    ])
    const [lost, alive] = (await page()).items
    expect(alive).toMatchObject({ source: 'portal', status: 'running', finishedAt: null, error: null })
    expect(lost).toMatchObject({
      status: 'failed',
      finishedAt: '2020-03-01T09:01:00.500Z',
      error: { code: 'interrupted' },
    })
    expect(ids((await page({ status: 'failed' })).items)).toEqual(ids(lost ? [lost] : []))
    expect(ids((await page({ status: 'running' })).items)).toEqual(ids(alive ? [alive] : []))
  })

  test('a page has 20 runs by default, and 100 at most', async () => {
    await replaceRuns(
      service.owner,
      Array.from({ length: 101 }, () => runRow()),
    )
    expect((await page()).items).toHaveLength(20)
    expect((await page({ limit: 1 })).items).toHaveLength(1)
    expect((await page({ limit: 100 })).items).toHaveLength(100)
  })

  test.each([
    [5, [3, 2]],
    [6, [3, 3]],
    [7, [3, 3, 1]],
  ])('of %i runs, 3 per page, the page with the last run has no cursor', async (total, lengths) => {
    await replaceRuns(
      service.owner,
      Array.from({ length: total }, () => runRow()),
    )
    expect((await walk({ limit: 3 })).map(({ length }) => length)).toEqual(lengths)
  })

  test('runs that begin during a pagination neither repeat nor hide other runs', async () => {
    const there = await replaceRuns(
      service.owner,
      Array.from({ length: 9 }, () => runRow()),
    )
    const pages = await walk({ limit: 2 }, async () => {
      await addRuns(service.owner, [runRow(), runRow()])
    })
    expect(ids(pages.flat())).toEqual(there.toReversed())
  })

  test('the response is private and must be revalidated before each use', async () => {
    const { headers } = await get()
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toBe('X-API-Key, Authorization, Accept-Encoding')
  })
})

test('any history, filters and page size give the expected pages', async () => {
  const asked = fc.record({
    source: fc.option(fc.constantFrom(...codes(SOURCES)), { nil: undefined }),
    status: fc.option(fc.constantFrom(...STATUSES), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(histories(), asked, async (rows, { source, status, limit }) => {
      const made = await replaceRuns(service.owner, rows)
      const wanted = rows
        .map((row, place) => contractRun(row, made[place] ?? ''))
        .filter((run) => (source ?? run.source) === run.source && (status ?? run.status) === run.status)
        .reverse()
      const pages = await walk({ source, status, limit })
      expect(pages.flat()).toEqual(wanted)
      expect(pages).toHaveLength(Math.max(1, Math.ceil(wanted.length / limit)))
    }),
    { numRuns: 20 },
  )
})

describe('a cursor', () => {
  const first = async (query: Query): Promise<string> => {
    await replaceRuns(
      service.owner,
      Array.from({ length: 5 }, () => runRow()),
    )
    return (await page({ ...query, limit: 2 })).nextCursor ?? ''
  }

  test('continues with another page size', async () => {
    const cursor = await first({ source: 'sheets' })
    expect((await page({ source: 'sheets', limit: 3, cursor })).items).toHaveLength(3)
    expect(cursor.length).toBeLessThan(200)
  })

  test.each<[string, Query]>([
    ['another source', { source: 'portal' }],
    ['no source', {}],
    ['an additional status', { source: 'sheets', status: 'succeeded' }],
  ])('with %s is refused', async (_, others) => {
    const cursor = await first({ source: 'sheets' })
    expectInvalid(await get({ ...others, cursor }), 'cursor')
  })

  test('that was cut, altered or belongs to another listing is refused', async () => {
    const cursor = await first({})
    const altered = (cursor.startsWith('M') ? 'N' : 'M') + cursor.slice(1)
    for (const wrong of [
      cursor.slice(0, -1),
      `${cursor}A`,
      altered,
      '',
      'x',
      writeCursor({ operation: 'search-brands' }, ['1']),
    ]) {
      expectInvalid(await get({ cursor: wrong }), 'cursor')
    }
  })

  test.each([
    ['no number', ['one']],
    ['a negative number', ['-1']],
    ['more than the largest id', ['9'.repeat(19)]],
    ['nothing', []],
    ['two runs', ['1', '2']],
  ])('with %s as its position is refused', async (_, place) => {
    expectInvalid(await get({ cursor: writeCursor({ operation: 'list-sync-runs' }, place) }), 'cursor')
  })
})

describe('400', () => {
  test.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=1e1'],
    ['limit', 'limit='],
    ['source', 'source=gazette'],
    ['source', 'source=Sheets'],
    ['source', 'source='],
    ['source', 'source=sheets&source=portal'],
    ['status', 'status=done'],
    ['status', 'status='],
    ['trigger', 'trigger=manual'],
  ])('names %s in %s', async (field, query) => {
    expectInvalid(await get(query), field)
  })

  test('lists the allowed values', async () => {
    const { body } = await get('status=done&source=gazette')
    const allowed = body.error.details.map((detail: { allowed: string[] }) => detail.allowed)
    expect(allowed).toEqual(expect.arrayContaining([[...STATUSES], codes(SOURCES)]))
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

test('any page is read in order from an index, without a sort or a sequential scan', async () => {
  await service.owner.query({
    text: `insert into sync_run (source, trigger, status, finished_at)
           select (case when n % 5 = 0 then 'sheets' else 'portal' end)::source,
                  'schedule', case when n % 9 = 0 then 'skipped' else 'succeeded' end, clock_timestamp()
             from generate_series(1, 12000) as n`,
    parameters: [],
  })
  await service.owner.query({ text: 'analyze sync_run', parameters: [] })
  const serving = service.database.open('trademark_serve')
  const [newest] = (await page({ limit: 1 })).items
  for (const before of [undefined, Number(newest?.id) - 6_000]) {
    for (const source of [undefined, 'sheets', 'portal']) {
      for (const status of [undefined, 'skipped', 'held']) {
        for (const limit of [1, 100]) {
          const plan = await planOf(serving, { before, source, status, limit })
          expect([plan, plan.match(/Seq Scan|Sort/)]).toEqual([expect.stringMatching(INDEX_IN_ORDER), null])
        }
      }
    }
  }
})

const INDEX_IN_ORDER = /"Index Scan".*"Index Name":"sync_run_(pkey|of_source)"/

/** Returns PostgreSQL's plan of the statement as JSON text. */
async function planOf(serving: Database, values: Values): Promise<string> {
  const { text, parameters } = sqlFile(import.meta.url, '../../shared/insights/list-sync-runs.sql', 'planned')
  const plan = await serving.query({ text: `explain (format json) ${text}`, parameters }, values)
  return JSON.stringify(plan)
}
