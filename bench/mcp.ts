import { openBenchDatabase } from './database.ts'
import { median, type Spread, spreadOfRounds } from './figures.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { type Goal, judge } from './goals.ts'
import { type HttpClient, openHttpClient } from './http-client.ts'
import { databaseFacts } from './machine.ts'
import { headersOf, type Message, openings, REVISIONS, type Revision, toolCall } from './mcp-messages.ts'
import { startService } from './processes.ts'
import { decimals, figuresTable, type Table, whole } from './report.ts'
import { drawBrands, drawQuestions, QUESTION_KINDS, type Question, type QuestionKind } from './requests.ts'
import { MeasuringError, type Part, type Run } from './run.ts'

const DRAWN = 2_000
const QUESTIONS = 1_000
/** Questions of each kind before anything counts. */
const WARM_UP = 300
/** Questions of a short round at least: with fewer, chance decides, as names differ much in their cost. */
const LEAST = 200
const ADDED = { unit: ' ms', digits: 2, most: 1 }
const REST = 'REST'
const WAYS = [REST, ...REVISIONS] as const
type Way = (typeof WAYS)[number]

/** The tools by each revision of the protocol, beside the same questions over REST. */
export const mcp: Part = {
  summary: 'the tools of MCP, beside the same requests over REST',
  marks: 20_000,
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database, run.marks, { annotated: true })
    const [key = ''] = await fillKeys(database.owner, 1)
    const questions = drawQuestions(await drawBrands(database.owner, DRAWN), QUESTIONS)
    const service = await startService(run, database.environment)
    const times = await askInTurns(run, await openWays(run, service.url, key), questions)
    await service.stop()
    const rows = compare(times)
    return {
      facts: {
        load: `${whole(run.marks)} marks, ${run.rounds} rounds of ${run.seconds} s for each kind of question`,
        questions: 'a mark by its number; pages of 20 by a name, and by filters; one request at a time',
        ...(await databaseFacts(database.owner)),
      },
      tables: { oneAtATime: comparedTable(rows) },
      goals: [addedGoal(rows, run.marks)],
    }
  },
}

/** The JSON that a way found, and the milliseconds of its request. */
interface Answered {
  text: string
  milliseconds: number
}

type Ask = (question: Question) => Promise<Answered>

/** Opens REST and each revision of MCP, each on its own connection. */
async function openWays(run: Run, url: string, key: string): Promise<Record<Way, Ask>> {
  const open = (): HttpClient => {
    const client = openHttpClient(url, key, run.signal)
    run.atEnd(async () => client.close())
    return client
  }
  const rest = open()
  const tools = await Promise.all(
    REVISIONS.map(async (revision) => [revision, await openTools(open(), revision)] as const),
  )
  return {
    REST: async ({ path }) => {
      const { body, milliseconds } = await rest.ask(path)
      return { text: body, milliseconds }
    },
    ...(Object.fromEntries(tools) as Record<Revision, Ask>),
  }
}

async function openTools(client: HttpClient, revision: Revision): Promise<Ask> {
  const post = (message: Message) =>
    client.ask('/mcp', { headers: headersOf(revision, message), body: JSON.stringify(message) })
  for (const message of openings[revision]) await post(message)
  let id = 0
  return async (question) => {
    id += 1
    const { body, milliseconds } = await post(toolCall(revision, question, id))
    return { text: resultText(body), milliseconds }
  }
}

/** Returns the text of a tool's result. @throws MeasuringError for an error */
function resultText(body: string): string {
  const { result } = JSON.parse(body) as {
    result?: { isError?: boolean; content?: readonly { text?: string }[] }
  }
  const text = result?.content?.[0]?.text
  if (text === undefined || result?.isError) {
    throw new MeasuringError(`A tool call failed:\n${body}`)
  }
  return text
}

/** The milliseconds of each question of a kind by each way, round by round. */
interface Times {
  kind: QuestionKind
  rounds: Record<Way, number[]>[]
}

/**
 * Asks each question by every way, one after another, so that other work of the machine affects all of them.
 *
 * @throws MeasuringError when two ways find something different
 */
async function askInTurns(
  run: Run,
  ways: Record<Way, Ask>,
  questions: Record<QuestionKind, readonly Question[]>,
): Promise<Times[]> {
  const next: Record<QuestionKind, number> = { 'one mark': 0, 'by filters': 0, 'by name': 0 }
  const askNext = async (kind: QuestionKind): Promise<Record<Way, Answered>> => {
    const place = next[kind]++
    const question = questions[kind][place % questions[kind].length] as Question
    // The first way to ask finds the caches of the database cold: each is the first equally often.
    const first = place % WAYS.length
    const answers: Partial<Record<Way, Answered>> = {}
    for (const way of [...WAYS.slice(first), ...WAYS.slice(0, first)]) {
      answers[way] = await ways[way](question)
    }
    return refuseDifferent(question, answers as Record<Way, Answered>)
  }
  const times = QUESTION_KINDS.map((kind): Times => ({ kind, rounds: [] }))
  for (let round = 0; round <= run.rounds; round++) {
    for (const { kind, rounds } of times) {
      run.step(`${round === 0 ? 'warming up' : `round ${round} of ${run.rounds}`}: ${kind}`)
      const found = Object.fromEntries(WAYS.map((way) => [way, [] as number[]])) as Record<Way, number[]>
      const end = performance.now() + (round === 0 ? 0 : run.seconds * 1_000)
      for (let asked = 0; asked < (round === 0 ? WARM_UP : LEAST) || performance.now() < end; asked++) {
        const answers = await askNext(kind)
        for (const way of WAYS) found[way].push(answers[way].milliseconds)
      }
      if (round > 0) rounds.push(found)
    }
  }
  return times
}

function refuseDifferent({ path }: Question, answers: Record<Way, Answered>): Record<Way, Answered> {
  for (const way of WAYS) {
    if (answers[way].text !== answers.REST.text) {
      throw new MeasuringError(`${path} has another answer by ${way} than by REST.`)
    }
  }
  return answers
}

interface Compared extends Spread {
  kind: QuestionKind
  way: Way
  /** The median of what each question took longer than over REST, in milliseconds; null for REST. */
  added: number | null
}

const compare = (times: readonly Times[]): Compared[] =>
  times.flatMap(({ kind, rounds }) =>
    WAYS.map((way) => ({
      kind,
      way,
      ...spreadOfRounds(rounds.map((round) => round[way])),
      added:
        way === REST
          ? null
          : median(
              rounds.flatMap((round) =>
                round[way].map((time, place) => time - (round.REST[place] ?? Number.NaN)),
              ),
            ),
    })),
  )

const comparedTable = (rows: readonly Compared[]): Table =>
  figuresTable(rows, [
    ['one at a time', ({ kind, way }) => `${kind}, ${way}`],
    ['p50 ms', ({ p50 }) => decimals(2)(p50)],
    ['p95 ms', ({ p95 }) => decimals(2)(p95)],
    ['added ms', ({ added }) => decimals(2)(added)],
  ])

/** Judges the kind and revision that add most. */
function addedGoal(rows: readonly Compared[], marks: number): Goal {
  const most = rows.reduce((one, other) => ((other.added ?? 0) > (one.added ?? 0) ? other : one))
  const goal = `a tool call beside the same REST request, median of the added time (${most.kind}, ${most.way})`
  return judge({ ...ADDED, goal }, most.added ?? 0, marks)
}
