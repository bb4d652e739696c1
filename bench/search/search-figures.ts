import { type Spread, spread } from '../figures.ts'
import { checkGoal, type Limit } from '../goals.ts'
import { decimals, figuresTable, type Goal, NONE, type Table, whole } from '../report.ts'
import { type DecidedPair, KINDS, type Kind, type SearchQuery } from './queries.ts'

/** The two searches that are compared: the search of this service, and the search that textbooks describe (textbook.ts). */
const WAYS = ['ours', 'textbook'] as const
type WayName = (typeof WAYS)[number]

/** The outcome of a query in one of the two searches. */
export interface Answer {
  ms: number
  /** The place of the wanted name, from 1 on; null if it is not among the hits, or the query has no wanted name. */
  rank: number | null
}

/** A query and its outcome in both searches. */
export interface Asked {
  readonly query: SearchQuery
  readonly answers: Readonly<Record<WayName, Answer>>
  /** The outcome in the textbook search with the low similarity threshold, if the query was run with this threshold. */
  low?: Answer
  /**
   * For a query from a decided pair (two marks that an office or court compared) whose earlier mark is not among the hits: the
   * place of this mark in a longer list of hits; null if that list does not have it, either.
   */
  further?: number | null
}

/** The cost of building the index of a search. */
export interface Built {
  seconds: number
  /** The size of the tables and indexes that the search adds to the database. */
  megabytes: number
  /** Peak memory of the process that built the index; null if the database server built it. */
  peakMegabytes: number | null
}

/** The cost of building the index of one search in one corpus. */
export interface BuiltFigures extends Built {
  marks: number
  /** How many of the marks have the names of existing marks. */
  realNames: number
  way: WayName
}

/** The measurements in a corpus. */
export interface Measured {
  readonly marks: number
  /** How many of the marks have the names of existing marks. */
  readonly realNames: number
  readonly asked: readonly Asked[]
  readonly built: Readonly<Record<WayName, Built>>
  /** The milliseconds of the slowest query of the service: the median of several repetitions. */
  readonly slowestMs: number
}

/** The name of the row for all kinds together. */
const ALL = 'all'

/** The figures of the queries of a kind in a corpus. */
export interface KindFigures {
  marks: number
  kind: Kind | typeof ALL
  queries: number
  ours: WayFigures
  textbook: WayFigures
  /** How many wanted names the textbook search found with the low threshold; null if not all queries were run with it. */
  lowFound: number | null
}

interface WayFigures extends Spread {
  /** The number of queries that found their wanted name; null if no query has a wanted name. */
  found: number | null
}

/** Returns a row for each kind of query, and a row for all kinds together. */
const kindFigures = ({ marks, asked }: Measured): KindFigures[] =>
  [...KINDS, ALL].flatMap((kind) => {
    const some = asked.filter(({ query }) => kind === ALL || query.kind === kind)
    const figures = { marks, kind: kind as KindFigures['kind'], queries: some.length }
    const low = some.map(({ low }) => low).filter((answer) => answer !== undefined)
    const lowFound = low.length < some.length ? null : foundBy(kind as Kind, low)
    return some.length === 0
      ? []
      : [{ ...figures, ours: wayFigures(some, 'ours'), textbook: wayFigures(some, 'textbook'), lowFound }]
  })

const foundBy = (kind: Kind, answers: readonly Answer[]): number =>
  answers.filter((answer) => isFound(kind, answer)).length

function wayFigures(asked: readonly Asked[], way: WayName): WayFigures {
  const wanting = asked.filter(({ query }) => query.wanted !== null)
  const found = wanting.filter(({ query, answers }) => isFound(query.kind, answers[way]))
  return {
    ...spread(asked.map(({ answers }) => answers[way].ms)),
    found: wanting.length === 0 ? null : found.length,
  }
}

/** Returns whether an answer counts as found. An identical name must be the first hit, any other name among the hits. */
const isFound = (kind: Kind, { rank }: Answer): boolean => (kind === 'identical' ? rank === 1 : rank !== null)

const foundCell =
  (way: WayName) =>
  ({ kind, queries, [way]: { found } }: KindFigures): string => {
    if (found === null || kind === ALL) return NONE
    return kind.startsWith('decided') ? `${found} of ${queries}` : `${((100 * found) / queries).toFixed(1)} %`
  }

const timeCell =
  (way: WayName, figure: keyof Spread) =>
  (figures: KindFigures): string =>
    decimals(1)(figures[way][figure])

/** Renders the figures of the corpora by kind of query. */
export const kindsTable = (measured: readonly Measured[]): Table =>
  figuresTable(measured.flatMap(kindFigures), [
    ['marks and kind of query', ({ marks, kind }) => `${whole(marks)}, ${kind}`],
    ['queries', ({ queries }) => whole(queries)],
    ['found: ours', foundCell('ours')],
    ['textbook', foundCell('textbook')],
    ['p50 ms: ours', timeCell('ours', 'p50')],
    ['textbook', timeCell('textbook', 'p50')],
    ['p95 ms: ours', timeCell('ours', 'p95')],
    ['textbook', timeCell('textbook', 'p95')],
    ['slowest: ours', timeCell('ours', 'slowest')],
    ['textbook', timeCell('textbook', 'slowest')],
  ])

