import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesUnder } from '../../test/support/project-files.ts'
import { createTestDatabase, onServer, type TestDatabase } from '../../test/support/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { numberParameters, sqlFile } from './sql-file.ts'

const ROOT = new URL('../../', import.meta.url)
const files = filesUnder(['functions', 'shared', 'local', 'scripts']).filter(
  (file) => file.endsWith('.sql') && !file.endsWith('.part.sql') && !file.includes('/migrations/'),
)

let database: TestDatabase
let owner: Database

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
})
afterAll(() => database.drop())

test.each(files)('%s is a statement that the migrated schema can run', async (file) => {
  const { text, parameters } = sqlFile(ROOT.href, file, 'planned')
  const canBePrepared = !text.startsWith('create ')
  await owner.query({ text: canBePrepared ? `prepare checked as ${text}` : text, parameters: [] })
  await owner.query({ text: 'deallocate all', parameters: [] })
  expect(parameters).toEqual([...new Set(parameters)])
})

test('no two prepared statements share a name', () => {
  const names = files.map((file) => file.split('/').at(-1))
  expect(names).toEqual([...new Set(names)])
})

describe('parameters of a statement', () => {
  test('are numbered in the order of first use', () => {
    expect(numberParameters('select $b, $a, $b::text')).toEqual({
      text: 'select $1, $2, $1::text',
      parameters: ['b', 'a'],
    })
  })

  test('are ignored in a comment', () => {
    expect(numberParameters('select $a -- and not $b\n')).toEqual({ text: 'select $1', parameters: ['a'] })
  })
})

describe('values of a row', () => {
  test('have the formats of the contract for dates, times and numbers', async () => {
    const text = `select '2026-09-04'::date as day, '2026-09-04 12:00:00.5+00'::timestamptz as at, 42::bigint as n`
    expect(await owner.query({ text, parameters: [] })).toEqual([
      { day: '2026-09-04', at: '2026-09-04T12:00:00.500Z', n: 42 },
    ])
  })

  test('are null for parameters without a value', async () => {
    expect(await owner.query({ text: 'select $1::text as a', parameters: ['a'] })).toEqual([{ a: null }])
  })
})

describe('a session', () => {
  test('has the settings of the service, even if the database or the connection string sets others', async () => {
    const hostile = await createTestDatabase()
    const name = new URL(hostile.url).pathname.slice(1)
    for (const setting of [
      `datestyle = 'German'`,
      `default_transaction_isolation = 'serializable'`,
      `search_path = pg_catalog`,
    ]) {
      await onServer(`alter database ${name} set ${setting}`)
    }
    const url = `${hostile.url}${hostile.url.includes('?') ? '&' : '?'}options=-c%20geqo%3Doff&application_name=else&query_timeout=0`
    const serving = openDatabase({ connectionString: url }, 'trademark_serve', 'test')
    const text = `select current_user as role, current_setting('statement_timeout') as timeout,
                         current_setting('application_name') as name, current_setting('geqo') as geqo,
                         current_setting('transaction_isolation') as isolation, '2027-03-31'::date as day`
    expect(await serving.query({ text, parameters: [] })).toEqual([
      {
        role: 'trademark_serve',
        timeout: '5s',
        name: 'trademark test',
        geqo: 'off',
        isolation: 'read committed',
        day: '2027-03-31',
      },
    ])
    await serving.close()
    await hostile.drop()
  })
})

describe('a transaction', () => {
  const count = async () => {
    const [row] = await owner.query<{ n: number }>({
      text: 'select count(*) as n from consumer',
      parameters: [],
    })
    return row?.n
  }

  test('stores nothing when its work fails, and the pool stays usable', async () => {
    const before = await count()
    const work = owner.transaction(async (transaction) => {
      await transaction.query({ text: `insert into consumer (name) values ('half')`, parameters: [] })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await count()).toBe(before)
  })

  test('fails at its second statement if its connection breaks after the first, and the process keeps running', async () => {
    const work = owner.transaction(async (transaction) => {
      const [own] = await transaction.query<{ pid: number }>({
        text: 'select pg_backend_pid() as pid',
        parameters: [],
      })
      await owner.query(
        { text: 'select pg_terminate_backend($1::int, 5000)', parameters: ['pid'] },
        { pid: own?.pid },
      )
      await transaction.query({ text: 'select 1', parameters: [] })
    })
    await expect(work).rejects.toThrow()
    expect(await count()).toEqual(expect.any(Number))
  })
})
