import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { type Database, openDatabase, type Queryable } from './database.ts'
import { BusyDatabaseError, MOST_WAITING } from './pool.ts'

let database: TestDatabase
let owner: Database

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
})
afterAll(() => database.drop())

const statement = (text: string) => ({ text, parameters: [] })
const READ = statement('select count(*) as n from corpus_state')
const LOCK = statement('lock table corpus_state in access exclusive mode')

/** How many of so many statements at once were refused for the length of the line, and how many for something else. */
async function refusals(database: Queryable, count: number): Promise<{ busy: number; other: number }> {
  const settled = await Promise.allSettled(Array.from({ length: count }, () => database.query(READ)))
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const busy = reasons.filter((reason) => reason instanceof BusyDatabaseError).length
  return { busy, other: reasons.length - busy }
}

describe.each([
  ['the pool', (opened: Database): Queryable => opened, 10],
  ['the connection aside', (opened: Database): Queryable => opened.aside, 1],
])('the line before %s', (_, doorOf, connections) => {
  test('is so long and no longer: who comes then is refused at once, while the others still wait', async () => {
    const opened = database.open('trademark_serve')
    const door = doorOf(opened)
    const inLine = MOST_WAITING + connections
    const told: string[] = []
    const waiting = await owner.transaction(async (transaction) => {
      await transaction.query(LOCK)
      const line = refusals(door, inLine).then((found) => {
        told.push('the line')
        return found
      })
      expect(await refusals(door, 25)).toEqual({ busy: 25, other: 0 })
      told.push('those behind it')
      return { line } // a promise in an object is not waited for
    })
    expect(await waiting.line).toMatchObject({ busy: 0 })
    expect(told).toEqual(['those behind it', 'the line'])
  })

  test('takes as many when the database answers, and those behind once it has moved', async () => {
    const door = doorOf(database.open('trademark_serve'))
    for (let round = 0; round < 3; round++) {
      expect(await refusals(door, MOST_WAITING)).toMatchObject({ busy: 0 }) // a slow machine may have others time out
    }
  })
})

test('transactions stand in the same line', async () => {
  const opened = database.open('trademark_serve')
  const waiting = await owner.transaction(async (transaction) => {
    await transaction.query(LOCK)
    const line = refusals(opened, MOST_WAITING + 10)
    await expect(opened.transaction(async () => {})).rejects.toThrow(BusyDatabaseError)
    return { line }
  })
  expect(await waiting.line).toMatchObject({ busy: 0 })
})

test('a connection that breaks between two statements tells what broke it', async () => {
  const broken = owner.transaction(async (transaction) => {
    const [{ pid } = { pid: 0 }] = await transaction.query<{ pid: number }>(
      statement('select pg_backend_pid() as pid'),
    )
    const isThere = { text: `select from pg_stat_activity where pid = ${pid}`, parameters: [] }
    await owner.query(statement(`select pg_terminate_backend(${pid})`))
    while ((await owner.query(isThere)).length > 0); // its last words have come when the next answer does
    await owner.query(READ)
    await transaction.query(READ)
  })
  await expect(broken).rejects.toMatchObject({ code: '57P01' })
})

/** What PostgreSQL says to whoever connects, and that it ends the connection, all of it at once. */
const WELCOME_AND_END = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')),
])

function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(kind), length, body])
}

test('a connection that is ended in the moment in which it was made fails its query, and not the process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(WELCOME_AND_END))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ended = openDatabase({ host: '127.0.0.1', port, user: 'nobody' }, 'trademark_serve', 'test')
  for (let time = 0; time < 3; time++) {
    await expect(ended.query(READ)).rejects.toMatchObject({ code: '57P01' })
  }
  await ended.close()
  server.close()
})
