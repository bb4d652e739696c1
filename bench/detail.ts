import { residentMegabytes } from '../test/support/process-memory.ts'
import { createRandom } from '../test/support/random.ts'
import { openBenchDatabase } from './database.ts'
import type { PeerName } from './detail-peers.ts'
import { annotate, fillKeys, fillMarks } from './fill.ts'
import { type LoadRequest, loadInTurns, type TargetFigures } from './load.ts'
import { startPeer, startService } from './processes.ts'
import { decimals, figuresTable, type Table, timeColumn, whole } from './report.ts'
import { type DrawnBrand, drawBrands } from './requests.ts'
import type { Part } from './run.ts'

const KEYS = 200
const DRAWN = 20_000
const CONNECTIONS = 32
const REQUESTS = CONNECTIONS * 500
const SEED = 20_260_101
const PEERS: readonly PeerName[] = ['select', 'admission and select']
const SERVICE = 'service'
const ONE_KEY = 'service, one key'

/** Measures requests for one mark by its number, compared with peers that run only the SQL statements of such a request. */
export const detail: Part = {
  summary: 'GET /v1/brands/{nroSolicitud}, compared with only its SQL statements on node:http',
  marks: 20_000,
  goalsFor: 'any size',
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database)
    await annotate(run, database)
    const keys = await fillKeys(database.owner, KEYS)
    const brands = await drawBrands(database.owner, DRAWN)
    const requests = drawRequests(brands, keys)
    run.step('starting the servers')
    const service = await startService(run, database.environment)
    const targets = [
      { name: SERVICE, url: service.url, requests },
      { name: ONE_KEY, url: service.url, requests: drawRequests(brands, keys.slice(0, 1)) },
    ]
    for (const name of PEERS) {
      const environment = { PEER: name, CONNECTION: JSON.stringify(database.connection) }
      targets.push({ name, url: (await startPeer(run, 'detail-peers.ts', environment)).url, requests })
    }
    const servers = await loadInTurns(run, targets, CONNECTIONS)
    const memory = await residentMegabytes(service.child.pid ?? 0)
    return {
      facts: {
        load: `${run.rounds} rounds of ${run.seconds} s, ${CONNECTIONS} connections, ${whole(run.marks)} marks, ${KEYS} keys`,
      },
      tables: [serversTable(servers)],
      goals: [
        { goal: 'requests/s, divided by "select"', figure: ratio(servers, SERVICE), digits: 3, least: 0.17 },
        { goal: 'the same with one key', figure: ratio(servers, ONE_KEY), digits: 3, least: 0.17 },
        { goal: 'p99, divided by "select"', figure: ratio(servers, SERVICE, 'p99'), most: 11.2 },
        { goal: 'resident memory after the load', figure: memory, unit: ' MB', digits: 0, most: 150 },
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

/** Returns a figure of a server divided by the same figure of the peer "select". */
function ratio(
  servers: readonly TargetFigures[],
  server: string,
  figure: 'requestsPerSecond' | 'p99' = 'requestsPerSecond',
): number {
  const of = (name: string): number => servers.find((each) => each.name === name)?.[figure] ?? Number.NaN
  return of(server) / of('select')
}

const serversTable = (servers: readonly TargetFigures[]): Table =>
  figuresTable(servers, [
    ['server', ({ name }) => name],
    ['requests/s', ({ requestsPerSecond }) => whole(requestsPerSecond)],
    ['divided by select', ({ name }) => decimals(3)(ratio(servers, name))],
    timeColumn('p50 ms', 'p50', (server) => server),
    timeColumn('p95 ms', 'p95', (server) => server),
    timeColumn('p99 ms', 'p99', (server) => server),
  ])
