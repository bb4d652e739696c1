import { createRandom } from './corpus/random.ts'
import { openBenchDatabase } from './database.ts'
import type { PeerName } from './detail-peers.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { checkGoal, type Limit } from './goals.ts'
import { type LoadRequest, loadInTurns, type TargetFigures } from './load.ts'
import { residentMegabytes } from './machine.ts'
import { type Service, startPeer, startService } from './processes.ts'
import { decimals, figuresTable, range, type Table, whole } from './report.ts'
import { type DrawnBrand, drawBrands } from './requests.ts'
import { MeasuringError, type Part } from './run.ts'

const KEYS = 1_000
const DRAWN = 20_000
const CONNECTIONS = 32
const REQUESTS = CONNECTIONS * 500
const SEED = 20_260_101
const PEERS: readonly PeerName[] = ['select', 'admission', 'admissions in batches', 'batches and select']
const SERVICE = 'service'
const ONE_KEY = 'service, one key'

/**
 * The figures of the service before it checked keys and read marks in batches (commit 9bf1a5a). They were measured on a machine
 * with two cores and no other work, on which the peer "select" answered 15,942 requests a second.
 */
const EARLIER = {
  name: 'service, earlier',
  rounds: [1_594, 1_638],
  requestsPerSecond: 1_597,
  p50: 18.5,
  p95: 28.5,
  p99: 48.3,
  ofSelect: 0.1,
}
const EARLIER_P99_OF_SELECT = 11.2

const LIMITS: Readonly<Record<'ofSelect' | 'oneKey' | 'p99' | 'memory' | 'start', Limit>> = {
  ofSelect: { goal: 'throughput of the service divided by "select"', unit: '', digits: 3, least: 0.17 },
  oneKey: {
    goal: 'throughput with one key on all connections, divided by "select"',
    unit: '',
    digits: 3,
    least: 0.17,
  },
  p99: { goal: 'p99 of the service divided by "select"', unit: '', digits: 1, most: EARLIER_P99_OF_SELECT },
  memory: { goal: 'resident memory after the load', unit: ' MB', digits: 0, most: 150 },
  start: { goal: 'second start, PostgreSQL included', unit: ' s', digits: 2, most: 3 },
}

/** Measures requests for one mark by its number, compared with peers that run only the SQL statements of such a request. */
export const detail: Part = {
  summary: 'GET /v1/brands/{nroSolicitud}, compared with only its SQL statements on node:http',
  marks: 20_000,
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database, run.marks, { annotated: true })
    const keys = await fillKeys(database.owner, KEYS)
    const brands = await drawBrands(database.owner, DRAWN)
    const requests = drawRequests(brands, keys)
    run.step('starting the servers')
    const service = await startService(run, database.environment)
    const peers: [PeerName, Service][] = []
    for (const name of PEERS) {
      peers.push([name, await startPeer(run, 'detail-peers.ts', { PEER: name, DATABASE_URL: database.url })])
    }
    const targets = [[SERVICE, service] as const, ...peers].map(([name, { url }]) => ({
      name,
      url,
      requests,
    }))
    const oneKey = { name: ONE_KEY, url: service.url, requests: drawRequests(brands, keys.slice(0, 1)) }
    const servers = await loadInTurns(run, [...targets, oneKey], CONNECTIONS)
    const memory = await residentMegabytes(service.pid)
    for (const [, peer] of peers) await peer.stop()
    await database.leave()
    await service.stop()
    if (database.isUp()) {
      throw new MeasuringError('PostgreSQL still runs after the stop of the service.')
    }
    const again = await startService(run, database.environment)
    await again.stop()
    return {
      facts: {
        load: `${run.rounds} rounds of ${run.seconds} s, ${CONNECTIONS} connections, ${whole(run.marks)} marks, ${KEYS} keys`,
      },
      tables: { servers: serversTable(servers) },
      goals: [
        checkGoal(LIMITS.ofSelect, ratio(servers, SERVICE, 'select'), run.marks),
        checkGoal(LIMITS.oneKey, ratio(servers, ONE_KEY, 'select'), run.marks),
        checkGoal(LIMITS.p99, ratio(servers, SERVICE, 'select', 'p99'), run.marks),
        checkGoal(LIMITS.memory, memory, run.marks),
        checkGoal(LIMITS.start, again.startSeconds, run.marks),
      ],
    }
  },
}

/** Draws requests for random marks with random keys; the same in every run for the same marks. */
function drawRequests(brands: readonly DrawnBrand[], keys: readonly string[]): LoadRequest[] {
  const { pick } = createRandom(SEED)
  return Array.from({ length: REQUESTS }, () => ({
    path: `/v1/brands/${pick(brands).nroSolicitud}`,
    headers: { 'x-api-key': pick(keys) },
  }))
}

/** Returns a figure of a server divided by the same figure of a peer. */
function ratio(
  servers: readonly TargetFigures[],
  server: string,
  peer: string,
  figure: 'requestsPerSecond' | 'p99' = 'requestsPerSecond',
): number {
  const of = (name: string): number => servers.find((each) => each.name === name)?.[figure] ?? Number.NaN
  return of(server) / of(peer)
}

const serversTable = (servers: readonly TargetFigures[]): Table =>
  figuresTable(
    [...servers.map((server) => ({ ...server, ofSelect: ratio(servers, server.name, 'select') })), EARLIER],
    [
      ['server', ({ name }) => name],
      ['req/s', ({ requestsPerSecond }) => whole(requestsPerSecond)],
      ['min–max', ({ rounds }) => range(rounds)],
      ['p50 ms', ({ p50 }) => decimals(1)(p50)],
      ['p95 ms', ({ p95 }) => decimals(1)(p95)],
      ['p99 ms', ({ p99 }) => decimals(1)(p99)],
      ['of select', ({ ofSelect }) => decimals(3)(ofSelect)],
    ],
  )
