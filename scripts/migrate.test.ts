import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../shared/testing/test-database.ts'
import { runScript } from './testing/run-script.ts'

let empty: TestDatabase

beforeAll(async () => {
  empty = await createTestDatabase('template0')
})
afterAll(() => empty.drop())

const migrate = (...args: string[]) =>
  runScript('migrate.ts', args, { env: { DATABASE_URL: empty.url, LOG_LEVEL: 'silent' } })
const migrations = () =>
  empty.open('owner').query({ text: 'select * from schema_migration order by version', parameters: [] })

test('migrate brings an empty database up to date, by any number of processes at once, and then changes nothing', async () => {
  const done = { code: 0, out: 'The schema is up to date.\n', err: '' }
  expect(await Promise.all([migrate(), migrate()])).toEqual([done, done])
  const applied = await migrations()
  expect(applied.length).toBeGreaterThan(0)
  expect(await migrate()).toEqual(done)
  expect(await migrations()).toEqual(applied)
})

test('migrate refuses what it does not know, and a database that newer software changed', async () => {
  const [argument, option] = await Promise.all([migrate('down'), migrate('--down')])
  expect(argument).toMatchObject({ code: 1, out: '', err: expect.stringContaining('too many arguments') })
  expect(option).toMatchObject({ code: 1, out: '', err: expect.stringContaining("unknown option '--down'") })

  const text = `insert into schema_migration (version, name, kind, digest) values (9999, 'later', 'breaking', '')`
  await empty.open('owner').query({ text, parameters: [] })
  const newer = /^This database was migrated by newer software: 9999 \(later\).*\n$/
  expect(await migrate()).toEqual({ code: 1, out: '', err: expect.stringMatching(newer) })
})
