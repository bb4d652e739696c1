import { setTimeout as wait } from 'node:timers/promises'
import type { Attack, AttackTask } from './attack.ts'
import { openBenchDatabase } from './database.ts'
import { type Spread, spread } from './figures.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { checkGoal } from './goals.ts'
import { openHttpClient } from './http-client.ts'
import { startBeside, startService } from './processes.ts'
import { decimals, figuresTable, whole } from './report.ts'
import { drawBrands } from './requests.ts'
import type { Part, Run } from './run.ts'

const CONSUMERS = 4
/** The pause of a consumer between a response and the next call. */
const PAUSE_MS = 20
const RAMP_MS = 2_000
const ATTACKS: readonly (readonly [Attack, connections: number])[] = [
  ['half-sent bodies', 2_000],
  ['unknown keys', 1_200],
  ['one key', 1_200],
]
/** The client addresses of an attack: enough of them to stay below the maximum number of connections from one address. */
const FROM = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
const MOST = { unit: '', digits: 1, most: 10 }

interface Row extends Spread {
  name: string
  calls: number
  /** The p95 of the calls during the attack, divided by the p95 of the same calls without an attack. */
  ratio: number
}

/** Measures calls of ordinary consumers while other clients flood the service, compared with the same calls without a flood. */
export const overload: Part = {
  summary: 'one mark by its number while other clients flood the service, compared with no flood',
  marks: 20_000,
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database, run.marks, {})
    const [attacker = '', ...keys] = await fillKeys(database.owner, CONSUMERS + 1)
    const paths = (await drawBrands(database.owner, 1_000)).map(
      ({ nroSolicitud }) => `/v1/brands/${nroSolicitud}`,
    )
    const service = await startService(run, database.environment)
    const measure = () => timesOf(run, service.url, keys, paths)
    run.step('quiet')
    await measure() // warms up
    const quiet = await measure()
    const rows = [rowOf('quiet', quiet, quiet)]
    for (const [attack, connections] of ATTACKS) {
      run.step(attack)
      const task: AttackTask = { attack, connections, url: service.url, from: FROM, key: attacker }
      const flood = startBeside(run, 'attack.ts', { ATTACK: JSON.stringify(task) })
      await wait(RAMP_MS, undefined, { signal: run.signal })
      rows.push(rowOf(`${attack}, ${whole(connections)} connections`, await measure(), quiet))
      await flood.stop()
    }
    await service.stop()
    return {
      facts: {
        load: `${CONSUMERS} consumers, each calling ${PAUSE_MS} ms after a response, for ${run.seconds} s`,
      },
      tables: { calls: callsTable(rows) },
      goals: rows
        .slice(1)
        .map(({ name, ratio }) =>
          checkGoal({ ...MOST, goal: `p95 during ${name}, divided by quiet` }, ratio, run.marks),
        ),
    }
  },
}

/** Runs the calls of all consumers. Returns their milliseconds. @throws MeasuringError for a status other than 200 and 202 */
async function timesOf(
  run: Run,
  url: string,
  keys: readonly string[],
  paths: readonly string[],
): Promise<number[]> {
  const until = performance.now() + run.seconds * 1_000
  const times = keys.map(async (key, consumer) => {
    const client = openHttpClient(url, key, run.signal)
    const own: number[] = []
    for (let call = consumer; performance.now() < until; call += keys.length) {
      own.push((await client.ask(paths[call % paths.length] ?? '/')).milliseconds)
      await wait(PAUSE_MS, undefined, { signal: run.signal })
    }
    client.close()
    return own
  })
  return (await Promise.all(times)).flat()
}

const rowOf = (name: string, times: readonly number[], quiet: readonly number[]): Row => ({
  name,
  calls: times.length,
  ...spread(times),
  ratio: spread(times).p95 / spread(quiet).p95,
})

const callsTable = (rows: readonly Row[]) =>
  figuresTable(rows, [
    ['during', ({ name }) => name],
    ['calls', ({ calls }) => whole(calls)],
    ['p50 ms', ({ p50 }) => decimals(1)(p50)],
    ['p95 ms', ({ p95 }) => decimals(1)(p95)],
    ['p99 ms', ({ p99 }) => decimals(1)(p99)],
    ['slowest ms', ({ slowest }) => whole(slowest)],
    ['p95 / quiet', ({ ratio }) => decimals(1)(ratio)],
  ])
