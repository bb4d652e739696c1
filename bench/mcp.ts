import { openBenchDatabase } from './database.ts'
import { median, type Spread, spreadOfRounds } from './figures.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { checkGoal } from './goals.ts'
import { type Answer, openHttpClient } from './http-client.ts'
import { headersOf, type Message, openings, REVISIONS, toolCall } from './mcp-messages.ts'
import { startService } from './processes.ts'
import { decimals, figuresTable, type Goal, type Table, whole } from './report.ts'
import { drawBrands, drawQuestions, QUESTION_KINDS, type Question, type QuestionKind } from './requests.ts'
import { MeasuringError, type Part, type Run } from './run.ts'

const DRAWN = 2_000
const QUESTIONS = 1_000
/**
 * The minimum number of questions in each round and in the warm-up. The times of questions differ, so the figures of fewer
 * questions would depend on chance.
 */
const LEAST = 200
const ADDED = { unit: ' ms', digits: 2, most: 1 }
const REST = 'REST'
const TRANSPORTS = [REST, ...REVISIONS] as const
type Transport = (typeof TRANSPORTS)[number]

/** Measures tool calls in each revision of the protocol, compared with the same requests over REST. */
export const mcp: Part = {
  summary: 'the tools of MCP, compared with the same requests over REST',
  marks: 20_000,
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database, run.marks, { annotated: true })
    const [key = ''] = await fillKeys(database.owner, 1)
    const questions = drawQuestions(await drawBrands(database.owner, DRAWN), QUESTIONS)
    const service = await startService(run, database.environment)
    const transports = new Map<Transport, Ask>()
    for (const transport of TRANSPORTS)
      transports.set(transport, await openTransport(run, service.url, key, transport))
    const rows: Compared[] = []
    for (const kind of QUESTION_KINDS) {
      rows.push(...compare(kind, await askInTurns(run, kind, questions[kind], transports)))
    }
    await service.stop()
    return {
      facts: {
        load: `${whole(run.marks)} marks, ${run.rounds} rounds of ${run.seconds} s for each kind of question`,
        questions: 'a mark by its number; pages of 20 by a name, and by filters; one request at a time',
      },
      tables: { oneAtATime: comparedTable(rows) },
      goals: [addedGoal(rows, run.marks)],
    }
  },
}

/** Sends a question over one transport; the body of the answer is the JSON of the page or mark. */
type Ask = (question: Question) => Promise<Answer>

/** Opens a connection for a transport, and returns the function that sends questions over it. */
async function openTransport(run: Run, url: string, key: string, transport: Transport): Promise<Ask> {
  const client = openHttpClient(url, key, run.signal)
  run.atEnd(async () => client.close())
  if (transport === REST) {
    return ({ path }) => client.ask(path)
  }
  const post = (message: Message): Promise<Answer> =>
    client.ask('/mcp', { headers: headersOf(transport, message), body: JSON.stringify(message) })
  for (const message of openings[transport]) await post(message)
  return async (question) => {
    const { body, milliseconds } = await post(toolCall(transport, question, 1))
    return { body: resultText(body), milliseconds }
  }
}

/** Returns the text of a tool result. @throws MeasuringError for an error result */
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

type Times = Record<Transport, number[]>

/**
 * Sends each question over every transport, one after another, so that other work of the machine affects all transports.
 *
 * @returns for each round, the milliseconds of each question
 * @throws MeasuringError if the answers over two transports differ
 */
async function askInTurns(
  run: Run,
  kind: QuestionKind,
  questions: readonly Question[],
  transports: ReadonlyMap<Transport, Ask>,
): Promise<Times[]> {
  let place = 0
  const askNext = async (times: Times): Promise<void> => {
    const question = questions[place % questions.length] as Question
    // The transport that asks a question first finds less data in the caches of the database than the next transports. Therefore
    // each transport is first equally often.
    const first = place++ % TRANSPORTS.length
    const bodies = new Set<string>()
    for (const transport of [...TRANSPORTS.slice(first), ...TRANSPORTS.slice(0, first)]) {
      const { body, milliseconds } = await (transports.get(transport) as Ask)(question)
      bodies.add(body)
      times[transport].push(milliseconds)
    }
    if (bodies.size > 1) {
      throw new MeasuringError(`${question.path} has different answers over MCP and over REST.`)
    }
  }
  const rounds: Times[] = []
  for (let round = 0; round <= run.rounds; round++) {
    run.step(`${kind}: ${round === 0 ? 'warming up' : `round ${round} of ${run.rounds}`}`)
    const times = Object.fromEntries(TRANSPORTS.map((transport) => [transport, [] as number[]])) as Times
    const end = performance.now() + (round === 0 ? 0 : run.seconds * 1_000)
    for (let asked = 0; asked < LEAST || performance.now() < end; asked++) await askNext(times)
    if (round > 0) rounds.push(times)
  }
  return rounds
}

interface Compared extends Spread {
  kind: QuestionKind
  transport: Transport
  /** The median of the additional time of each question compared with REST, in milliseconds; null for REST. */
  added: number | null
}

const compare = (kind: QuestionKind, rounds: readonly Times[]): Compared[] =>
  TRANSPORTS.map((transport) => ({
    kind,
    transport,
    ...spreadOfRounds(rounds.map((round) => round[transport])),
    added:
      transport === REST ? null : median(rounds.flatMap((round) => addedTo(round.REST, round[transport]))),
  }))

const addedTo = (rest: readonly number[], tool: readonly number[]): number[] =>
  tool.map((time, place) => time - (rest[place] ?? Number.NaN))

const comparedTable = (rows: readonly Compared[]): Table =>
  figuresTable(rows, [
    ['one at a time', ({ kind, transport }) => `${kind}, ${transport}`],
    ['p50 ms', ({ p50 }) => decimals(2)(p50)],
    ['p95 ms', ({ p95 }) => decimals(2)(p95)],
    ['added ms', ({ added }) => decimals(2)(added)],
  ])

/** Returns the goal for the additional time of a tool call, checked for the kind and revision with the largest time. */
function addedGoal(rows: readonly Compared[], marks: number): Goal {
  const most = rows.reduce((one, other) => ((other.added ?? 0) > (one.added ?? 0) ? other : one))
  const goal = `a tool call compared with the same REST request, median of the added time (${most.kind}, ${most.transport})`
  return checkGoal({ ...ADDED, goal }, most.added ?? 0, marks)
}
