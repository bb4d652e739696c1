import type { Spread } from '../figures.ts'
import { decimals, figuresTable, type Table, whole } from '../figures-table.ts'
import type { Goal } from '../goals.ts'
import { type Borne, type Kind, lossGoals, rowOf } from '../several-figures.ts'

/** What a corpus of so many marks costs before it is asked anything. */
export interface CorpusFigures {
  readonly marks: number
  /** From an empty database to all rows and their indexes, without the one of the search. */
  readonly loadSeconds: number
  /** The index of the search, from nothing. */
  readonly indexSeconds: number
  /** 2^20 bytes, of everything. */
  readonly databaseMegabytes: number
  /** Of that, what the search has. */
  readonly searchMegabytes: number
}

/** One process asked for one thing after the other: milliseconds to the answer. */
export interface AnswerFigures extends Spread {
  readonly marks: number
  readonly kind: Kind
}

/** Processor time for one request, in milliseconds; null where the system does not tell. */
export interface WorkFigures {
  readonly marks: number
  readonly kind: Kind
  readonly serviceMs: number | null
  readonly databaseMs: number | null
}

/** Everything that one size came to. */
export interface SizeFigures {
  readonly corpus: CorpusFigures
  readonly answers: readonly AnswerFigures[]
  readonly work: readonly WorkFigures[]
  readonly borne: readonly Borne[]
}

export const corporaTable = (sizes: readonly SizeFigures[]): Table =>
  figuresTable(
    sizes.map(({ corpus }) => corpus),
    [
      ['marks', ({ marks }) => whole(marks)],
      ['load s', ({ loadSeconds }) => whole(loadSeconds)],
      ['search index s', ({ indexSeconds }) => whole(indexSeconds)],
      ['database MB', ({ databaseMegabytes }) => whole(databaseMegabytes)],
      ['search MB', ({ searchMegabytes }) => whole(searchMegabytes)],
    ],
  )

export const answersTable = (sizes: readonly SizeFigures[]): Table =>
  figuresTable(
    sizes.flatMap(({ answers }) => answers),
    [
      ['one at a time', ({ kind }) => kind],
      ['marks', ({ marks }) => whole(marks)],
      ['p50 ms', ({ p50 }) => decimals(1)(p50)],
      ['p95 ms', ({ p95 }) => decimals(1)(p95)],
      ['p99 ms', ({ p99 }) => decimals(1)(p99)],
      ['slowest', ({ slowest }) => decimals(1)(slowest)],
    ],
  )

export const curvesTable = (sizes: readonly SizeFigures[]): Table =>
  figuresTable(
    sizes.flatMap(({ corpus: { marks }, borne }) =>
      borne.map(rowOf(borne)).map((row) => ({ marks, ...row })),
    ),
    [
      ['under load', ({ kind }) => kind],
      ['marks', ({ marks }) => whole(marks)],
      ['processes', ({ processes }) => whole(processes)],
      ['req/s', ({ requestsPerSecond }) => whole(requestsPerSecond)],
      ['of one', ({ ofOne }) => decimals(2)(ofOne)],
      ['p50 ms', ({ p50 }) => decimals(1)(p50)],
      ['p97.5 ms', ({ p97_5 }) => decimals(1)(p97_5)],
      ['p99 ms', ({ p99 }) => decimals(1)(p99)],
    ],
  )

export const workTable = (sizes: readonly SizeFigures[]): Table =>
  figuresTable(
    sizes.flatMap(({ work }) => work),
    [
      ['processor time', ({ kind }) => kind],
      ['marks', ({ marks }) => whole(marks)],
      ['service ms', ({ serviceMs }) => decimals(2)(serviceMs)],
      ['database ms', ({ databaseMs }) => decimals(2)(databaseMs)],
    ],
  )

/** That several processes lose nothing, at each size. */
export const scaleGoals = (sizes: readonly SizeFigures[]): Goal[] =>
  sizes.flatMap(({ corpus: { marks }, borne }) =>
    lossGoals(borne, marks).map((goal) => ({ ...goal, goal: `${goal.goal}, ${whole(marks)} marks` })),
  )
