import { openAsker } from '../ask.ts'
import { type Asked, CONNECTIONS, drawAsked, KEYS, startProcesses, takeTurns } from '../bear-processes.ts'
import { type BenchDatabase, withBenchDatabase } from '../bench-database.ts'
import { spreadOfRounds } from '../figures.ts'
import { whole } from '../figures-table.ts'
import { settle } from '../fill.ts'
import type { Goal } from '../goals.ts'
import { databaseFacts } from '../machine.ts'
import { MeasuringError, type Part, type Run } from '../part.ts'
import type { Service } from '../processes.ts'
import { findServer, processTime, serverTime } from '../processor-time.ts'
import { buildIndex } from '../search/build.ts'
import { madeUpCorpus } from '../search/corpus.ts'
import { loadCorpus } from '../search/load-corpus.ts'
import { type Borne, lossGoals, rowOf } from '../several-figures.ts'
import type { Answer, Corpus, Measured, Throughput, Work } from './figures-file.ts'
import { answersTable, corporaTable, throughputTable, workTable } from './tables.ts'

const MOST = 10_000_000
/** What is measured unless somebody asks for one size. */
const SIZES = [200_000, 2_000_000, MOST]
/** Of each kind in a round, one at a time. */
const ONE_BY_ONE = 300
/** What is asked before anything counts. */
const WARM_UP = 100

/** Everything at several sizes of the corpus, and from one process to four. */
export const scale: Part = {
  summary: `${SIZES.map((size) => whole(size)).join(', ')} marks, one to four processes: how fast, how large, how much work`,
  marks: MOST,
  async measure(run) {
    const sizes: SizeFigures[] = []
    let facts: Record<string, string> = {}
    for (const marks of run.sized ? [run.marks] : SIZES) {
      await withBenchDatabase(run, async (database) => {
        sizes.push(await measureSize(run, database, marks))
        facts = await databaseFacts(database.owner)
      })
    }
    const measured = measuredOf(sizes)
    return {
      facts: { ...describe(run), ...facts },
      tables: {
        corpora: corporaTable(measured),
        answers: answersTable(measured),
        curves: throughputTable(measured),
        work: workTable(measured),
      },
      goals: scaleGoals(sizes),
    }
  },
}

/** Everything that one size came to. */
export interface SizeFigures {
  readonly corpus: Corpus
  readonly answers: readonly Answer[]
  readonly work: readonly Work[]
  /** Round by round. */
  readonly borne: readonly Borne[]
}

/** The same of all sizes, as it is told and kept. */
export const measuredOf = (sizes: readonly SizeFigures[]): Measured => ({
  corpora: sizes.map(({ corpus }) => corpus),
  answers: sizes.flatMap(({ answers }) => answers),
  curves: sizes.flatMap(({ corpus: { marks }, borne }) =>
    borne.map(rowOf(borne)).map((row): Throughput => ({ marks, ...row })),
  ),
  work: sizes.flatMap(({ work }) => work),
})

/** That several processes lose nothing, at each size. */
export const scaleGoals = (sizes: readonly SizeFigures[]): Goal[] =>
  sizes.flatMap(({ corpus: { marks }, borne }) =>
    lossGoals(borne, marks).map((goal) => ({ ...goal, goal: `${goal.goal}, ${whole(marks)} marks` })),
  )

const describe = ({ rounds, seconds }: Run): Record<string, string> => ({
  'one at a time': `${rounds} rounds of ${ONE_BY_ONE} requests of each kind, after ${WARM_UP}`,
  'under load': `${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections over all processes, ${KEYS} keys`,
  questions:
    'a mark by its number, pages of 20 by filters and by a name: whole, a word, and with a typing error',
})

async function measureSize(run: Run, database: BenchDatabase, marks: number): Promise<SizeFigures> {
  const corpus = await fill(run, database, marks)
  const asked = await drawAsked(database.owner)
  run.step(`${whole(marks)} marks: vacuum analyze`)
  await settle(database.owner)
  const services = await startProcesses(run, database)
  const answers: Answer[] = []
  const work: Work[] = []
  for (const each of asked) {
    const found = await askOneByOne(run, database, services[0] as Service, each)
    answers.push({ marks, kind: each.kind, ...spreadOfRounds(found.rounds) })
    work.push({ marks, kind: each.kind, ...found.work })
  }
  const urls = services.map(({ url }) => url)
  const borne = await takeTurns(run, urls, asked)
  for (const service of services) await service.stop()
  return { corpus, answers, work, borne }
}

async function fill(run: Run, database: BenchDatabase, marks: number): Promise<Corpus> {
  const corpus = madeUpCorpus(marks, null)
  const startedAt = performance.now()
  await loadCorpus(run, database.owner, corpus, { annotated: true })
  const loadSeconds = (performance.now() - startedAt) / 1_000
  const { seconds: indexSeconds, megabytes: searchMegabytes } = await buildIndex(run, database, corpus)
  const [size] = await database.owner.query<{ bytes: number }>(SIZE)
  const databaseMegabytes = (size?.bytes ?? 0) / 2 ** 20
  return { marks, loadSeconds, indexSeconds, databaseMegabytes, searchMegabytes }
}

const SIZE = { text: 'select pg_database_size(current_database())::float8 as bytes', parameters: [] }

interface OneByOne {
  /** Milliseconds of each request, round by round. */
  rounds: number[][]
  work: Pick<Work, 'serviceMs' | 'databaseMs'>
}

/** Asks one process, and looks at the processor time that it and the database take for it. */
async function askOneByOne(
  run: Run,
  { owner }: BenchDatabase,
  { url, pid }: Service,
  { kind, requests }: Asked,
): Promise<OneByOne> {
  const key = requests[0]?.headers['x-api-key'] ?? ''
  const asker = openAsker(url, key, run.signal)
  const ask = async (place: number): Promise<number> => {
    const { status, milliseconds } = await asker.ask(requests[place % requests.length]?.path ?? '')
    if (status !== 200) {
      throw new MeasuringError(`${kind} was answered with ${status}: figures of errors prove nothing.`)
    }
    return milliseconds
  }
  run.step(`${kind}, one at a time: warming up`)
  for (let place = 0; place < WARM_UP; place++) await ask(place)
  const server = await findServer(owner)
  const before = { service: processTime(pid), database: serverTime(server) }
  const rounds: number[][] = []
  for (let round = 1; round <= run.rounds; round++) {
    run.step(`${kind}, one at a time: round ${round} of ${run.rounds}`)
    const times: number[] = []
    // Others in each round: what was just asked for lies in the caches.
    for (let place = 0; place < ONE_BY_ONE; place++) times.push(await ask(round * ONE_BY_ONE + place))
    rounds.push(times)
  }
  const each = (from: number | null, to: number | null): number | null =>
    from === null || to === null ? null : (to - from) / (run.rounds * ONE_BY_ONE)
  const work = {
    serviceMs: each(before.service, processTime(pid)),
    databaseMs: each(before.database, serverTime(server)),
  }
  asker.close()
  return { rounds, work }
}
