import { openDatabase } from '../../../shared/db/database.ts'
import type { Run } from '../../part.ts'
import type { Corpus } from '../corpus.ts'
import { chancesOf } from '../draw-queries.ts'
import type { KeptDatabase } from '../kept-database.ts'
import { KINDS, type SearchQuery } from '../kinds.ts'
import type { Results } from '../results.ts'
import { ours } from '../ways.ts'
import { type Fuzz, measureFuzz } from './fuzz.ts'
import { type Merge, measureMerge } from './merge.ts'
import { measureSoak, type Soak } from './soak.ts'
import { measureThroughput, type Throughput } from './throughput.ts'

/** What becomes of searches when more than one thing happens, or the worst does. */
export interface Stress {
  throughput: Throughput
  fuzz: Fuzz
  soak: Soak
  merge: Merge
}

const EACH = 40

/** What would change the corpus, or take longest, comes last. */
export async function measureStress(
  run: Run,
  results: Results,
  database: KeptDatabase,
  corpus: Corpus,
  queries: readonly SearchQuery[],
): Promise<void> {
  const serving = openDatabase(database.connection, 'trademark_serve', 'bench')
  const place = { run, database, serving, corpus, queries: mixed(queries, EACH) }
  const common = queries.filter(({ kind }) => kind === 'one common word').map(({ q }) => q)
  const keep = <Figure extends keyof Stress>(figure: Figure, work: () => Promise<Stress[Figure]>) =>
    results.once(`${corpus.id}/stress/${figure}`, work)
  try {
    await keep('throughput', () => measureThroughput(place))
    await keep('fuzz', () => measureFuzz(run, ours(serving), common))
    await keep('soak', () => measureSoak(place, run.searches))
    await keep('merge', () => measureMerge(place))
  } finally {
    await serving.close()
  }
}

export const stressOf = (results: Results, { id }: Pick<Corpus, 'id'>): Partial<Stress> =>
  Object.fromEntries(
    (['throughput', 'fuzz', 'soak', 'merge'] as const).flatMap((figure) => {
      const value = results.get(`${id}/stress/${figure}`)
      return value === undefined ? [] : [[figure, value]]
    }),
  )

/** Up to `count` queries of each kind, in an order by lot. */
export const mixed = (queries: readonly SearchQuery[], count: number): SearchQuery[] =>
  chancesOf('identical').shuffle(
    KINDS.flatMap((kind) => queries.filter((query) => query.kind === kind).slice(0, count)),
  )
