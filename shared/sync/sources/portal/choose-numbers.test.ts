import { afterAll, beforeAll, expect, test } from 'vitest'
import { record, rowsOf, stagedRun } from '../../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts'
import type { Database } from '../../../db/database.ts'
import { SyncError } from '../../sync-error.ts'
import { chooseNumbers } from './choose-numbers.ts'

let database: TestDatabase
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  ingest = database.open('trademark_ingest')
  await stagedRun(ingest, rowsOf(['1', '2', '3'].map((nro) => record(nro))))
})
afterAll(() => database.drop())

/** Returns the chosen numbers, if the time is over after `most` of them, and the code of an error. */
async function chosen(most: number, list: () => Promise<string[]>): Promise<string[]> {
  const numbers: string[] = []
  const isOver = (): boolean => numbers.length >= most
  const choice = { client: { list }, after: '3', most: 10, replacesSample: false, isOver }
  try {
    for await (const { nroSolicitud } of chooseNumbers(ingest, choice)) {
      numbers.push(nroSolicitud)
    }
  } catch (error) {
    return [...numbers, (error as SyncError).code]
  }
  return numbers
}

const failingList = () => Promise.reject(new SyncError('page_repeated', 'The portal repeats a page.'))

test('the error of a failed list is thrown after the stored numbers, also if the time is over before', async () => {
  expect(await chosen(10, failingList)).toEqual(['3', '2', '1', 'page_repeated'])
  expect(await chosen(1, failingList)).toEqual(['3', 'page_repeated'])
})

test('when the time is over, neither listed nor stored numbers are chosen', async () => {
  expect(await chosen(2, async () => ['4', '5', '6'])).toEqual(['4', '5'])
  expect(await chosen(2, async () => [])).toEqual(['3', '2'])
})
