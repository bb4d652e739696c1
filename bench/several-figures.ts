import { median } from './figures.ts'
import { type Column, decimals, figuresTable, type Table, whole } from './figures-table.ts'
import { atLeast, type Goal, judge } from './goals.ts'
import type { LoadFigures } from './load.ts'

/** How many processes share the load. */
export const COUNTS = [1, 2, 3, 4] as const
export type Count = (typeof COUNTS)[number]

export const KINDS = ['one mark', 'by filters', 'by name'] as const
export type Kind = (typeof KINDS)[number]

/** What so many processes came to with one kind of question, round by round. */
export interface Borne {
  readonly kind: Kind
  readonly processes: Count
  readonly rounds: readonly LoadFigures[]
}

/** Most processes, and the throughput that is not to be lost by them: that of one in the same round. */
const MANY: Count = 4
const LEAST_OF_ONE = 1

/** How a throughput compares to that of one process, and how long its answers take. */
export const LOAD_COLUMNS: readonly Column<LoadTimes & { readonly ofOne: number }>[] = [
  ['of one', ({ ofOne }) => decimals(2)(ofOne)],
  ['p50 ms', ({ p50 }) => decimals(1)(p50)],
  ['p97.5 ms', ({ p97_5 }) => decimals(1)(p97_5)],
  ['p99 ms', ({ p99 }) => decimals(1)(p99)],
]
type LoadTimes = Pick<LoadFigures, 'p50' | 'p97_5' | 'p99'>

export const countsTable = (borne: readonly Borne[]): Table =>
  figuresTable(borne.map(rowOf(borne)), [
    ['asked for', ({ kind }) => kind],
    ['processes', ({ processes }) => whole(processes)],
    ['req/s', ({ requestsPerSecond }) => whole(requestsPerSecond)],
    ['min–max', ({ slowestRound, fastestRound }) => `${whole(slowestRound)}–${whole(fastestRound)}`],
    ...LOAD_COLUMNS,
  ])

/** One number of processes with one kind of question. */
export const rowOf =
  (borne: readonly Borne[]) =>
  ({ kind, processes, rounds }: Borne) => {
    const throughputs = rounds.map(({ requestsPerSecond }) => requestsPerSecond)
    const middle = (figure: Exclude<keyof LoadFigures, 'problems'>): number =>
      median(rounds.map((round) => round[figure]))
    return {
      kind,
      processes,
      slowestRound: Math.min(...throughputs),
      fastestRound: Math.max(...throughputs),
      requestsPerSecond: middle('requestsPerSecond'),
      ofOne: ratioToOne(borne, kind, processes),
      p50: middle('p50'),
      p97_5: middle('p97_5'),
      p99: middle('p99'),
    }
  }

/** The throughput of so many processes in that of one: of each round on its own, and of these the median. */
function ratioToOne(borne: readonly Borne[], kind: Kind, processes: Count): number {
  const of = (count: Count): readonly LoadFigures[] =>
    borne.find((each) => each.kind === kind && each.processes === count)?.rounds ?? []
  const ones = of(1)
  return median(
    of(processes).map(
      ({ requestsPerSecond }, place) => requestsPerSecond / (ones[place]?.requestsPerSecond ?? Number.NaN),
    ),
  )
}

/** Whatever the size of the corpus. */
export const lossGoals = (borne: readonly Borne[], marks: number): Goal[] =>
  KINDS.map((kind) => {
    const ratio = ratioToOne(borne, kind, MANY)
    return judge(
      {
        goal: `${MANY} processes lose nothing against one (at least ${LEAST_OF_ONE}): ${kind}`,
        isMet: atLeast(LEAST_OF_ONE),
      },
      ratio,
      ratio.toFixed(3),
      marks,
    )
  })
