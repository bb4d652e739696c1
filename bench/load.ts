// A process of its own, so that neither the bench nor a server shares its thread with the load.
import autocannon from 'autocannon'
import type { DetailRequest } from './fill.ts'

/** A round of load on one server. */
export interface Load {
  /** Where the server is; of several, each has as many of the connections. */
  url: string | string[]
  seconds: number
  connections: number
  requests: DetailRequest[]
  /** Sent with every request. */
  headers?: Record<string, string>
}

/** What came of it; times in milliseconds. */
export interface LoadFigures {
  requestsPerSecond: number
  p50: number
  p97_5: number
  p99: number
  /** Everything that was not a 200, in words; figures with any of it prove nothing. */
  problems: string[]
}

process.on('message', async (load: Load) => process.send?.(await run(load)))
process.on('disconnect', () => process.exit())

async function run({ url, seconds, connections, requests, headers = {} }: Load): Promise<LoadFigures> {
  const latencies: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, refuse) => {
    const each = Math.floor(requests.length / connections)
    let next = 0
    const shoot = autocannon(
      {
        url: url as string, // it takes several, too, which its types do not say
        connections,
        duration: seconds,
        // Every connection has its own share: in step with each other, they would wait for one key's counter.
        setupClient: (client) => {
          client.setRequests(withHeaders(requests.slice(next, next + each), headers))
          next += each
        },
      },
      (error, result) => (error ? refuse(error) : resolve(result)),
    )
    shoot.on('response', (_client, _status, _bytes, latency) => latencies.push(latency))
  })
  return { ...figures(result, latencies), problems: problemsOf(result) }
}

const withHeaders = (requests: DetailRequest[], headers: Record<string, string>): DetailRequest[] =>
  requests.map((request) => ({ ...request, headers: { ...request.headers, ...headers } }))

function figures(result: autocannon.Result, latencies: number[]): Omit<LoadFigures, 'problems'> {
  latencies.sort((a, b) => a - b)
  const percentile = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    requestsPerSecond: latencies.length / result.duration,
    p50: percentile(0.5),
    p97_5: percentile(0.975),
    p99: percentile(0.99),
  }
}

const problemsOf = ({ statusCodeStats = {}, errors, timeouts, ...result }: autocannon.Result): string[] => [
  ...Object.entries(statusCodeStats)
    .filter(([status]) => status !== '200')
    .map(([status, { count }]) => `${count} answers with status ${status}`),
  ...(errors > 0 ? [`${errors} connection errors, ${timeouts} of them timeouts`] : []),
  ...(result['2xx'] === 0 ? ['not one answer'] : []),
]
