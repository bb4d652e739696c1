import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, onServer, type TestDatabase } from '../../test/support/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { createLogin } from './logins.ts'
import type { LimitedRole } from './session.ts'

const suffix = `${process.pid}_${randomBytes(3).toString('hex')}`
const ROLES = ['trademark_serve', 'trademark_ingest'] as const
const OTHER: Readonly<Record<LimitedRole, LimitedRole>> = {
  trademark_serve: 'trademark_ingest',
  trademark_ingest: 'trademark_serve',
}
const userOf = (role: LimitedRole): string => `${role}_test_${suffix}`

let database: TestDatabase
let owner: Database
let ownerName: string

const statement = (text: string) => ({ text, parameters: [] })

const urlOf = (user: string): string => {
  const url = new URL(database.url)
  url.username = user
  url.password = 'of-a-test'
  return url.href
}

/** Runs statements in one session, and returns the role that the session acts as afterwards. */
async function actingRole(connected: Database, ...commands: string[]): Promise<string> {
  const [row] = await connected.transaction(async (session) => {
    for (const command of commands) await session.query(statement(command))
    return session.query<{ role: string }>(statement('select current_user as role'))
  })
  return row?.role ?? ''
}

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  const [row] = await owner.query<{ name: string }>(statement('select current_user as name'))
  ownerName = row?.name ?? ''
  for (const role of ROLES) await createLogin(owner, { role, user: userOf(role), password: 'of-a-test' })
})
afterAll(async () => {
  await database.drop()
  for (const role of ROLES) await onServer(`drop role if exists ${userOf(role)}`)
})

describe.each(ROLES)('a statement in a session of a login of %s', (role) => {
  let connected: Database
  beforeAll(() => {
    connected = openDatabase({ connectionString: urlOf(userOf(role)) }, role, 'test', 'THE_SETTING')
  })
  afterAll(() => connected.close())

  test('acts as the role', async () => {
    expect(await actingRole(connected)).toBe(role)
  })

  test.each([
    ['reset role', 'reset role'],
    ['set role none', 'set role none'],
    ['reset all', 'reset all'],
    ['reset the session authorization', 'set session authorization default'],
  ])('can leave the role only for the login, which has no other rights: %s', async (_, command) => {
    expect([role, userOf(role)]).toContain(await actingRole(connected, command))
    const read = statement('select count(*) from key_event')
    const leaveAndRead = connected.transaction(async (session) => {
      await session.query(statement(command))
      await session.query(read)
    })
    await expect(leaveAndRead).rejects.toMatchObject({ code: '42501' })
  })

  const attempts: [string, () => string][] = [
    ['becomes the owner', () => `set role ${ownerName}`],
    ['logs in as the owner', () => `set session authorization ${ownerName}`],
    ['becomes the other role', () => `set role ${OTHER[role]}`],
    ['becomes a role that runs programs', () => 'set role pg_execute_server_program'],
    ['grants the owner to its login', () => `grant ${ownerName} to ${userOf(role)}`],
    ['grants the other role to its login', () => `grant ${OTHER[role]} to ${userOf(role)}`],
    [
      'grants its login a role that runs programs',
      () => `grant pg_execute_server_program to ${userOf(role)}`,
    ],
    ['grants its role to another login', () => `grant ${role} to ${userOf(OTHER[role])}`],
    ['creates a role', () => `create role made_${suffix} login`],
    ['lets its login create roles', () => `alter role ${userOf(role)} createrole`],
    ['changes the password of the owner', () => `alter role ${ownerName} password 'known'`],
    ['changes settings of the owner', () => `alter role ${ownerName} set search_path = pg_temp`],
    ['runs a program', () => `copy brand to program 'true'`],
    ['reads a file of the server', () => `copy brand from '/etc/passwd'`],
    ['writes a file of the server', () => `select lo_export(1, '/tmp/x')`],
    ['creates a function', () => 'create function mine() returns int language sql as $$ select 1 $$'],
    ['takes ownership of a table of the owner', () => `alter table key_event owner to ${userOf(role)}`],
    ['grants a table of the owner', () => `grant select on key_event to ${userOf(role)}`],
  ]

  test('never does what only others may do, with or without the role', async () => {
    const allowed: string[] = []
    await connected.transaction(async (session) => {
      const run = (text: string) => session.query(statement(text))
      await run('savepoint before')
      for (const [does, commandOf] of attempts) {
        for (const before of [[], ['reset role'], ['set role none']]) {
          const attempt = async () => {
            for (const command of [...before, commandOf()]) await run(command)
          }
          const code = await attempt().then(
            () => 'none',
            (error) => error.code,
          )
          await run('rollback to savepoint before')
          if (code !== '42501') allowed.push(`${does} after ${before}: ${code}`)
        }
      }
    })
    expect(allowed).toEqual([])
  })
})

describe('a login with rights beyond its role is refused when it connects:', () => {
  const user = `trademark_test_wide_${suffix}`
  afterAll(() => onServer(`drop role if exists ${user}`))

  const refusal = async (...rights: string[]): Promise<string> => {
    await onServer(`drop role if exists ${user}`)
    await createLogin(owner, { role: 'trademark_serve', user, password: 'of-a-test' })
    for (const right of rights) await onServer(right)
    const connected = openDatabase(
      { connectionString: urlOf(user) },
      'trademark_serve',
      'test',
      'THE_SETTING',
    )
    try {
      await connected.query(statement('select 1'))
      return 'none'
    } catch (error) {
      return (error as Error).message
    } finally {
      await connected.close()
    }
  }

  test('but not a member of only its role', async () => {
    expect(await refusal()).toBe('none')
  })

  test.each([
    ['a member of another role', `grant trademark_ingest to ${user}`, 'member of trademark_ingest'],
    ['a login that may create roles', `alter role ${user} createrole`, 'createrole'],
    ['a login that may create databases', `alter role ${user} createdb`, 'createdb'],
  ])('%s', async (_, right, named) => {
    expect(await refusal(right)).toBe(
      `The login of THE_SETTING is not suitable for trademark_serve (${named}): let an administrator of the ` +
        'server run docs/operate/roles.sql or, if the login of DATABASE_URL may create roles, run "npm run migrate".',
    )
  })

  test('the owner', async () => {
    const connected = openDatabase(
      { connectionString: database.url },
      'trademark_serve',
      'test',
      'THE_SETTING',
    )
    await expect(connected.query(statement('select 1'))).rejects.toThrow(
      /^The login of THE_SETTING is not suitable for trademark_serve \(.*owner of the schema/,
    )
    await connected.close()
  })
})
