import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** Runs concurrent statements. Returns how many were refused because the queue was full, and how many failed otherwise. */
async function refusals(database: Queryable, count: number): Promise<{ busy: number; other: number }> {
  const settled = await Promise.allSettled(Array.from({ length: count }, () => database.query(READ)))
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const busy = reasons.filter((reason) => reason instanceof BusyDatabaseError).length
  return { busy, other: reasons.length - busy }
}

describe.each([
  ['the pool', (opened: Database): Queryable => opened, 10],
  ['the separate connections', (opened: Database): Queryable => opened.aside, 3],
])('the queue of %s', (_, queryableOf, connections) => {
  test('has a limited length: later statements are refused at once, while the others wait', async () => {
    const opened = database.open('trademark_serve')
    const queryable = queryableOf(opened)
    const accepted = MOST_WAITING + connections
    const settled: string[] = []
    const waiting = await owner.transaction(async (transaction) => {
      await transaction.query(LOCK)
      const queue = refusals(queryable, accepted).then((counts) => {
        settled.push('queued')
        return counts
      })
      expect(await refusals(queryable, 25)).toEqual({ busy: 25, other: 0 })
      settled.push('refused')
      return { queue } // in an object, so that it is not awaited
    })
    expect(await waiting.queue).toMatchObject({ busy: 0 })
    expect(settled).toEqual(['refused', 'queued'])
  })

  test('accepts its full length again when the database answers', async () => {
    const queryable = queryableOf(database.open('trademark_serve'))
    for (let round = 0; round < 3; round++) {
      expect(await refusals(queryable, MOST_WAITING)).toMatchObject({ busy: 0 }) // on a slow machine, some may time out
    }
  })
})

test('transactions wait in the same queue', async () => {
  const opened = database.open('trademark_serve')
  const waiting = await owner.transaction(async (transaction) => {
    await transaction.query(LOCK)
    const queue = refusals(opened, MOST_WAITING + 10)
    await expect(opened.transaction(async () => {})).rejects.toThrow(BusyDatabaseError)
    return { queue }
  })
  expect(await waiting.queue).toMatchObject({ busy: 0 })
})

test('the statement after a broken connection fails with the error that broke it', async () => {
  const broken = owner.transaction(async (transaction) => {
    const [{ pid } = { pid: 0 }] = await transaction.query<{ pid: number }>(
      statement('select pg_backend_pid() as pid'),
    )
    const isThere = { text: `select from pg_stat_activity where pid = ${pid}`, parameters: [] }
    await owner.query(statement(`select pg_terminate_backend(${pid})`))
    while ((await owner.query(isThere)).length > 0); // its error message arrives before the next answer
    await owner.query(READ)
    await transaction.query(READ)
  })
  await expect(broken).rejects.toMatchObject({ code: '57P01' })
})

/** The messages with which PostgreSQL accepts and then terminates a connection, in one packet. */
const ACCEPT_AND_END = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')),
])

function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(kind), length, body])
}

test('a connection that ends as soon as it is accepted fails its query, but not the process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(ACCEPT_AND_END))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ended = openDatabase({ host: '127.0.0.1', port, user: 'test' }, 'trademark_serve', 'test')
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(ended.query(READ)).rejects.toMatchObject({ code: '57P01' })
  }
  await ended.close()
  server.close()
})
