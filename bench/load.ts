import autocannon from 'autocannon'
import { median, type Spread, spreadOfRounds } from './figures.ts'
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
export interface TargetFigures extends Spread {
  readonly name: string
  readonly requestsPerSecond: number
}

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
  const rounds = targets.map((): number[][] => [])
  for (let round = 0; round <= run.rounds; round++) {
    for (const [place, target] of targets.entries()) {
      run.step(`${round === 0 ? 'warming up' : `round ${round} of ${run.rounds}`}: ${target.name}`)
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, run.seconds) : run.seconds
      const latencies = await load(target, connections, seconds)
      if (round > 0) rounds[place]?.push(latencies)
    }
  }
  return targets.map(({ name }, place) => {
    const latencies = rounds[place] ?? []
    const requestsPerSecond = median(latencies.map(({ length }) => length / run.seconds))
    return { name, requestsPerSecond, ...spreadOfRounds(latencies) }
  })
}

/** Sends load for some seconds, and returns the milliseconds of each request. */
async function load(
  { name, url, requests }: Target,
  connections: number,
  seconds: number,
): Promise<number[]> {
  const latencies: number[] = []
  const share = Math.floor(requests.length / connections)
  let next = 0
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
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
  return latencies
}
