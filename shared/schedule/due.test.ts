import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import type { Database } from '../db/database.ts'
import { dueRun } from './due.ts'

let database: TestDatabase
let owner: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
})
afterAll(() => database.drop())
beforeEach(() => owner.query({ text: 'truncate sync_run, sync_rejection, bulletin_edition', parameters: [] }))

const ended = (source: string, sample: boolean, input: string | null = null) =>
  owner.query(
    {
      text: `insert into sync_run (source, trigger, status, sample, started_at, finished_at, input)
             values ($1, 'manual', 'succeeded', $2, '2026-09-04T15:00:00Z', '2026-09-04T15:00:01Z', $3)`,
      parameters: ['source', 'sample', 'input'],
    },
    { source, sample, input },
  )
/** Friday noon in Chile. The slot of the morning has passed. */
const noon = new Date('2026-09-04T16:00:00Z')

// An operator may set SHEETS_URL on the day on which the service served the sample. The first run is due now, not tomorrow.
test('a run on the sample data does not count for a source that was configured later', async () => {
  await ended('sheets', true)
  expect(await dueRun(owner, 'sheets', '30 6 * * *', noon)).toMatchObject({ trigger: 'catch_up' })
})

test('a run on a file that an operator named does not count for the slot of the source', async () => {
  await ended('sheets', false, JSON.stringify({ files: ['old.csv'] }))
  expect(await dueRun(owner, 'sheets', '30 6 * * *', noon)).toMatchObject({ trigger: 'catch_up' })
})
