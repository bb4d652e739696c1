import { join } from 'node:path'
import type { Database } from '../shared/db/database.ts'
import type { BenchDatabase } from './bench-database.ts'
import { drawBrands } from './draw-brands.ts'
import { fillKeys } from './fill.ts'
import type { Load, LoadFigures } from './load.ts'
import { type LoadRequest, toRequest } from './mcp-load.ts'
import { drawQuestions } from './mcp-requests.ts'
import { MeasuringError, type Run } from './part.ts'
import { type Service, startPeer, startService } from './processes.ts'
import { type Borne, COUNTS, KINDS, type Kind } from './several-figures.ts'

/** For the load: one key's counter would make the requests wait for each other. */
export const KEYS = 1_000
const DRAWN = 2_000
/** Over all processes: each of them has as many as the next one. */
export const CONNECTIONS = 24
const QUESTIONS = CONNECTIONS * 100
const WARM_UP_SECONDS = 2

/** The requests of one kind. */
export interface Asked {
  kind: Kind
  requests: LoadRequest[]
}

/** Makes the keys, and draws what is asked for of the corpus that is there. */
export async function drawAsked(owner: Database): Promise<Asked[]> {
  const keys = await fillKeys(owner, KEYS)
  const questions = drawQuestions(await drawBrands(owner, DRAWN), QUESTIONS)
  return KINDS.map((kind) => ({
    kind,
    requests: questions[kind].map((question, place) =>
      toRequest('REST', question, keys[place % keys.length] ?? ''),
    ),
  }))
}

/** As many as the largest of the counts, on one database. */
export async function startProcesses(run: Run, database: BenchDatabase): Promise<Service[]> {
  const services: Service[] = []
  for (const place of COUNTS.keys()) {
    run.step(`starting process ${place + 1} of ${COUNTS.length}`)
    services.push(await startService(run, environmentOf(run, database, place)))
  }
  return services
}

/** All of them reach one server by its address: an embedded one is for one process that serves, and no more. */
const environmentOf = (run: Run, { connection }: BenchDatabase, place: number): Record<string, string> => ({
  DATABASE_URL: 'connectionString' in connection ? connection.connectionString : addressOf(connection),
  DATA_DIR: join(run.folder, `process-${place}`),
})

/** Of a server behind a Unix socket, whose folder stands in place of a host. */
const addressOf = ({ user, password, host, port, database }: Server): string =>
  `postgres://${escaped(user)}:${escaped(password)}@${escaped(host)}:${port}/${escaped(database)}`

const escaped = (text: unknown): string => encodeURIComponent(String(text))

type Server = Exclude<BenchDatabase['connection'], { connectionString: string }>

/** The numbers of processes take turns, so that whatever else the machine does falls on all of them. */
export async function takeTurns(
  run: Run,
  urls: readonly string[],
  asked: readonly Asked[],
): Promise<Borne[]> {
  const load = startPeer(run, 'load.ts')
  const targets = asked.flatMap(({ kind, requests }) =>
    COUNTS.map((processes) => ({
      kind,
      processes,
      requests,
      rounds: [] as LoadFigures[],
    })),
  )
  for (let round = 0; round <= run.rounds; round++) {
    for (const target of targets) {
      const { kind, processes, requests } = target
      run.step(
        `${round === 0 ? 'warming up' : `round ${round} of ${run.rounds}`}: ${kind}, processes: ${processes}`,
      )
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, run.seconds) : run.seconds
      const url = urls.slice(0, processes)
      const task: Load = { url, seconds, connections: CONNECTIONS, requests }
      const figures = await load.ask<LoadFigures>(task)
      refuseProblems(target, figures)
      if (round > 0) {
        target.rounds.push(figures)
      }
    }
  }
  await load.stop()
  return targets.map(({ requests, ...borne }) => borne)
}

function refuseProblems(
  { kind, processes }: Pick<Borne, 'kind' | 'processes'>,
  { problems }: LoadFigures,
): void {
  if (problems.length > 0) {
    throw new MeasuringError(
      `${kind}, processes: ${processes}: ${problems.join(' and ')}: figures of errors prove nothing.`,
    )
  }
}
