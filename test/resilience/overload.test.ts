import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Attack, AttackTask } from '../../bench/attack.ts'
import { openReport } from '../support/figures.ts'
import { loadMarks } from '../support/load-marks.ts'
import { sampleMarks } from '../support/marks.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'
import { until } from '../support/until.ts'
import { ROOMY } from './killing.ts'
import { EVERY_OPERATION, startTraffic } from './traffic.ts'

const CONNECTIONS = 1_200

const report = openReport('overload', 'Overload')

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await temporaryFolder()
  await loadMarks(database.open('owner'), sampleMarks())
})
afterEach(endServices)
afterAll(async () => {
  await database.drop()
  await folder.remove()
})

/** The addresses of the flood: each stays below the limit of connections per client, so that all of them are accepted. */
const FROM = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

describe.each<Attack>(['unknown keys', 'one key'])(`${CONNECTIONS} connections with %s`, (attack) => {
  test('leave every call of the other keys answered correctly within its deadline', async () => {
    const service = new ServiceProcess({ DATABASE_URL: database.url, DATA_DIR: folder.path })
    const address = await service.address()
    const owner = database.open('owner')
    const [ordinary, other] = [await makeKey(owner), await makeKey(owner, ROOMY)]
    const task: AttackTask = { attack, connections: CONNECTIONS, url: address, from: FROM, key: ordinary.key }
    const flood = fork(new URL('../../bench/attack.ts', import.meta.url), {
      env: { PATH: process.env.PATH, ATTACK: JSON.stringify(task) },
      execArgv: [],
    })
    // The key is new to the service: its first call competes with the flood.
    const traffic = startTraffic(EVERY_OPERATION, { address, key: other.key, clients: 2, pauseMs: 20 })
    await until(() => traffic.outcomes.length > 40 * EVERY_OPERATION.length)
    await traffic.stop()
    flood.kill('SIGKILL')
    await once(flood, 'exit')
    expect(traffic.outcomes.filter(({ verdict }) => verdict !== 'right')).toEqual([])
    const longest = Math.max(...traffic.outcomes.map(({ tookMs }) => tookMs))
    report(`longest of ${traffic.outcomes.length} answers beside ${attack}`, `${Math.round(longest)} ms`)
    await service.stop()
  })
})
