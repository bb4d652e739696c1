import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import type { Database } from '../db/database.ts'
import { BACKED_UP, NEVER_BACKED_UP, REBUILT } from './tables.ts'

let database: TestDatabase
let owner: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
})
afterAll(() => database.drop())

const keys: readonly string[] = BACKED_UP.keys
const corpus: readonly string[] = BACKED_UP.corpus

/** Returns every table of this service, with its schema outside `public`. */
const tables = async (): Promise<string[]> => {
  const rows = await owner.query<{ name: string }>({
    text: `select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name
             from pg_class as c
             join pg_namespace as n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
    parameters: [],
  })
  return rows.map(({ name }) => name)
}

const references = (): Promise<{ from: string; to: string }[]> =>
  owner.query({
    text: `select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
             from pg_constraint
            where contype = 'f'`,
    parameters: [],
  })

describe('a table', () => {
  test('is backed up with one kind, rebuilt by a restore, or never backed up: exactly one of these', async () => {
    const listed = [...keys, ...corpus, ...REBUILT, ...NEVER_BACKED_UP]
    expect(listed.toSorted()).toEqual((await tables()).sort())
    expect(new Set(listed).size).toBe(listed.length)
  })

  test('references no table of the other kind, which is backed up at other times', async () => {
    const kindOf = (table: string): string =>
      keys.includes(table) ? 'keys' : corpus.includes(table) ? 'corpus' : table
    const all = await references()
    expect(all.length).toBeGreaterThan(5)
    expect(all.filter(({ from, to }) => kindOf(from) !== kindOf(to))).toEqual([])
  })

  test('comes after the tables that it references', async () => {
    const order = [...keys, ...corpus]
    const wrong = (await references()).filter(({ from, to }) => order.indexOf(from) < order.indexOf(to))
    expect(wrong).toEqual([])
  })
})