/** The places of the earlier mark of a decided pair in the hits of each search; null if it is not among the hits. */
export interface PairFigures extends DecidedPair {
  marks: number
  ours: number | null
  textbook: number | null
  low: number | null
  /** The place in a longer list of hits of the service, if the mark is not among the first hits. */
  further: number | null
}

const pairFigures = ({ marks, asked }: Measured): PairFigures[] =>
  asked.flatMap(({ query: { pair }, answers: { ours, textbook }, low, further = null }) =>
    pair === undefined
      ? []
      : [
          {
            marks,
            ...pair,
            ours: ours.rank,
            textbook: textbook.rank,
            low: low?.rank ?? null,
            further,
          },
        ],
  )

/**
 * Returns a table whose data has all pairs, and whose text lists only the missed pairs: an office or court found them confusingly
 * similar, and the search of this service did not find the earlier mark.
 */
export function missedTable(measured: readonly Measured[]): Table {
  const rows = measured.flatMap(pairFigures)
  const missed = rows.filter(({ ours, isConfusing }) => isConfusing && ours === null)
  return {
    rows,
    lines: figuresTable(missed, [
      ['marks and pair not found', ({ marks, query, mark }) => `${whole(marks)}, ${query} / ${mark}`],
      ['textbook', ({ textbook }) => whole(textbook)],
      ['low threshold', ({ low }) => whole(low)],
      ['ours, further down', ({ further }) => whole(further)],
    ]).lines,
  }
}

/** Renders the cost of building the indexes of both searches. */
export const buildingTable = (measured: readonly Measured[]): Table =>
  figuresTable(
    measured.flatMap(({ marks, realNames, built }) =>
      WAYS.map((way): BuiltFigures => ({ marks, realNames, way, ...built[way] })),
    ),
    [
      ['built from nothing', ({ marks, way }) => `${whole(marks)}, ${way}`],
      ['real names', ({ realNames }) => whole(realNames)],
      ['time s', ({ seconds }) => decimals(1)(seconds)],
      ['size MB', ({ megabytes }) => whole(megabytes)],
      ['peak MB', ({ peakMegabytes }) => whole(peakMegabytes)],
    ],
  )

/** A limit, and a function that returns its figure; the figure is null if it was not measured. */
type SearchGoal = Limit & { readonly figure: (measured: Measured) => number | null }

const of = (measured: Measured, kind: KindFigures['kind'] = ALL): KindFigures | undefined =>
  kindFigures(measured).find((figures) => figures.kind === kind)

const time =
  (way: WayName, figure: 'p50' | 'p95', kind?: Kind) =>
  (measured: Measured): number | null =>
    of(measured, kind)?.[way][figure] ?? null

const faster = (figure: 'p50' | 'p95', least: number): SearchGoal => ({
  ...{ goal: `all queries: ${figure} faster than the textbook`, unit: ' times', digits: 2, least },
  figure: (measured) => Number(time('textbook', figure)(measured)) / Number(time('ours', figure)(measured)),
})

const found = (kind: Kind, least: number): SearchGoal => ({
  ...{ goal: `${kind}: found ${kind === 'identical' ? 'first' : 'among 20'}`, unit: ' %', digits: 1, least },
  figure: (measured) => {
    const figures = of(measured, kind)
    return figures === undefined ? null : (100 * (figures.ours.found ?? 0)) / figures.queries
  },
})

const ms = (goal: string, most: number, figure: SearchGoal['figure']): SearchGoal => ({
  ...{ goal, unit: ' ms', digits: 1, most, figure },
})

const STATED_AT = 2_000_000

/** The goals, which apply to a corpus of two million marks. */
const GOALS: readonly SearchGoal[] = [
  ms('all queries: p50', 15, time('ours', 'p50')),
  ms('all queries: p95', 45, time('ours', 'p95')),
  faster('p50', 5),
  faster('p95', 8),
  ms('slowest query, median of 5', 150, ({ slowestMs }) => slowestMs),
  ms('filters that select one mark in 10,000: p95', 25, time('ours', 'p95', 'filtered')),
  found('identical', 100),
  found('one error', 97),
  found('two errors', 92),
  found('Spanish sound', 97),
  found('joined', 97),
  found('split', 97),
  found('decided conflict', 65),
  {
    ...{ goal: 'index built from nothing', unit: ' s', digits: 1, most: 180 },
    figure: ({ built }) => built.ours.seconds,
  },
]

/** Compares the figures of a corpus with the goals. */
export const searchGoals = (measured: Measured): Goal[] =>
  GOALS.map(({ figure, ...limit }) =>
    checkGoal({ ...limit, statedAt: STATED_AT }, figure(measured), measured.marks),
  )
