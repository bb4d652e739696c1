import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { keyTrail, monthlyUsage } from '../../shared/access/keys.ts'
import { isUnbroken, operate, postmaster, ROOMY, withDatabase } from '../resilience/killing.ts'
import { granted, READ_NOTHING, startTraffic } from '../resilience/traffic.ts'
import { endServices, ServiceProcess, temporaryFolder, until } from '../support/process.ts'
import { ask } from '../support/service.ts'
import { makeKey } from '../support/test-keys.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => {
  endServices()
  return folder.remove()
})

describe('kill -9 under load', () => {
  test.each(['service', 'database', 'both'])(
    'of the %s: every answered request stays counted, and the trail is whole',
    async (victim) => {
      const first = new ServiceProcess({ DATA_DIR: folder.path, LOG_LEVEL: 'info' })
      const address = await first.address()
      const { key, id, traffic, operator } = await withDatabase(folder.path, async (database) => {
        const made = await makeKey(database, ROOMY)
        const traffic = startTraffic([READ_NOTHING], { address, key: made.key, clients: 16 })
        const operator = operate(database, made.id)
        await until(() => granted(traffic.outcomes) > 200 && operator.counts.confirmed > 20)
        if (victim !== 'service') {
          process.kill(await postmaster(folder.path), 'SIGKILL')
        }
        if (victim !== 'database') {
          first.child.kill('SIGKILL')
        }
        await traffic.stop()
        await operator.stop()
        return { ...made, traffic, operator }
      })

      const second = victim === 'database' ? first : new ServiceProcess({ DATA_DIR: folder.path })
      const newAddress = await second.address()
      // The service comes back by itself: nobody restarts it because its database was gone for a moment.
      await until(async () => (await ask({ address: newAddress }, '/health')).status === 200)
      expect((await ask({ address: newAddress }, '/v1/brands/0', { key })).status).toBe(404)

      const { used, trail } = await withDatabase(folder.path, async (database) => ({
        used: (await monthlyUsage(database, { id }))[0]?.used ?? 0,
        trail: await keyTrail(database, id),
      }))
      expect(used).toBeGreaterThanOrEqual(granted(traffic.outcomes) + 1)
      expect(used).toBeLessThanOrEqual(traffic.sent + 1)
      expect(trail.length).toBeGreaterThanOrEqual(operator.counts.confirmed + 1)
      expect(isUnbroken(trail)).toBe(true)
      expect(await second.stop()).toBe(0)
    },
  )
})
