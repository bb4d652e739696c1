import type { Database } from '../shared/db/database.ts'
import { createRandom } from './corpus/random.ts'
import { openBenchDatabase } from './database.ts'
import type { PeerName } from './detail-peers.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { checkGoal, type Limit } from './goals.ts'
import { type LoadRequest, loadInTurns, type TargetFigures } from './load.ts'
import { residentMegabytes } from './machine.ts'
import { type Service, startPeer, startService } from './processes.ts'
import { decimals, figuresTable, range, type Table, whole } from './report.ts'
import { drawBrands } from './requests.ts'
import { MeasuringError, type Part } from './run.ts'

const KEYS = 1_000
const DRAWN = 20_000
const CONNECTIONS = 32
const REQUESTS = CONNECTIONS * 500
const SEED = 20_260_101
const PEERS: readonly PeerName[] = ['select', 'admission', 'admission and select']
const SERVICE = 'service'

const LIMITS: Readonly<Record<'ofSelect' | 'ofBoth' | 'memory' | 'start', Limit>> = {
  ofSelect: { goal: 'throughput of the service, of "select"', unit: '', digits: 3, least: 0.25 },
  ofBoth: { goal: 'throughput of the service, of "admission and select"', unit: '', digits: 3, least: 0.6 },
  memory: { goal: 'resident memory after the load', unit: ' MB', digits: 0, most: 150 },
  start: { goal: 'second start, PostgreSQL included', unit: ' s', digits: 2, most: 3 },
}

/** One mark by its number, beside the same queries without the service around them. */
export const detail: Part = {
  summary: 'GET /v1/brands/{nroSolicitud}, beside its admission and its query on bare node:http',
  marks: 20_000,
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database, run.marks, { annotated: true })
    const requests = await drawRequests(database.owner)
    run.step('starting the servers')
    const service = await startService(run, database.environment)
    const peers: [PeerName, Service][] = []
    for (const name of PEERS) {
      peers.push([name, await startPeer(run, 'detail-peers.ts', { PEER: name, DATABASE_URL: database.url })])
    }
    const targets = [[SERVICE, service] as const, ...peers].map(([name, { url }]) => ({ name, url }))
    const servers = await loadInTurns(run, targets, requests, CONNECTIONS)
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
        checkGoal(LIMITS.ofSelect, ofPeer(servers, 'select'), run.marks),
        checkGoal(LIMITS.ofBoth, ofPeer(servers, 'admission and select'), run.marks),
        checkGoal(LIMITS.memory, memory, run.marks),
        checkGoal(LIMITS.start, again.startSeconds, run.marks),
      ],
    }
  },
}

/** Draws requests for random marks with random keys; the same marks in every run. */
async function drawRequests(owner: Database): Promise<LoadRequest[]> {
  const { pick } = createRandom(SEED)
  const keys = await fillKeys(owner, KEYS)
  const brands = await drawBrands(owner, DRAWN)
  return Array.from({ length: REQUESTS }, () => ({
    path: `/v1/brands/${pick(brands).nroSolicitud}`,
    headers: { 'x-api-key': pick(keys) },
  }))
}

/** Returns the throughput of the service divided by that of a peer. */
function ofPeer(servers: readonly TargetFigures[], peer: string): number {
  const throughput = (name: string): number =>
    servers.find((server) => server.name === name)?.requestsPerSecond ?? Number.NaN
  return throughput(SERVICE) / throughput(peer)
}

const serversTable = (servers: readonly TargetFigures[]): Table =>
  figuresTable(
    servers.map((server) => ({ ...server, serviceRatio: ofPeer(servers, server.name) })),
    [
      ['server', ({ name }) => name],
      ['req/s', ({ requestsPerSecond }) => whole(requestsPerSecond)],
      ['min–max', ({ rounds }) => range(rounds)],
      ['p50 ms', ({ p50 }) => decimals(1)(p50)],
      ['p95 ms', ({ p95 }) => decimals(1)(p95)],
      ['p99 ms', ({ p99 }) => decimals(1)(p99)],
      ['service / server', ({ serviceRatio }) => decimals(2)(serviceRatio)],
    ],
  )
