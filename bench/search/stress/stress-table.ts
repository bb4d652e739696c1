import { decimals, figuresTable, type Table, whole } from '../../figures-table.ts'
import type { Measured } from '../measured.ts'

/** A line for each thing that was done to the search. */
export function stressTable({ corpus, day, stress: { throughput, fuzz, soak, merge } }: Measured): Table {
  const rows = [
    ...(throughput ? [{ what: '8 searches at a time', ...throughputWords(throughput) }] : []),
    ...(fuzz ? [{ what: `${whole(fuzz.queries)} worst queries`, ...fuzzWords(fuzz) }] : []),
    ...(day ? [{ what: "a day's changes", ...dayWords(day) }] : []),
    ...(soak ? [{ what: `${whole(soak.searches)} searches in one process`, ...soakWords(soak) }] : []),
    ...(merge ? [{ what: `while ${whole(merge.rows)} marks are merged`, ...mergeWords(merge) }] : []),
  ]
  return figuresTable(rows, [
    [`stress, ${corpus.title}`, ({ what }) => what],
    ['', ({ words }) => words],
  ])
}

type Given<Figure extends keyof Measured['stress']> = NonNullable<Measured['stress'][Figure]>

const one = decimals(1)

const throughputWords = (figures: Given<'throughput'>) => ({
  ...figures,
  words: `${one(figures.severalAtATime)} a second, ${one(figures.oneAtATime)} one at a time`,
})
const fuzzWords = (figures: Given<'fuzz'>) => ({
  ...figures,
  words: `slowest ${one(figures.slowest[0]?.ms ?? null)} ms (median of 5), ${figures.failures.length} errors`,
})
const dayWords = (figures: NonNullable<Measured['day']>) => ({
  ...figures,
  words: `${figures.found} of ${figures.sought} found at its commit, ${one(figures.seconds)} s in all`,
})
const soakWords = (figures: Given<'soak'>) => ({
  ...figures,
  words: `${whole(figures.megabytes[0] ?? null)} MB after a tenth, ${whole(figures.megabytes.at(-1) ?? null)} MB at the end`,
})
const mergeWords = (figures: Given<'merge'>) => ({
  ...figures,
  words:
    `p95 ${one(figures.meanwhile.p95)} ms, slowest ${one(figures.meanwhile.slowest)} ms, ` +
    `${figures.failed} errors; p95 before ${one(figures.usual.p95)} ms`,
})
