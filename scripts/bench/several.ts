import { join } from 'node:path'
import type { Database } from '../../shared/db/database.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { drawBrands } from './draw-brands.ts'
import { whole } from './figures-table.ts'
import { annotate, fillKeys, fillMarks, settle } from './fill.ts'
import type { Load, LoadFigures } from './load.ts'
import { databaseFacts } from './machine.ts'
import { type LoadRequest, toRequest } from './mcp-load.ts'
import { drawQuestions } from './mcp-requests.ts'
import { MeasuringError, type Part, type Run } from './part.ts'
import { startPeer, startService } from './processes.ts'
import { type Borne, COUNTS, countsTable, KINDS, type Kind, lossGoals } from './several-figures.ts'

/** For the load: one key's counter would make the requests wait for each other. */
const KEYS = 1_000
const DRAWN = 2_000
/** Over all processes: each of them has as many as the next one. */
const CONNECTIONS = 24
const QUESTIONS = CONNECTIONS * 100
const WARM_UP_SECONDS = 2

/** The same load on one process, and spread over several on the same database. */
export const several: Part = {
  summary: 'searches and single marks from one process, and from several on one PostgreSQL',
  marks: 20_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const asked = await fill(run, database)
    run.step(`starting ${COUNTS.length} processes`)
    const urls: string[] = []
    for (const place of COUNTS.keys()) {
      urls.push((await startService(run, environmentOf(run, database, place))).url)
    }
    const borne = await takeTurns(run, urls, asked)
    const facts = {
      ...describe(run),
      connections: `${await connectionsOf(database.owner)} to the database from ${urls.length} processes`,
      ...(await databaseFacts(database.owner)),
    }
    return { facts, tables: { processes: countsTable(borne) }, goals: lossGoals(borne, run.marks) }
  },
}

const describe = ({ rounds, seconds, marks }: Run): Record<string, string> => ({
  load: `${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections over all processes, ${KEYS} keys`,
  questions: `${whole(marks)} marks: a mark by its number, pages of 20 by a name`,
})

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

/** The requests of one kind. */
interface Asked {
  kind: Kind
  requests: LoadRequest[]
}

async function fill(run: Run, database: BenchDatabase): Promise<Asked[]> {
  await fillMarks(run, database)
  run.step(`annotating them, and making ${KEYS} keys`)
  await annotate(database.owner)
  const keys = await fillKeys(database.owner, KEYS)
  await settle(database.owner)
  const questions = drawQuestions(await drawBrands(database.owner, DRAWN), QUESTIONS)
  return KINDS.map((kind) => ({
    kind,
    requests: questions[kind].map((question, place) =>
      toRequest('REST', question, keys[place % keys.length] ?? ''),
    ),
  }))
}

/** The numbers of processes take turns, so that whatever else the machine does falls on all of them. */
async function takeTurns(run: Run, urls: readonly string[], asked: readonly Asked[]): Promise<Borne[]> {
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

/** Those that were used in the last round are open for some seconds more. */
const CONNECTIONS_OPEN = {
  text: `select count(*)::integer as open
           from pg_stat_activity
          where datname = current_database() and application_name = 'trademark start'`,
  parameters: [],
}

const connectionsOf = async (owner: Database): Promise<number> =>
  (await owner.query<{ open: number }>(CONNECTIONS_OPEN))[0]?.open ?? 0
