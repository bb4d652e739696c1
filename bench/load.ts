import autocannon from 'autocannon'
import { median, spread } from './figures.ts'
import { MeasuringError, type Run } from './run.ts'

/** A server under load. */
export interface Target {
  readonly name: string
  readonly url: string
  /** The requests to send, which are divided between the connections. */
  readonly requests: readonly LoadRequest[]
}

/** A request as the load generator sends it. */
export interface LoadRequest {
  path: string
  headers: Record<string, string>
}

/** The figures of one target: the medians of all rounds; times in milliseconds. */
export interface TargetFigures {
  readonly name: string
  /** Requests per second of each round. */
  readonly rounds: readonly number[]
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** The figures of one round; times in milliseconds. */
type LoadFigures = Omit<TargetFigures, 'name' | 'rounds'>

const WARM_UP_SECONDS = 2

/**
 * Sends load to each target in turn, after a warm-up round, so that a slow minute of the machine affects all targets.
 *
 * @throws MeasuringError if a target answers with another status than 200
 */
export async function loadInTurns(
  run: Run,
  targets: readonly Target[],
  connections: number,
): Promise<TargetFigures[]> {
  const rounds = targets.map((): LoadFigures[] => [])
  for (let round = 0; round <= run.rounds; round++) {
    for (const [place, target] of targets.entries()) {
      run.step(`${round === 0 ? 'warming up' : `round ${round} of ${run.rounds}`}: ${target.name}`)
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, run.seconds) : run.seconds
      const figures = await load(target, connections, seconds)
      if (round > 0) rounds[place]?.push(figures)
    }
  }
  return targets.map(({ name }, place) => {
    const found = rounds[place] ?? []
    const middle = (figure: keyof LoadFigures): number => median(found.map((round) => round[figure]))
    return {
      name,
      rounds: found.map(({ requestsPerSecond }) => requestsPerSecond),
      requestsPerSecond: middle('requestsPerSecond'),
      p50: middle('p50'),
      p95: middle('p95'),
      p99: middle('p99'),
    }
  })
}

async function load(
  { name, url, requests }: Target,
  connections: number,
  seconds: number,
): Promise<LoadFigures> {
  const latencies: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const share = Math.floor(requests.length / connections)
    let next = 0
    const shooting = autocannon(
      {
        url,
        connections,
        duration: seconds,
        // Each connection has its own share of the requests. With the same requests at the same time, the connections would
        // wait for the counter of the same key.
        setupClient: (client) => {
          client.setRequests(requests.slice(next, next + share))
          next += share
        },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
    shooting.on('response', (_client, _status, _bytes, latency) => latencies.push(latency))
  })
  if (latencies.length === 0 || result.non2xx > 0 || result.errors > 0) {
    throw new MeasuringError(
      `${name}: ${result.non2xx} responses were not 200, ${result.errors} requests failed.`,
    )
  }
  return { requestsPerSecond: latencies.length / result.duration, ...spread(latencies) }
}
