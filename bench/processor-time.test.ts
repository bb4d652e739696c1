import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../test/support/test-database.ts'
import { findServer, processTime, serverTime } from './processor-time.ts'

const WORK = `select sum(sqrt(i)) from generate_series(1, 1000000) as i`

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the time of a process is what the process itself counts, and that of one that has ended is not known', async () => {
  for (let i = 0, end = process.cpuUsage().user + 200_000; process.cpuUsage().user < end; i++) Math.sqrt(i)
  const { user, system } = process.cpuUsage()
  expect(Math.abs((processTime(process.pid) ?? 0) - (user + system) / 1_000)).toBeLessThan(100)
  const child = spawn('true')
  await once(child, 'exit')
  expect(processTime(child.pid ?? 0)).toBeNull()
})

test('the time of a server grows by what it does, also by processes of it that have ended since', async () => {
  const owner = database.open('owner')
  const server = await findServer(owner)
  const before = serverTime(server) ?? Number.NaN
  const passing = new pg.Client({ connectionString: database.url })
  await passing.connect()
  await passing.query(WORK)
  const after = serverTime(server) ?? Number.NaN
  expect(after).toBeGreaterThan(before)
  await passing.end()
  expect(serverTime(server)).toBeGreaterThanOrEqual(after)
})

test('of a server that runs nowhere here, no time is known', () => {
  expect(serverTime(null)).toBeNull()
})
