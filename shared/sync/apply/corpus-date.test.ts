import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { day } from '../../../test/support/source-statements.ts'
import {
  entry,
  record,
  rowsOf,
  stagedEdition,
  stagedPortal,
  stagedRun,
} from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import { runSync } from '../run/run-sync.ts'
import { createMarkStager } from '../sources/portal/mark-stager.ts'
import { SyncError } from '../sync-error.ts'

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
  await owner.query({ text: 'update corpus_state set corpus_date = null', parameters: [] })
})

interface State {
  date: string | null
  version: number
  /** When the newest version of the search index was created, which ETags depend on. */
  indexed: string
}

const TEXT = `select corpus_date as date, version, (select max(created_at)::text from search.version) as indexed
                from corpus_state`
const state = async (): Promise<State> =>
  (await owner.query<State>({ text: TEXT, parameters: [] }))[0] as State
const date = async (): Promise<string | null> => (await state()).date

const marks = [record('7')]
const FILES = { input: { files: ['a.csv'] } }
const sheets = (on: number, options = {}) =>
  stagedRun(ingest, rowsOf(marks, { fechaFuente: day(on) }), {
    sheet: { name: 'solicitudes', edition: day(on) },
    meanwhile: async ({ progress }) => progress.setSourceDate(day(on)),
    ...options,
  })
const bulletin = (on: number) => stagedEdition(ingest, day(on), [entry('7')])
const portal = (on: number, options = {}) =>
  stagedPortal(
    ingest,
    day(on),
    marks.map((each) => ({ record: each })),
    options,
  )

describe('the date of the corpus', () => {
  test('is the oldest of the newest days of the sources that were read', async () => {
    expect(await date()).toBeNull()
    await sheets(4)
    expect(await date()).toBe(day(4))
    await portal(6)
    expect(await date()).toBe(day(4))
    await bulletin(3)
    expect(await date()).toBe(day(3))
    await bulletin(2) // an edition that was missing
    expect(await date()).toBe(day(3))
    await bulletin(5)
    expect(await date()).toBe(day(4))
  })

  test('depends on named files only for a source that no run has fetched, and never on saved answers', async () => {
    await sheets(3, FILES)
    expect(await date()).toBe(day(3))
    await portal(2, FILES)
    expect(await date()).toBe(day(3))
    await sheets(2)
    expect(await date()).toBe(day(2))
    await sheets(5, FILES)
    expect(await date()).toBe(day(2))
  })

  test('does not depend on a run that its source stopped', async () => {
    await portal(2)
    await runSync(
      ingest,
      { source: 'portal', trigger: 'manual', sample: false, accepts: 'staged' },
      async (run) => {
        const stager = createMarkStager(ingest, run, day(3))
        const result = await stager.end({ newest: '0', saved: false })
        const stopped = new SyncError('source_unreachable', 'It ended.')
        return { ...result, snapshot: { ...result.snapshot, fingerprint: 'staged' }, stopped }
      },
    )
    expect(await date()).toBe(day(2))
  })

  test('changes the version of the corpus and of the index, even if no mark changes', async () => {
    await sheets(4)
    const before = await state()
    await sheets(4)
    expect(await state()).toEqual(before)
    await sheets(5)
    const after = await state()
    expect(after).toMatchObject({ date: day(5), version: before.version + 1 })
    expect(after.indexed > before.indexed).toBe(true)
  })
})
