import { createRandom } from '../test/support/random.ts'
import { type Answer, ask, type Caller } from './ask.ts'
import { openBenchDatabase } from './database.ts'
import { median, type Spread, spreadOfRounds } from './figures.ts'
import { annotate, fillKeys, fillMarks } from './fill.ts'
import { headersOf, type Question, REVISIONS, toolCall } from './mcp-messages.ts'
import { startService } from './processes.ts'
import { decimals, figuresTable, whole } from './report.ts'
import { type DrawnBrand, drawBrands, drawListings, drawSearches } from './requests.ts'
import { MeasuringError, type Part, type Run } from './run.ts'

const DRAWN = 2_000
/** The number of questions of each kind in a round. */
const QUESTIONS = 300
const QUESTION_PAGE = 20
const SEED = 20_260_728
const REST = 'REST'
const TRANSPORTS = [REST, ...REVISIONS] as const
type Transport = (typeof TRANSPORTS)[number]

/** Measures tool calls in each revision of the protocol, compared with the same requests over REST. */
export const mcp: Part = {
  summary: 'the tools of MCP, compared with the same requests over REST',
  marks: 20_000,
  goalsFor: 'any size',
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database)
    await annotate(run, database)
    const [key = ''] = await fillKeys(database.owner, 1)
    const questions = drawQuestions(await drawBrands(database.owner, DRAWN))
    const { url } = await startService(run, database.environment)
    const caller = { url, key, signal: run.signal }
    const rows: Compared[] = []
    for (const [kind, asked] of Object.entries(questions)) {
      rows.push(...compare(kind, await askInTurns(run, caller, kind, asked)))
    }
    return {
      facts: {
        load: `${whole(run.marks)} marks, ${run.rounds} rounds of ${QUESTIONS} questions of each kind, one at a time`,
        questions: `a mark by its number; pages of ${QUESTION_PAGE} by a name, and by filters`,
      },
      tables: [
        figuresTable(rows, [
          ['question, transport', ({ kind, transport }) => `${kind}, ${transport}`],
          ['p50 ms', ({ p50 }) => decimals(2)(p50)],
          ['p95 ms', ({ p95 }) => decimals(2)(p95)],
          ['added ms', ({ added }) => decimals(2)(added)],
        ]),
      ],
      goals: [
        {
          goal: 'largest median of the time that a tool call adds to the same REST request',
          figure: Math.max(...rows.map(({ added }) => added ?? 0)),
          ...{ unit: ' ms', digits: 2, most: 1 },
        },
      ],
    }
  },
}

/** Draws questions of each kind; the same for the same brands. */
function drawQuestions(brands: readonly DrawnBrand[]): Readonly<Record<string, Question[]>> {
  const { pick, shuffle } = createRandom(SEED)
  const firstPages = drawListings(brands, QUESTIONS).filter(({ after }) => after === undefined)
  return {
    'one mark': Array.from({ length: QUESTIONS }, () => {
      const { nroSolicitud } = pick(brands)
      return { path: `/v1/brands/${nroSolicitud}`, tool: 'get_brand_detail', arguments: { nroSolicitud } }
    }),
    'by filters': firstPages.map(({ filters }) => askPage({ ...filters })),
    // Shuffled, because the kinds of searches alternate, as do the transports that ask first: otherwise each transport would
    // ask first for the same kinds only.
    'by name': shuffle(drawSearches(brands, QUESTIONS)).map(({ q }) => askPage({ q })),
  }
}

function askPage(filters: Question['arguments']): Question {
  const page = { ...filters, limit: QUESTION_PAGE }
  const query = new URLSearchParams(
    Object.entries(page).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return { path: `/v1/brands?${query}`, tool: 'search_brands', arguments: page }
}

/** Sends a question over a transport, and returns the JSON of the page or mark. */
async function askOver(transport: Transport, caller: Caller, question: Question): Promise<Answer> {
  if (transport === REST) return ask(caller, question.path)
  const message = toolCall(transport, question, 1)
  const posted = { headers: headersOf(transport, message), body: JSON.stringify(message) }
  const { body, milliseconds } = await ask(caller, '/mcp', posted)
  return { body: JSON.parse(body).result?.content?.[0]?.text ?? body, milliseconds }
}

type Times = Record<Transport, number[]>

/**
 * Sends each question over every transport, one after another, so that other work of the machine affects all transports. The
 * first round warms up, and is not measured.
 *
 * @returns for each round, the milliseconds of each question
 * @throws MeasuringError if the answers over two transports differ
 */
async function askInTurns(
  run: Run,
  caller: Caller,
  kind: string,
  questions: readonly Question[],
): Promise<Times[]> {
  const rounds: Times[] = []
  for (let round = 0; round <= run.rounds; round++) {
    run.step(`${kind}: ${round === 0 ? 'warming up' : `round ${round} of ${run.rounds}`}`)
    const times = Object.fromEntries(TRANSPORTS.map((transport) => [transport, [] as number[]])) as Times
    for (const [place, question] of questions.entries()) {
      // The transport that asks a question first finds less data in the caches of the database than the next transports.
      // Therefore each transport is first equally often.
      const first = place % TRANSPORTS.length
      const bodies = new Set<string>()
      for (const transport of [...TRANSPORTS.slice(first), ...TRANSPORTS.slice(0, first)]) {
        const { body, milliseconds } = await askOver(transport, caller, question)
        bodies.add(body)
        times[transport].push(milliseconds)
      }
      if (bodies.size > 1) {
        throw new MeasuringError(`${question.path} has different answers over MCP and over REST.`)
      }
    }
    if (round > 0) rounds.push(times)
  }
  return rounds
}

interface Compared extends Spread {
  kind: string
  transport: Transport
  /** The median of the additional time of each question compared with REST, in milliseconds; null for REST. */
  added: number | null
}

const compare = (kind: string, rounds: readonly Times[]): Compared[] =>
  TRANSPORTS.map((transport) => {
    const added = rounds.flatMap((round) =>
      round[transport].map((time, place) => time - (round.REST[place] ?? Number.NaN)),
    )
    return {
      ...{ kind, transport, added: transport === REST ? null : median(added) },
      ...spreadOfRounds(rounds.map((round) => round[transport])),
    }
  })
