import type { Asked, Slow } from './ask-queries.ts'
import type { Built } from './build.ts'
import type { Corpus } from './corpus.ts'
import type { Day } from './day.ts'
import type { SearchQuery } from './kinds.ts'
import type { Stress } from './stress/stress.ts'
import type { Answer, WayName } from './ways.ts'

/** All that is known of one corpus; what was not measured in it is undefined. */
export interface Measured {
  readonly corpus: Pick<Corpus, 'id' | 'title' | 'marks'>
  readonly asked: readonly Asked[]
  readonly built: Partial<Readonly<Record<WayName, Built>>>
  readonly slowest: Readonly<Record<WayName, readonly Slow[]>>
  readonly day: Day | undefined
  /** The decided conflicts by the textbook way with its threshold lower than usual. */
  readonly tolerant: readonly { query: SearchQuery; answer: Answer }[] | undefined
  readonly stress: Partial<Stress>
  readonly settings: Readonly<Record<string, string>>
}
