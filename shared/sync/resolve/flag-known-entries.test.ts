import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../../../test/support/source-statements.ts'
import { entry, stagedEdition } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
})
afterAll(() => database.drop())

const ask = (text: string): Promise<unknown> => owner.query({ text, parameters: [] })

/** A node of a query plan, as EXPLAIN returns it. */
interface Node {
  'Node Type': string
  'Actual Loops': number
  'Relation Name'?: string
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const FLAG_KNOWN_ENTRIES = sqlFile(import.meta.url, 'flag-known-entries.sql', 'planned')

// With one scan per entry, rereading an edition of 20,000 entries took one minute, and one of 50,000 six minutes.
test('known entries are flagged with a few scans of the staged entries, not with one scan per entry', async () => {
  const entries = Array.from({ length: 2_000 }, (_, place) => entry(String(place + 1)))
  await stagedEdition(ingest, day(4), entries)
  await ask(`insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion)
             select n, date '2025-01-01' + n % 500, 'LICENCIA', 'Licencia' from generate_series(1, 50000) as n`)
  await ask('analyze brand_annotation')
  const scans: Node[] = []
  const text = `explain (analyze, timing off, format json) ${FLAG_KNOWN_ENTRIES.text}`
  await stagedEdition(ingest, day(4), entries, {
    meanwhile: async ({ id }) => {
      const undone = owner.transaction(async (transaction) => {
        const statement = { ...FLAG_KNOWN_ENTRIES, text }
        const [found] = await transaction.query<{ 'QUERY PLAN': { Plan: Node }[] }>(statement, {
          run_id: id,
        })
        scans.push(...nodesOf(found?.['QUERY PLAN'][0]?.Plan as Node))
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
    },
  })
  const ofEntries = scans.filter(
    (node) => node['Relation Name'] === 'staged_entry' && node['Node Type'] === 'Seq Scan',
  )
  expect(Math.max(...ofEntries.map((node) => node['Actual Loops']))).toBeLessThan(3)
})
