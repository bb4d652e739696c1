import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import {
  compare,
  memoryGoal,
  ratioGoals,
  serversTable,
  startGoal,
  tellingGoals,
  UNTOLD,
} from './detail-figures.ts'
import { drawNumbers } from './draw-brands.ts'
import { whole } from './figures-table.ts'
import { annotate, type DetailRequest, drawRequests, fillKeys, fillMarks, settle } from './fill.ts'
import type { Load, LoadFigures } from './load.ts'
import { databaseFacts, residentMegabytes } from './machine.ts'
import { MeasuringError, type Part, type Run } from './part.ts'
import { type Peer, type Service, startPeer, startService } from './processes.ts'

const KEYS = 1_000
const CONNECTIONS = 32
const REQUESTS = CONNECTIONS * 500
const WARM_UP_SECONDS = 2
const STARTS = 5

/** One mark by its number, next to what the same answer costs without the service around it. */
export const detail: Part = {
  summary: 'GET /v1/brands/{nroSolicitud}, next to its queries on bare node:http',
  marks: 20_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const requests = await fill(run, database)
    const facts = { load: describeLoad(run), ...(await databaseFacts(database.owner)) }

    run.step('starting the servers')
    const bare = {
      select: startPeer(run, 'select-server.ts'),
      admission: startPeer(run, 'admission-server.ts'),
      untold: startPeer(run, 'untold-server.ts'),
    }
    const service = await startService(run, database.environment)
    const targets = {
      select: { url: await listenOn(bare.select, database) },
      'admission and select': { url: await listenOn(bare.admission, database) },
      [UNTOLD]: { url: await listenOn(bare.untold, database) },
      service: { url: service.url },
      'service, gzip': { url: service.url, headers: { 'accept-encoding': 'gzip' } },
      'service, br': { url: service.url, headers: { 'accept-encoding': 'br' } },
    }
    const servers = compare(await takeTurns(run, targets, requests))
    const memory = await residentMegabytes(service.pid)

    await Promise.all(Object.values(bare).map((peer) => peer.stop()))
    await database.leave()
    const starts = await measureStarts(run, database, service)
    return {
      facts,
      tables: { servers: serversTable(servers) },
      goals: [
        ...ratioGoals(servers, run.marks),
        ...tellingGoals(servers, run.marks),
        memoryGoal(memory, run.marks),
        startGoal(starts, database.embedded, run.marks),
      ],
    }
  },
}

const describeLoad = ({ rounds, seconds, marks }: Run): string =>
  `${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, ${whole(marks)} marks, ${KEYS} keys`

async function fill(run: Run, database: BenchDatabase): Promise<DetailRequest[]> {
  await fillMarks(run, database)
  run.step(`annotating them, and making ${KEYS} keys`)
  await annotate(database.owner)
  const keys = await fillKeys(database.owner, KEYS)
  await settle(database.owner)
  return drawRequests(await drawNumbers(database.owner), keys, REQUESTS)
}

const listenOn = async (peer: Peer, { connection }: BenchDatabase): Promise<string> =>
  `http://127.0.0.1:${await peer.ask<number>(connection)}`

/** Where the load goes, and with which headers. */
type Target = Pick<Load, 'url' | 'headers'>

/** What each round on each server came to: servers take turns, so that a slow minute of the machine hits all. */
async function takeTurns<Server extends string>(
  run: Run,
  targets: Record<Server, Target>,
  requests: DetailRequest[],
): Promise<Record<Server, LoadFigures[]>> {
  const load = startPeer(run, 'load.ts')
  const servers = Object.keys(targets) as Server[]
  const found = Object.fromEntries(servers.map((server) => [server, [] as LoadFigures[]])) as Record<
    Server,
    LoadFigures[]
  >
  for (let round = 0; round <= run.rounds; round++) {
    for (const server of servers) {
      run.step(round === 0 ? `warming up: ${server}` : `round ${round} of ${run.rounds}: ${server}`)
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, run.seconds) : run.seconds
      const task: Load = { ...targets[server], seconds, connections: CONNECTIONS, requests }
      const figures = await load.ask<LoadFigures>(task)
      refuseProblems(server, figures)
      if (round > 0) {
        found[server].push(figures)
      }
    }
  }
  await load.stop()
  return found
}

function refuseProblems(server: string, { problems }: LoadFigures): void {
  if (problems.length > 0) {
    throw new MeasuringError(`"${server}" gave ${problems.join(' and ')}: figures of errors prove nothing.`)
  }
}

/** Starts the service again and again, the embedded PostgreSQL with it; in seconds. */
async function measureStarts(run: Run, database: BenchDatabase, running: Service): Promise<number[]> {
  const seconds: number[] = []
  let service = running
  while (seconds.length < STARTS) {
    run.step(`start ${seconds.length + 1} of ${STARTS}`)
    await service.stop()
    if (database.isUp()) {
      throw new MeasuringError(
        'PostgreSQL still runs after the service was stopped: another start proves nothing.',
      )
    }
    service = await startService(run, database.environment)
    seconds.push(service.startSeconds)
  }
  await service.stop()
  return seconds
}
