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

const DAY = '2026-11-02'
const WORDS = [
  'Resolución de aceptación a trámite de marca',
  'Publicación de marca en Diario Oficial',
] as const
const entries = (length: number): BulletinEntry[] =>
  Array.from({ length }, (_, place) =>
    entry(String(place + 1), {
      descripcion: WORDS[place % 2] as string,
      resolucion: place % 3 === 0 ? null : `2026/${221_600 + place}`,
    }),
  )
const ENTRIES = entries(400)
const load = (some: readonly BulletinEntry[], accepts?: string) =>
  stagedEdition(ingest, DAY, some, { guarded: true, ...(accepts && { accepts }) })
/** Returns entries, of which the first `count` have the field of the next entry. */
const shifted = (field: 'descripcion' | 'resolucion', count: number, of = ENTRIES): BulletinEntry[] =>
  of.map((each, place) => {
    const next = of[(place + 1) % of.length] as BulletinEntry
    return place < count ? { ...each, [field]: next[field] } : each
  })

test.each([
  ['event', 'descripcion'],
  ['resolution', 'resolucion'],
] as const)(
  'a corrected edition is held when the %s changes in more than 1 %% of its applications',
  async (name, field) => {
    await load(ENTRIES)
    const changed = shifted(field, 5)
    expect(await load(changed)).toMatchObject({
      status: 'held',
      updated: 0,
      error: {
        code: 'values_changed',
        message: `The ${name} changes in 5 of the 400 applications that the edition of ${DAY} had before, such as application 1.`,
      },
    })
    expect(await load(shifted(field, 4))).toMatchObject({ status: 'succeeded' })
    expect(await load(changed, 'staged')).toMatchObject({ status: 'succeeded' })
  },
)

test('a corrected edition is held when it lacks at least 5, and more than 1 %, of its applications', async () => {
  await load(ENTRIES)
  expect(await load(ENTRIES.slice(5))).toMatchObject({
    status: 'held',
    updated: 0,
    error: {
      code: 'marks_vanished',
      message: `The edition of ${DAY} no longer has 5 of the 400 applications that it had.`,
    },
  })
  expect(await load(ENTRIES.slice(4))).toMatchObject({ status: 'succeeded' })
})

test('a corrected edition may change or lack 4 of 100 applications', async () => {
  const before = entries(100)
  await load(before)
  expect(await load(shifted('descripcion', 4, before))).toMatchObject({ status: 'succeeded' })
  await load(before)
  expect(await load(before.slice(4))).toMatchObject({ status: 'succeeded' })
})

test('a corrected edition may have more entries, in another order', async () => {
  await load(ENTRIES.slice(0, 300))
  expect(await load(ENTRIES.toReversed())).toMatchObject({ status: 'succeeded' })
})
