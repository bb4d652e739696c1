import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { entry, stagedEdition } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import type { BulletinEntry } from '../values/bulletin-entry.ts'

let database: TestDatabase
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  ingest = database.open('trademark_ingest')
})
afterAll(() => database.drop())
beforeEach(() => emptyCorpus(database.open('owner')))

const [MONDAY, TUESDAY] = ['2026-11-02', '2026-11-03'] as const
const entriesFrom = (first: number, count: number, isResolved = true): BulletinEntry[] =>
  Array.from({ length: count }, (_, place) =>
    entry(String(first + place), { resolucion: isResolved ? `2026/${221_600 + first + place}` : null }),
  )
const load = (day: string, entries: readonly BulletinEntry[], accepts?: string) =>
  stagedEdition(ingest, day, entries, { guarded: true, ...(accepts && { accepts }) })

test('an edition is held when more than a tenth of its entries are in an edition of another day', async () => {
  await load(MONDAY, entriesFrom(1, 200))
  const appended = [...entriesFrom(1_001, 179), ...entriesFrom(1, 20)]
  expect(await load(TUESDAY, appended)).toMatchObject({
    status: 'held',
    error: {
      code: 'edition_repeated',
      message: `20 of the 199 entries of the edition of ${TUESDAY} are also in editions of other days, with the same words and resolutions, such as application 1 on ${MONDAY}.`,
    },
  })
  expect(await load(TUESDAY, appended, 'staged')).toMatchObject({ status: 'succeeded' })
})

test.each([
  ['fewer than 20', [...entriesFrom(1_001, 100), ...entriesFrom(1, 19)]],
  ['a tenth', [...entriesFrom(1_001, 180), ...entriesFrom(1, 20)]],
  ['entries without a resolution', entriesFrom(501, 100, false)],
  [
    'applications with another resolution',
    entriesFrom(1, 100).map((each) => ({ ...each, resolucion: '2026/7' })),
  ],
  [
    'applications with another event',
    entriesFrom(1, 100).map((each) => ({ ...each, descripcion: 'Abandono' })),
  ],
])('an edition may repeat %s of another day', async (_, entries) => {
  await load(MONDAY, [...entriesFrom(1, 200), ...entriesFrom(501, 100, false)])
  expect(await load(TUESDAY, entries)).toMatchObject({ status: 'succeeded' })
})

test('an edition that is read again does not count as repeated', async () => {
  await load(MONDAY, entriesFrom(1, 200))
  expect(await load(MONDAY, entriesFrom(1, 200).toReversed())).toMatchObject({ status: 'succeeded' })
})
