import { afterAll, beforeAll, expect, test } from 'vitest'
import { record, rowsOf, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
})
afterAll(() => database.drop())

const COUNT_VANISHED_MARKS = sqlFile(import.meta.url, 'count-vanished-marks.sql', 'planned')
const explained = ({ text, parameters }: Statement): Statement => ({
  text: `explain (analyze, timing off, costs off, format json) ${text}`,
  parameters,
})

/** A node of a query plan of PostgreSQL. */
interface Node {
  'Node Type': string
  'Actual Loops': number
  'Relation Name'?: string
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

// A search of all rows for each mark would take days with 1.7 million marks.
test('the marks that a sheet has lost are counted with one scan of its rows', async () => {
  const many = Array.from({ length: 3_000 }, (_, place) => record(String(place + 1)))
  const first = { sheet: { name: 'solicitudes', edition: '2026-11-02' } }
  await stagedRun(ingest, rowsOf(many), first)
  const scans: Node[] = []
  await stagedRun(ingest, rowsOf(many, { fechaFuente: '2026-11-03' }), {
    sheet: { name: 'solicitudes', edition: '2026-11-03' },
    meanwhile: async ({ id }) => {
      const values = { run_id: id, sheet_names: ['solicitudes'], sheet_editions: ['2026-11-03'] }
      const [found] = await owner.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
        explained(COUNT_VANISHED_MARKS),
        values,
      )
      scans.push(...nodesOf(found?.['QUERY PLAN'][0]?.Plan as Node))
    },
  })
  const ofRows = scans.filter((node) => node['Relation Name'] === 'staged_row')
  expect(ofRows.map((node) => node['Actual Loops'])).toEqual([1])
})

test('a mark that moves to another sheet of the run has not vanished, unless an older edition there has it', async () => {
  const rows = (sheet: number, day: number, ...numbers: number[]) =>
    rowsOf(
      numbers.map((nro) => record(String(nro))),
      { sheet, fechaFuente: `2026-11-0${day}` },
    )
  const sheets = (...editions: string[]) => ({
    guarded: true,
    sheets: editions.map((edition) => ({
      name: `parte ${edition.slice(0, 1)}`,
      edition: `2026-11-0${edition.slice(1)}`,
    })),
  })
  await stagedRun(ingest, [...rows(1, 1, 1, 2), ...rows(2, 1, 3, 4)], sheets('11', '21'))
  const moved = await stagedRun(ingest, [...rows(1, 2, 1, 2, 3), ...rows(2, 2, 4)], sheets('12', '22'))
  expect(moved).toMatchObject({ status: 'succeeded' })
  const lost = await stagedRun(
    ingest,
    [...rows(1, 3, 1, 2, 3), ...rows(2, 4, 1, 2), ...rows(3, 4, 4)],
    sheets('13', '14', '24'),
  )
  expect(lost).toMatchObject({ status: 'held', error: { code: 'marks_vanished' } })
})
