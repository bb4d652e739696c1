import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type DetailRequest, drawRequests, fillKeys, fillMarks, settle } from './fill.ts'
import type { Load, LoadFigures } from './load.ts'
import { databaseFacts, residentMegabytes } from './machine.ts'
import { type Goal, MeasuringError, median, type Part, type Run, type ServerFigures } from './part.ts'
import { type Peer, type Service, startPeer, startService } from './processes.ts'

const MARKS = 20_000
const KEYS = 1_000
const CONNECTIONS = 32
const REQUESTS = CONNECTIONS * 500
const WARM_UP_SECONDS = 2
const STARTS = 5

/** What one service on one machine is meant to reach. */
const LEAST_OF_SELECT = 0.25
const LEAST_OF_ADMISSION = 0.6
const MOST_MEMORY_MB = 150
const MOST_START_SECONDS = 3

/** One mark by its number, next to what the same answer costs without the service around it. */
export const detail: Part = {
  summary: 'GET /v1/brands/{nroSolicitud}, next to its queries on bare node:http',
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const requests = await fill(run, database)
    const facts = { load: describeLoad(run), ...(await databaseFacts(database.owner)) }

    run.step('starting the servers')
    const bare = {
      select: startPeer(run, 'select-server.ts'),
      admission: startPeer(run, 'admission-server.ts'),
    }
    const service = await startService(run, database.environment)
    const targets = {
      select: await listenOn(bare.select, database),
      'admission and select': await listenOn(bare.admission, database),
      service: service.url,
    }
    const servers = compare(await takeTurns(run, targets, requests))
    const memory = await residentMegabytes(service.pid)

    await Promise.all([bare.select.stop(), bare.admission.stop()])
    await database.leave()
    const starts = await measureStarts(run, database, service)
    return {
      facts,
      servers,
      goals: [...ratioGoals(servers), memoryGoal(memory), startGoal(starts, database)],
    }
  },
}

const describeLoad = ({ rounds, seconds }: Run): string =>
  `${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, ${MARKS} marks, ${KEYS} keys`

async function fill(run: Run, { owner }: BenchDatabase): Promise<DetailRequest[]> {
  run.step(`filling it with ${MARKS} marks and ${KEYS} keys`)
  const numbers = await fillMarks(owner, MARKS)
  const keys = await fillKeys(owner, KEYS)
  await settle(owner)
  run.signal.throwIfAborted()
  return drawRequests(numbers, keys, REQUESTS)
}

const listenOn = async (peer: Peer, { connection }: BenchDatabase): Promise<string> =>
  `http://127.0.0.1:${await peer.ask<number>(connection)}`

/** What each round on each server came to: servers take turns, so that a slow minute of the machine hits all. */
async function takeTurns<Server extends string>(
  run: Run,
  targets: Record<Server, string>,
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
      const seconds = round === 0 ? WARM_UP_SECONDS : run.seconds
      const task: Load = { url: targets[server], seconds, connections: CONNECTIONS, requests }
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

function compare(found: Record<string, LoadFigures[]>): ServerFigures[] {
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

const ratioGoals = (servers: ServerFigures[]): Goal[] =>
  (
    [
      ['select', LEAST_OF_SELECT],
      ['admission and select', LEAST_OF_ADMISSION],
    ] as const
  ).map(([name, least]) => {
    const ratio = servers.find(({ server }) => server === name)?.serviceRatio ?? 0
    return {
      goal: `at least ${least} of "${name}"`,
      figure: ratio,
      text: ratio.toFixed(3),
      met: ratio >= least,
    }
  })

const memoryGoal = (megabytes: number): Goal => ({
  goal: `resident memory under ${MOST_MEMORY_MB} MB after the load`,
  figure: megabytes,
  text: `${megabytes.toFixed(0)} MB`,
  met: megabytes < MOST_MEMORY_MB,
})

function startGoal(seconds: number[], { embedded }: BenchDatabase): Goal {
  const middle = median(seconds)
  const range = [Math.min(...seconds), Math.max(...seconds)].map((each) => each.toFixed(2)).join('–')
  return {
    goal: `second start under ${MOST_START_SECONDS} s, PostgreSQL ${embedded ? 'included' : 'running already'}`,
    figure: middle,
    text: `${middle.toFixed(2)} s (${range})`,
    met: middle < MOST_START_SECONDS,
  }
}
