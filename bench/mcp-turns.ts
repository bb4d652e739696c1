import type { Answered, Door } from './mcp-doors.ts'
import type { Times } from './mcp-figures.ts'
import { KINDS, type Kind, type Question } from './mcp-requests.ts'
import { MeasuringError, type Run } from './part.ts'

/** Questions of each kind that are asked before anything counts: both ends are compiled, their caches filled. */
const WARM_UP = 300
/** Questions of a round at least, however short it is: names differ so much in their cost that chance decides below. */
const LEAST = 200

/**
 * Asks each question by every door, one after the other, so that whatever else the machine does falls on all of them.
 *
 * @throws MeasuringError when two doors find something different
 */
export async function takeTurns<Way extends string>(
  run: Run,
  title: string,
  doors: Record<Way, Door>,
  questions: Record<Kind, readonly Question[]>,
): Promise<Times<Way>> {
  const ways = Object.keys(doors) as Way[]
  const times = KINDS.map((kind) => ({ kind, rounds: [] as Record<Way, number[]>[] }))
  const places = new Map<Kind, number>()
  const askNext = async (kind: Kind): Promise<Record<Way, Answered>> => {
    const place = places.get(kind) ?? 0
    places.set(kind, place + 1)
    return askByAll(doors, inTurn(ways, place), pick(questions[kind], place))
  }

  for (const kind of KINDS) {
    run.step(`${title}: warming up, ${kind}`)
    for (let asked = 0; asked < WARM_UP; asked++) await askNext(kind)
  }
  for (let round = 1; round <= run.rounds; round++) {
    for (const { kind, rounds } of times) {
      run.step(`${title}: round ${round} of ${run.rounds}, ${kind}`)
      const found = Object.fromEntries(ways.map((way) => [way, [] as number[]])) as Record<Way, number[]>
      const end = performance.now() + run.seconds * 1_000
      for (let asked = 0; asked < LEAST || performance.now() < end; asked++) {
        const answers = await askNext(kind)
        for (const way of ways) found[way].push(answers[way].milliseconds)
      }
      rounds.push(found)
    }
  }
  return times
}

/** Who comes first changes from question to question: the first one finds the caches of the database cold. */
export const inTurn = <Way>(ways: readonly Way[], place: number): Way[] => {
  const first = place % ways.length
  return [...ways.slice(first), ...ways.slice(0, first)]
}

const pick = <Item>(items: readonly Item[], place: number): Item => items[place % items.length] as Item

async function askByAll<Way extends string>(
  doors: Record<Way, Door>,
  ways: readonly Way[],
  question: Question,
): Promise<Record<Way, Answered>> {
  const answers: [Way, Answered][] = []
  for (const way of ways) {
    answers.push([way, await doors[way](question)])
  }
  refuseDifferent(question, answers)
  return Object.fromEntries(answers) as Record<Way, Answered>
}

function refuseDifferent({ path }: Question, answers: readonly (readonly [string, Answered])[]): void {
  const [first, ...others] = answers
  const other = others.find(([, { text }]) => text !== first?.[1].text)
  if (first && other) {
    throw new MeasuringError(
      `${path} has another answer by ${other[0]} than by ${first[0]}: figures prove nothing.`,
    )
  }
}
