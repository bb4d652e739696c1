import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Run, runScript } from '../support/run-script.ts'
import { createTestDatabase, databaseUrl, onServer, type TestDatabase } from '../support/test-database.ts'

let empty: TestDatabase

beforeAll(async () => {
  empty = await createTestDatabase('template0')
})
afterAll(() => empty.drop())

const migrate = (...args: string[]) =>
  runScript('migrate.ts', args, { env: { DATABASE_URL: empty.url, LOG_LEVEL: 'silent' } })
const migrations = () =>
  empty.open('owner').query({ text: 'select * from schema_migration order by version', parameters: [] })

test('migrate updates an empty database, also by two processes at once, and then changes nothing', async () => {
  const done = { code: 0, out: 'The schema is up to date.\n', err: '' }
  const built = { ...done, out: 'The schema is up to date, and the search index is rebuilt.\n' }
  const both = await Promise.all([migrate(), migrate()])
  expect(both).toEqual(expect.arrayContaining([done, built])) // one process rebuilt the index, the other found it up to date
  const applied = await migrations()
  expect(applied.length).toBeGreaterThan(0)
  expect(await migrate()).toEqual(done)
  expect(await migrate('--json')).toEqual({ ...done, out: '{"searchIndex":"unchanged"}\n' })
  expect(await migrations()).toEqual(applied)
})

test('migrate refuses unknown arguments, and a database that newer software migrated', async () => {
  const [argument, option] = await Promise.all([migrate('down'), migrate('--down')])
  expect(argument).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Too many arguments') })
  expect(option).toMatchObject({ code: 1, out: '', err: expect.stringContaining("Unknown option '--down'") })

  const text = `insert into schema_migration (version, name, kind, digest) values (9999, 'later', 'breaking', '')`
  await empty.open('owner').query({ text, parameters: [] })
  const newer = /^This database was migrated by newer software: migration 9999 \(later\).*\n$/
  expect(await migrate()).toEqual({ code: 1, out: '', err: expect.stringMatching(newer) })
})

describe('a database whose owner may not make roles', () => {
  const login = `trademark_test_weak_${process.pid}`
  let database: string

  beforeAll(async () => {
    database = `${login}_db`
    await onServer(`create role ${login} login password 'weak'`)
    await onServer(`grant ${login} to current_user`)
    await onServer(`create database ${database} owner ${login} template template0`)
  })
  afterAll(async () => {
    await onServer(`drop database ${database} with (force)`)
    await onServer(`drop role ${login}`)
  })

  const migrateAs = (): Promise<Run> => {
    const url = new URL(databaseUrl(database))
    url.username = login
    url.password = 'weak'
    return runScript('migrate.ts', [], { env: { DATABASE_URL: url.href, LOG_LEVEL: 'silent' } })
  }

  test('is refused with the missing setting, and is migrated once the owner is a member of the roles', async () => {
    expect(await migrateAs()).toEqual({
      code: 1,
      out: '',
      err:
        `The role ${login} may not act as trademark_serve: set DATABASE_SERVE_URL to a login that is a member of ` +
        'trademark_serve. docs/operate/roles.sql creates such a login.\n',
    })
    await onServer(`grant trademark_serve, trademark_ingest to ${login}`)
    expect(await migrateAs()).toMatchObject({ code: 0, err: '' })
  })
})
