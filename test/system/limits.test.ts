import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/database.ts'
import { type KeyTerms, listKeys, monthlyUsage } from '../../shared/keys/keys.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let owner: Database
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let processes: ServiceProcess[]
let addresses: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  folder = await temporaryFolder()
  const environment = { DATABASE_URL: database.url, DATA_DIR: folder.path, LOG_LEVEL: 'info' }
  processes = Array.from({ length: 4 }, () => new ServiceProcess(environment))
  addresses = await Promise.all(processes.map((process) => process.address()))
})
afterAll(async () => {
  endServices()
  await Promise.all(processes.map((process) => process.stop()))
  await database.drop()
  await folder.remove()
})

const newKey = (terms?: Partial<KeyTerms>) => makeKey(owner, terms)

/** Sends `count` requests at once, and returns the count of each status. */
async function flood(key: string, count: number): Promise<Record<number, number>> {
  const [address = ''] = addresses
  const answers = await Promise.all(
    Array.from({ length: count }, () => ask({ address }, '/v1/brands/1', { key })),
  )
  const counts: Record<number, number> = {}
  for (const { status } of answers) {
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

describe('one process', () => {
  test('grants exactly 100 of 300 simultaneous requests with a burst of 100', async () => {
    const { key, id } = await newKey({ burstPerMinute: 100 })
    expect(await flood(key, 300)).toEqual({ 404: 100, 429: 200 })
    expect(await monthlyUsage(owner, { id })).toMatchObject([{ used: 100 }])
  })

  test('grants exactly 50 of 120 simultaneous requests with a quota of 50', async () => {
    const { key, id } = await newKey({ monthlyQuota: 50, burstPerMinute: 1_000 })
    expect(await flood(key, 120)).toEqual({ 404: 50, 429: 70 })
    expect(await monthlyUsage(owner, { id })).toMatchObject([{ used: 50 }])
  })
})

test('processes that start at the same time on one database and one DATA_DIR print the same sample key', async () => {
  await until(() => processes.every(({ output }) => output.includes('Ctrl-C')))
  const printed = processes.map(({ output }) => /tmk_\w+/.exec(output)?.[0])
  expect(new Set(printed).size).toBe(1)
  const made = await listKeys(owner)
  expect(made.filter(({ consumer }) => consumer === 'sample')).toHaveLength(1)
})

test('no log contains a key, at any level, wherever the key was sent', async () => {
  const loud = new ServiceProcess({ DATABASE_URL: database.url, DATA_DIR: folder.path, LOG_LEVEL: 'debug' })
  const address = await loud.address()
  const { key } = await newKey({})
  const sent = [
    ['/v1/brands/1', {}],
    [`/v1/brands/${key}`, {}],
    [`/v1/brands/1?key=${key}`, {}],
    [`/${key}`, { 'x-request-id': key, 'user-agent': key, authorization: `Bearer ${key}` }],
    [`/%74mk_${key.slice(4)}`, {}],
    [`/tmk%25255f${key.slice(4)}`, {}],
    [`/${key.slice(0, 9)}%00${key.slice(9)}`, {}],
    [`/${key.slice(0, 9)}%E2%80%8B${key.slice(9)}`, {}], // zero-width space
    [`/${key.slice(0, 24)}%C2%AD${key.slice(24)}`, {}], // soft hyphen
    [`/${key.slice(4)}`, {}],
    [`/${'x'.repeat(170)}/${key.slice(4)}`, {}], // the log truncates it
  ] as const
  for (const [path, headers] of sent) {
    await ask({ address }, path, { key, headers })
  }
  await loud.stop()
  const logs = [loud, ...processes].map(({ output, errors }) => output + errors).join('\n')
  expect(loud.output.match(/"message":"request"/g)?.length).toBe(sent.length)
  expect(logs.includes(key.slice(4, 20))).toBe(false)
})
