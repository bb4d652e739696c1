import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { keyTrail, monthlyUsage, updateKey } from '../shared/access/keys.ts'
import { type Database, openDatabase } from '../shared/db/database.ts'
import { joinEmbeddedPostgres, type Membership } from '../shared/db/embedded/join.ts'
import { AUTHOR, makeKey } from '../shared/testing/test-keys.ts'
import { endServices, ServiceProcess, temporaryFolder, until } from './testing/process.ts'
import { ask } from './testing/service.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => {
  endServices()
  return folder.remove()
})

const ROOMY = { monthlyQuota: 1_000_000, burstPerMinute: 1_000_000 }

const postmaster = async (): Promise<number> =>
  Number((await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

/** Works on the database that the service under test uses, as one more of its members. */
async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const member: Membership = await joinEmbeddedPostgres({ dataDir: folder.path, name: 'test' })
  const database = openDatabase(member.connection, 'owner', 'test')
  try {
    return await work(database)
  } finally {
    await database.close()
    await member.leave()
  }
}

/** Changes a key without a pause until told to stop; counts the changes that were confirmed. */
function operate(database: Database, id: string) {
  const counts = { confirmed: 0 }
  let running = true
  const changing = (async () => {
    for (let quota = ROOMY.monthlyQuota + 1; running; quota++) {
      const terms = { monthlyQuota: quota, scopes: undefined, burstPerMinute: undefined }
      await updateKey(database, id, terms, AUTHOR).then(
        () => {
          counts.confirmed += 1
        },
        () => {}, // the database was away: nothing was promised
      )
    }
  })()
  return {
    counts,
    stop: () => {
      running = false
      return changing
    },
  }
}

/** Sends requests without a pause until told to stop; counts what was sent and what was answered as granted. */
function load(address: string, key: string) {
  const counts = { sent: 0, granted: 0 }
  let running = true
  const client = async (): Promise<void> => {
    while (running) {
      counts.sent += 1
      const answer = await ask({ address }, '/v1/brands/0', { key }).catch(() => undefined)
      counts.granted += answer?.status === 404 ? 1 : 0
    }
  }
  const clients = Array.from({ length: 16 }, client)
  return {
    counts,
    stop: async () => {
      running = false
      await Promise.all(clients)
    },
  }
}

describe('kill -9 under load', () => {
  test.each(['service', 'database', 'both'])(
    'of the %s: every answered request stays counted, and the trail is whole',
    async (victim) => {
      const first = new ServiceProcess({ DATA_DIR: folder.path, LOG_LEVEL: 'info' })
      const address = await first.address()
      const { key, id, traffic, operator } = await withDatabase(async (database) => {
        const made = await makeKey(database, ROOMY)
        const running = { traffic: load(address, made.key), operator: operate(database, made.id) }
        await until(() => running.traffic.counts.granted > 200 && running.operator.counts.confirmed > 20)
        if (victim !== 'service') {
          process.kill(await postmaster(), 'SIGKILL')
        }
        if (victim !== 'database') {
          first.child.kill('SIGKILL')
        }
        await running.traffic.stop()
        await running.operator.stop()
        return { ...made, ...running }
      })

      const second = victim === 'database' ? first : new ServiceProcess({ DATA_DIR: folder.path })
      const newAddress = await second.address()
      // The service comes back by itself: nobody restarts it because its database was gone for a moment.
      await until(async () => (await ask({ address: newAddress }, '/health')).status === 200)
      expect((await ask({ address: newAddress }, '/v1/brands/0', { key })).status).toBe(404)

      const { used, trail } = await withDatabase(async (database) => ({
        used: (await monthlyUsage(database, { id }))[0]?.used ?? 0,
        trail: await keyTrail(database, id),
      }))
      expect(used).toBeGreaterThanOrEqual(traffic.counts.granted + 1)
      expect(used).toBeLessThanOrEqual(traffic.counts.sent + 1)
      expect(trail.length).toBeGreaterThanOrEqual(operator.counts.confirmed + 1)
      const quotas = trail.slice(1).map(({ change }) => change.monthlyQuota as { from: number; to: number })
      expect(quotas.slice(1).every((quota, place) => quota.from === quotas[place]?.to)).toBe(true)
      expect(await second.stop()).toBe(0)
    },
    120_000,
  )
})
