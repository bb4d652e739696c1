import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../shared/db/database.ts'
import { setDatabases } from '../shared/db/serving.ts'
import { invalidCalls } from '../shared/insights/metrics/admissions.ts'
import { callMetrics } from '../shared/insights/metrics/call-metrics.ts'
import { log } from '../shared/platform/logger.ts'
import { loadMarks } from '../test/support/load-marks.ts'
import { sampleMarks } from '../test/support/marks.ts'
import { createTestDatabase, databaseUrl, type TestDatabase } from '../test/support/test-database.ts'
import { makeKey } from '../test/support/test-keys.ts'
import { until } from '../test/support/until.ts'
import { warmUp } from './warm-up.ts'

let database: TestDatabase
let owner: Database
let logged: unknown[][]

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  await makeKey(owner)
})
afterAll(() => database.drop())

afterEach(() => {
  setDatabases({ serving: undefined })
  vi.restoreAllMocks()
})

/** Sets the database of the handlers, and records every line that is logged from now on. */
function serve(serving = database.open('trademark_serve')): Database {
  setDatabases({ serving })
  logged = []
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    vi.spyOn(log(), level).mockImplementation((...line) => void logged.push([level, ...line]))
  }
  return serving
}

const rows = (text: string): Promise<unknown[]> => owner.query({ text, parameters: [] })

/** Returns the metrics and rows that calls of clients change. Log lines are checked separately. */
const traces = async () => ({
  metrics: await callMetrics.metrics(),
  invalidCalls: invalidCalls(),
  keys: await rows('select k::text from api_key as k'),
  counters: await rows('select c::text from usage_counter as c'),
})

test.each([
  ['an empty corpus', []],
  ['a corpus', sampleMarks()],
])(
  'a warm-up on %s opens every connection of the pool, and changes no metrics, keys or counters',
  async (_, marks) => {
    await loadMarks(owner, marks)
    const serving = serve()
    const before = await traces()
    await warmUp(serving, 60_000)
    expect(serving.use().open).toBe(serving.use().most)
    expect(await traces()).toEqual(before)
    expect(logged).toEqual([])
  },
)

test('a warm-up ends at its deadline while the database still blocks its statements', async () => {
  const serving = serve()
  await owner.transaction(async (transaction) => {
    await transaction.query({ text: 'lock table brand in access exclusive mode', parameters: [] })
    await warmUp(serving, 50)
    await until(async () => {
      const waiting = await rows(
        'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
      )
      return waiting.length > 0
    })
  })
  expect(logged).toEqual([])
})

test('a failed warm-up logs one warning, and does not fail the start', async () => {
  const missing = openDatabase({ connectionString: databaseUrl('missing') }, 'trademark_serve', 'test')
  serve(missing)
  await warmUp(missing, 60_000)
  expect(logged).toEqual([['warn', expect.stringContaining('warm-up failed'), { error: expect.anything() }]])
  await missing.close()
})
