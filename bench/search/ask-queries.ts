import { median } from '../figures.ts'
import { MeasuringError, type Run } from '../part.ts'
import type { Corpus } from './corpus.ts'
import { KINDS, type Kind, type SearchQuery } from './kinds.ts'
import type { Results } from './results.ts'
import { type Answer, timed, WAYS, type Way, type WayName } from './ways.ts'

export type Ways = Readonly<Record<WayName, Way>>

/** What both ways made of a query. */
export interface Asked {
  readonly query: SearchQuery
  readonly answers: Readonly<Record<WayName, Answer>>
}

/** What is asked again because it took longest. */
const SLOWEST = 10
const TIMES = 5
const WARM_UP = 10
const TICK = 20

const keyOf = ({ id }: Pick<Corpus, 'id'>, kind: Kind, place: number): string =>
  `${id}/asked/${kind}/${place}`

/** The queries of a kind, each with its place among them. */
export const placed = (queries: readonly SearchQuery[]): { query: SearchQuery; place: number }[] =>
  KINDS.flatMap((kind) =>
    queries.filter((query) => query.kind === kind).map((query, place) => ({ query, place })),
  )

/** Asks both ways each query, in turn, whoever is first; what was answered before counts as it is. */
export async function askAll(
  run: Run,
  results: Results,
  corpus: Corpus,
  queries: readonly SearchQuery[],
  ways: Ways,
): Promise<void> {
  const open = placed(queries).filter(
    ({ query, place }) => results.get(keyOf(corpus, query.kind, place)) === undefined,
  )
  if (open.length === 0) return
  await warmUp(run, corpus, queries, ways)
  for (const [done, { query, place }] of open.entries()) {
    if (done % TICK === 0) {
      run.step(`${corpus.title}: ${query.kind}, query ${done + 1} of ${open.length}`)
    }
    run.signal.throwIfAborted()
    results.put(keyOf(corpus, query.kind, place), await askBoth(ways, query, place % 2 === 0))
  }
}

async function askBoth(ways: Ways, query: SearchQuery, oursFirst: boolean): Promise<Asked['answers']> {
  const first = oursFirst ? await timed(ways.ours, query) : undefined
  const textbook = await timed(ways.textbook, query)
  if (textbook.failed !== undefined) {
    throw new MeasuringError(`The textbook search fails, and proves nothing: ${textbook.failed}.`)
  }
  return { ours: first ?? (await timed(ways.ours, query)), textbook }
}

/** Some of every kind, which do not count: connections are made, and caches filled. */
async function warmUp(run: Run, corpus: Corpus, queries: readonly SearchQuery[], ways: Ways): Promise<void> {
  run.step(`${corpus.title}: warming up`)
  for (const { query, place } of placed(queries)) {
    run.signal.throwIfAborted()
    if (place < WARM_UP) await askBoth(ways, query, true)
  }
}

/** What has been asked of a corpus so far. */
export const askedOf = (
  results: Results,
  corpus: Pick<Corpus, 'id'>,
  queries: readonly SearchQuery[],
): Asked[] =>
  placed(queries).flatMap(({ query, place }) => {
    const answers = results.get<Asked['answers']>(keyOf(corpus, query.kind, place))
    return answers === undefined ? [] : [{ query, answers }]
  })

/** A query that took longest, and the median of several more times, in milliseconds. */
export interface Slow {
  kind: Kind
  q: string
  ms: number
}

/** Asks again what took a way longest: a slow answer may have been chance. Slowest first. */
export async function askSlowestAgain(
  run: Run,
  way: Way,
  asked: readonly { query: SearchQuery; answer: Answer }[],
): Promise<Slow[]> {
  const slowest = asked.toSorted((a, b) => b.answer.ms - a.answer.ms).slice(0, SLOWEST)
  const slow: Slow[] = []
  for (const { query } of slowest) {
    const times: number[] = []
    for (let time = 0; time < TIMES; time++) {
      run.signal.throwIfAborted()
      times.push((await timed(way, query)).ms)
    }
    slow.push({ kind: query.kind, q: query.q, ms: median(times) })
  }
  return slow.sort((a, b) => b.ms - a.ms)
}

/** The slowest queries of each way. */
export async function askSlowestOfEach(
  run: Run,
  asked: readonly Asked[],
  ways: Ways,
): Promise<Record<WayName, Slow[]>> {
  const slow: Record<WayName, Slow[]> = { ours: [], textbook: [] }
  for (const name of WAYS) {
    slow[name] = await askSlowestAgain(
      run,
      ways[name],
      asked.map(({ query, answers }) => ({ query, answer: answers[name] })),
    )
  }
  return slow
}
