import { type BenchDatabase, withBenchDatabase } from './database.ts'
import { type Spread, spreadOfRounds } from './figures.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { checkGoal, type Limit } from './goals.ts'
import { openHttpClient } from './http-client.ts'
import { startService } from './processes.ts'
import { decimals, figuresTable, type Goal, type Table, whole } from './report.ts'
import { drawBrands, drawQuestions, QUESTION_KINDS, type Question, type QuestionKind } from './requests.ts'
import type { Part, Run } from './run.ts'
import { indexMegabytes } from './search/search.ts'

const MOST = 10_000_000
const SIZES = [200_000, 2_000_000, MOST]
const DRAWN = 2_000
const QUESTIONS = 2_400
/** The number of requests of each kind in a round. */
const REQUESTS = 300
const WARM_UP = 100
const GROWTH: Limit = { goal: '', unit: ' times', digits: 2, most: 2 }

/** Measures load times, sizes and response times of corpora of several sizes. */
export const scale: Part = {
  summary: `${SIZES.map((size) => whole(size)).join(', ')} marks: load times, sizes and response times`,
  marks: MOST,
  async measure(run) {
    const sizes: SizeFigures[] = []
    for (const marks of run.sizes(SIZES)) {
      sizes.push(await withBenchDatabase(run, (database) => measureSize(run, database, marks)))
    }
    return {
      facts: {
        load: `${run.rounds} rounds of ${REQUESTS} requests of each kind, one at a time, after ${WARM_UP} to warm up`,
        questions:
          'a mark by its number, pages of 20 by filters and by a name: whole, a word, with a typing error',
      },
      tables: {
        corpora: corporaTable(sizes),
        answers: answersTable(sizes.flatMap(({ answers }) => answers)),
      },
      goals: sizes.slice(1).map((larger, place) => growthGoal(sizes[place] as SizeFigures, larger)),
    }
  },
}

/** The figures of a corpus of one size. */
export interface SizeFigures {
  readonly marks: number
  readonly loadSeconds: number
  readonly databaseMegabytes: number
  readonly searchMegabytes: number
  readonly answers: readonly AnswerFigures[]
}

/** The response times of the requests of a kind, in milliseconds. */
export interface AnswerFigures extends Spread {
  readonly marks: number
  readonly kind: QuestionKind
}

async function measureSize(run: Run, database: BenchDatabase, marks: number): Promise<SizeFigures> {
  const { owner, environment } = database
  const loadSeconds = await fillMarks(run, database, marks, { annotated: true })
  const [size] = await owner.query<{ bytes: number }>(SIZE)
  const [key = ''] = await fillKeys(owner, 1)
  const questions = drawQuestions(await drawBrands(owner, DRAWN), QUESTIONS)
  const service = await startService(run, environment)
  const answers: AnswerFigures[] = []
  for (const kind of QUESTION_KINDS) {
    const rounds = await askOneByOne(run, service.url, key, kind, questions[kind])
    answers.push({ marks, kind, ...spreadOfRounds(rounds) })
  }
  await service.stop()
  return {
    marks,
    loadSeconds,
    databaseMegabytes: (size?.bytes ?? 0) / 2 ** 20,
    searchMegabytes: await indexMegabytes(owner),
    answers,
  }
}

const SIZE = { text: 'select pg_database_size(current_database())::float8 as bytes', parameters: [] }

/** Sends requests one at a time. Returns, for each round, the milliseconds of each request. */
async function askOneByOne(
  run: Run,
  url: string,
  key: string,
  kind: QuestionKind,
  questions: readonly Question[],
): Promise<number[][]> {
  const client = openHttpClient(url, key, run.signal)
  const ask = async (place: number): Promise<number> =>
    (await client.ask(questions[place % questions.length]?.path ?? '')).milliseconds
  run.step(`${kind}: warming up`)
  for (let place = 0; place < WARM_UP; place++) await ask(place)
  const rounds: number[][] = []
  for (let round = 1; round <= run.rounds; round++) {
    run.step(`${kind}: round ${round} of ${run.rounds}`)
    const times: number[] = []
    // Each round has different questions, because the answers of the previous round are in the caches.
    for (let place = 0; place < REQUESTS; place++) times.push(await ask(round * REQUESTS + place))
    rounds.push(times)
  }
  client.close()
  return rounds
}

const corporaTable = (sizes: readonly SizeFigures[]): Table =>
  figuresTable(sizes, [
    ['marks', ({ marks }) => whole(marks)],
    ['loaded in, s', ({ loadSeconds }) => whole(loadSeconds)],
    ['database, MB', ({ databaseMegabytes }) => whole(databaseMegabytes)],
    ['search index, MB', ({ searchMegabytes }) => whole(searchMegabytes)],
  ])

const answersTable = (answers: readonly AnswerFigures[]): Table =>
  figuresTable(answers, [
    ['marks and question', ({ marks, kind }) => `${whole(marks)}, ${kind}`],
    ['p50 ms', ({ p50 }) => decimals(1)(p50)],
    ['p95 ms', ({ p95 }) => decimals(1)(p95)],
    ['p99 ms', ({ p99 }) => decimals(1)(p99)],
    ['slowest ms', ({ slowest }) => decimals(1)(slowest)],
  ])

/** Returns the goal for the increase of the search time from one size of the corpus to the next larger size. */
function growthGoal(smaller: SizeFigures, larger: SizeFigures): Goal {
  const p50 = ({ answers }: SizeFigures): number =>
    answers.find(({ kind }) => kind === 'by name')?.p50 ?? Number.NaN
  const goal = `by name: p50 at ${whole(larger.marks)} marks compared with ${whole(smaller.marks)}`
  return checkGoal({ ...GROWTH, goal }, p50(larger) / p50(smaller), larger.marks)
}
