import { median } from './figures.ts'
import { decimals, figuresTable, type Table, whole } from './figures-table.ts'
import { atLeast, type Goal, judge, under } from './goals.ts'
import type { LoadFigures } from './load.ts'

/** What one service on one machine is meant to reach. */
const LEAST_OF_SELECT = 0.25
const LEAST_OF_ADMISSION = 0.6
const LEAST_OF_UNTOLD = 0.9
const MOST_MEMORY_MB = 150

/** The service without what it says in headers, and without compression. */
export const UNTOLD = 'service, telling less'
const MOST_START_SECONDS = 3

/** How one server did over all rounds; times in milliseconds. */
export interface ServerFigures {
  server: string
  /** Requests per second of each round. */
  rounds: number[]
  /** The median of them. */
  requestsPerSecond: number
  p50: number
  p97_5: number
  p99: number
  /** Requests per second of the service, in those of this server. */
  serviceRatio: number
}

/** What each round on each server came to, as one figure each: the median. */
export function compare(found: Record<string, LoadFigures[]>): ServerFigures[] {
  const middle = (rounds: LoadFigures[] = [], figure: Exclude<keyof LoadFigures, 'problems'>): number =>
    median(rounds.map((round) => round[figure]))
  const ofService = middle(found.service, 'requestsPerSecond')
  return Object.entries(found).map(([server, rounds]) => ({
    server,
    rounds: rounds.map(({ requestsPerSecond }) => requestsPerSecond),
    requestsPerSecond: middle(rounds, 'requestsPerSecond'),
    p50: middle(rounds, 'p50'),
    p97_5: middle(rounds, 'p97_5'),
    p99: middle(rounds, 'p99'),
    serviceRatio: ofService / middle(rounds, 'requestsPerSecond'),
  }))
}

export const serversTable = (servers: ServerFigures[]): Table =>
  figuresTable(servers, [
    ['server', ({ server }) => server],
    ['req/s', ({ requestsPerSecond }) => whole(requestsPerSecond)],
    ['min–max', ({ rounds }) => `${whole(Math.min(...rounds))}–${whole(Math.max(...rounds))}`],
    ['p50 ms', ({ p50 }) => decimals(1)(p50)],
    ['p97.5 ms', ({ p97_5 }) => decimals(1)(p97_5)],
    ['p99 ms', ({ p99 }) => decimals(1)(p99)],
    ['service / it', ({ serviceRatio }) => decimals(2)(serviceRatio)],
  ])

export const ratioGoals = (servers: ServerFigures[], marks: number): Goal[] =>
  (
    [
      ['select', LEAST_OF_SELECT],
      ['admission and select', LEAST_OF_ADMISSION],
    ] as const
  ).map(([name, least]) => {
    const ratio = servers.find(({ server }) => server === name)?.serviceRatio ?? 0
    return judge(
      { goal: `at least ${least} of "${name}"`, isMet: atLeast(least) },
      ratio,
      ratio.toFixed(3),
      marks,
    )
  })

/** What headers and compression cost: of the throughput of the service that does without them. */
export function tellingGoals(servers: ServerFigures[], marks: number): Goal[] {
  const of = (name: string): number =>
    servers.find(({ server }) => server === name)?.requestsPerSecond ?? Number.NaN
  return ['service', 'service, gzip', 'service, br'].map((name) => {
    const ratio = of(name) / of(UNTOLD)
    return judge(
      { goal: `"${name}" at least ${LEAST_OF_UNTOLD} of "${UNTOLD}"`, isMet: atLeast(LEAST_OF_UNTOLD) },
      ratio,
      ratio.toFixed(3),
      marks,
    )
  })
}

export const memoryGoal = (megabytes: number, marks: number): Goal =>
  judge(
    { goal: `resident memory under ${MOST_MEMORY_MB} MB after the load`, isMet: under(MOST_MEMORY_MB) },
    megabytes,
    `${megabytes.toFixed(0)} MB`,
    marks,
  )

export function startGoal(seconds: number[], embedded: boolean, marks: number): Goal {
  const middle = median(seconds)
  const range = [Math.min(...seconds), Math.max(...seconds)].map((each) => each.toFixed(2)).join('–')
  const database = embedded ? 'included' : 'running already'
  const goal = `second start under ${MOST_START_SECONDS} s, PostgreSQL ${database}`
  return judge({ goal, isMet: under(MOST_START_SECONDS) }, middle, `${middle.toFixed(2)} s (${range})`, marks)
}
