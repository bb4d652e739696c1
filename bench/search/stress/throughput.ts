import { median } from '../../figures.ts'
import { ours, timed } from '../ways.ts'
import type { Place } from './place.ts'

/** Searches a second, one at a time and several at a time. */
export interface Throughput {
  oneAtATime: number
  severalAtATime: number
  /** Of several against one; the median of the rounds. */
  gain: number
}

/** As many as one service has connections for, and some to spare. */
export const SEVERAL = 8
const ROUNDS = 3

/** The same queries one at a time and several at a time, in turn. */
export async function measureThroughput(place: Place): Promise<Throughput> {
  const rounds: { one: number; several: number }[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    place.run.step(`${place.corpus.title}: ${SEVERAL} searches at a time, round ${round} of ${ROUNDS}`)
    rounds.push({ one: await searchesPerSecond(place, 1), several: await searchesPerSecond(place, SEVERAL) })
  }
  return {
    oneAtATime: median(rounds.map(({ one }) => one)),
    severalAtATime: median(rounds.map(({ several }) => several)),
    gain: median(rounds.map(({ one, several }) => several / one)),
  }
}

async function searchesPerSecond({ run, serving, queries }: Place, atATime: number): Promise<number> {
  const way = ours(serving)
  const open = queries.values()
  const startedAt = performance.now()
  const askOn = async (): Promise<void> => {
    for (const query of open) {
      run.signal.throwIfAborted()
      await timed(way, query)
    }
  }
  await Promise.all(Array.from({ length: atATime }, askOn))
  return queries.length / ((performance.now() - startedAt) / 1_000)
}
