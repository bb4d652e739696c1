import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './ask.ts'
import type { Attack, AttackTask } from './attack.ts'
import { openBenchDatabase } from './database.ts'
import { spread } from './figures.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { startBeside, startService } from './processes.ts'
import { decimals, figuresTable, timeColumn, whole } from './report.ts'
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

/** Measures calls of ordinary consumers while other clients flood the service, compared with the same calls without a flood. */
export const overload: Part = {
  summary: 'one mark by its number while other clients flood the service, compared with no flood',
  marks: 20_000,
  goalsFor: 'any size',
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database)
    const [attacker = '', ...keys] = await fillKeys(database.owner, CONSUMERS + 1)
    const paths = (await drawBrands(database.owner, 1_000)).map(
      ({ nroSolicitud }) => `/v1/brands/${nroSolicitud}`,
    )
    const service = await startService(run, database.environment)
    const measure = () => timesOf(run, service.url, keys, paths)
    run.step('quiet')
    await measure() // warms up
    const quiet = await measure()
    const { p95 } = spread(quiet)
    const rows = [{ name: 'no flood', calls: quiet.length, ...spread(quiet), ratio: 1 }]
    for (const [attack, connections] of ATTACKS) {
      run.step(attack)
      const task: AttackTask = { attack, connections, url: service.url, from: FROM, key: attacker }
      const flood = startBeside(run, 'attack.ts', { ATTACK: JSON.stringify(task) })
      await wait(RAMP_MS, undefined, { signal: run.signal })
      const during = await measure()
      await flood.stop()
      const times = spread(during)
      const name = `${attack}, ${whole(connections)} connections`
      rows.push({ name, calls: during.length, ...times, ratio: times.p95 / p95 })
    }
    return {
      facts: {
        load: `${CONSUMERS} consumers, each calling ${PAUSE_MS} ms after a response, for ${run.seconds} s`,
      },
      tables: [
        figuresTable(rows, [
          ['during', ({ name }) => name],
          ['calls', ({ calls }) => whole(calls)],
          timeColumn('p50 ms', 'p50', (row) => row),
          timeColumn('p95 ms', 'p95', (row) => row),
          timeColumn('p99 ms', 'p99', (row) => row),
          timeColumn('slowest ms', 'slowest', (row) => row),
          ['p95 / no flood', ({ ratio }) => decimals(1)(ratio)],
        ]),
      ],
      goals: rows
        .slice(1)
        .map(({ name, ratio: figure }) => ({ goal: `p95 / no flood: ${name}`, figure, most: 10 })),
    }
  },
}

/** Runs the calls of all consumers, and returns their milliseconds. */
async function timesOf(
  run: Run,
  url: string,
  keys: readonly string[],
  paths: readonly string[],
): Promise<number[]> {
  const until = performance.now() + run.seconds * 1_000
  const times = keys.map(async (key, consumer) => {
    const caller = { url, key, signal: run.signal }
    const own: number[] = []
    for (let call = consumer; performance.now() < until; call += keys.length) {
      own.push((await ask(caller, paths[call % paths.length] ?? '/')).milliseconds)
      await wait(PAUSE_MS, undefined, { signal: run.signal })
    }
    return own
  })
  return (await Promise.all(times)).flat()
}
