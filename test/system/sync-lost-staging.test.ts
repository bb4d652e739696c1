import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { editionDays, smallEdition, smallSheet } from '../support/small-office.ts'
import { POINTS, type SyncSurroundings, syncSurroundings } from '../support/sync-surroundings.ts'

const [first = '', second = ''] = editionDays(2)

let on: SyncSurroundings
beforeEach(async () => {
  on = await syncSurroundings(first)
})
afterEach(() => on.end())

/** A crash of the database leaves its unlogged tables empty: those of what was staged. */
const loseStaged = (): Promise<unknown> =>
  rowsOf(
    on.service.owner,
    'with a as (delete from staged_row), b as (delete from staged_mark), c as (delete from staged_run) delete from staged_entry',
  )

const FILES = {
  'an edition': smallEdition(second),
  'a sheet that says the same': smallSheet(second),
  'a sheet of another name': { ...smallSheet(second, 'DOS'), path: `/hojas/otra-${second}.csv` },
}
const WAYS = {
  'before it is compared': POINTS.comparing,
  'while it is compared': 'lock table brand, brand_annotation in access exclusive mode',
  'between compare and apply': POINTS['about to apply'],
}

/** What becomes of a run whose rows are lost while it waits for a lock. */
async function loseOn(what: keyof typeof FILES, way: keyof typeof WAYS) {
  on.office.publish([FILES[what]])
  const before = await on.corpus()
  const run = await on.waitingSync([what === 'an edition' ? 'bulletin' : 'sheets'], WAYS[way])
  await loseStaged()
  await run.letGo()
  await run.ended
  const [newest] = await on.runs()
  return { status: newest?.status, before, after: await on.corpus() }
}

type Case = readonly [what: keyof typeof FILES, way: keyof typeof WAYS]

async function expectNotTaken(...[what, way]: Case): Promise<void> {
  const { before, after, status } = await loseOn(what, way)
  expect(status).toMatch(/^(failed|held)$/)
  expect(after).toEqual(before)
}

test.each<Case>([
  ['an edition', 'before it is compared'],
  ['an edition', 'while it is compared'],
  ['an edition', 'between compare and apply'],
  ['a sheet that says the same', 'before it is compared'],
  ['a sheet that says the same', 'while it is compared'],
  ['a sheet that says the same', 'between compare and apply'],
  ['a sheet of another name', 'before it is compared'],
  ['a sheet of another name', 'while it is compared'],
  ['a sheet of another name', 'between compare and apply'],
])('%s that the database loses %s is not taken, and nothing is applied or released', expectNotTaken)
