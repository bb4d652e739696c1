import { median, type Spread, spreadOfRounds } from './figures.ts'
import { type Column, decimals, figuresTable, type Table, whole } from './figures-table.ts'
import { atMost, type Goal, judge, under } from './goals.ts'
import type { LoadFigures } from './load.ts'
import type { Kind, Revision } from './mcp-requests.ts'

/** What MCP may add to the same REST request. */
const MOST_ADDED_MS = 1
const MOST_GROWTH_MB = 2
const REST = 'REST'
const MEGABYTE = 2 ** 20

/** What every question of a kind took by each way, in milliseconds, round by round. */
export type Times<Way extends string> = readonly {
  kind: Kind
  rounds: readonly Readonly<Record<Way, readonly number[]>>[]
}[]

interface Asked extends Spread {
  kind: Kind
  way: string
}

interface Compared extends Asked {
  /** The median against that of REST, and the median of what each question alone took more; null for REST itself. */
  added: number | null
  addedToEach: number | null
}

/** A row for each kind and way. */
const asked = (times: Times<string>): Asked[] =>
  times.flatMap(({ kind, rounds }) =>
    Object.keys(rounds[0] ?? {}).map((way) => ({
      kind,
      way,
      ...spreadOfRounds(rounds.map((round) => round[way] ?? [])),
    })),
  )

/** The same, held against REST. */
function compared(times: Times<'REST' | Revision>): Compared[] {
  const rows = asked(times)
  const medianOf = (kind: Kind, way: string): number =>
    rows.find((row) => row.kind === kind && row.way === way)?.p50 ?? Number.NaN
  return rows.map((row) =>
    row.way === REST
      ? { ...row, added: null, addedToEach: null }
      : {
          ...row,
          added: row.p50 - medianOf(row.kind, REST),
          addedToEach: median(differences(times, row.kind, row.way as Revision)),
        },
  )
}

const differences = (times: Times<'REST' | Revision>, kind: Kind, way: Revision): number[] =>
  times
    .filter((each) => each.kind === kind)
    .flatMap(({ rounds }) => rounds)
    .flatMap((round) => round[way].map((time, place) => time - (round[REST][place] ?? Number.NaN)))

const COLUMNS: readonly Column<Asked>[] = [
  ['p50 ms', ({ p50 }) => decimals(2)(p50)],
  ['p95 ms', ({ p95 }) => decimals(2)(p95)],
]

const title = ({ kind, way }: { kind: Kind; way: string }): string => `${kind}, ${way}`

export const comparedTable = (times: Times<'REST' | Revision>): Table =>
  figuresTable(compared(times), [
    ['one at a time', title],
    ...COLUMNS,
    ['between p50s', ({ added }) => decimals(2)(added)],
    ['p50 of differences', ({ addedToEach }) => decimals(2)(addedToEach)],
  ])

export const stdioTable = (times: Times<Revision>): Table =>
  figuresTable(asked(times), [['over stdio', title], ...COLUMNS])

/** What the median question takes more than the same one over REST; the kind and revision that add most decide. */
export function addedGoal(times: Times<'REST' | Revision>, marks: number): Goal {
  const added = compared(times).flatMap(({ addedToEach, ...row }) =>
    addedToEach === null ? [] : [{ ...row, addedToEach }],
  )
  const most = added.reduce((one, other) => (other.addedToEach > one.addedToEach ? other : one))
  return judge(
    {
      goal: `a tool call takes at most ${MOST_ADDED_MS.toFixed(1)} ms more than the same REST request, at the median`,
      isMet: atMost(MOST_ADDED_MS),
    },
    most.addedToEach,
    `${most.addedToEach.toFixed(2)} ms (${title(most)})`,
    marks,
  )
}

/** The rounds of load that one way of asking for one kind has borne. */
export interface Borne {
  kind: Kind
  way: string
  rounds: readonly LoadFigures[]
}

export const loadTable = (atATime: number, borne: readonly Borne[]): Table =>
  figuresTable(
    borne.map(({ kind, way, rounds }) => ({
      kind,
      way,
      rounds: rounds.map(({ requestsPerSecond }) => requestsPerSecond),
      requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
      p50: median(rounds.map(({ p50 }) => p50)),
      p99: median(rounds.map(({ p99 }) => p99)),
    })),
    [
      [`${atATime} at a time`, title],
      ['a second', ({ requestsPerSecond }) => whole(requestsPerSecond)],
      ['min–max', ({ rounds }) => `${whole(Math.min(...rounds))}–${whole(Math.max(...rounds))}`],
      ['p50 ms', ({ p50 }) => decimals(1)(p50)],
      ['p99 ms', ({ p99 }) => decimals(1)(p99)],
    ],
  )

/** The heap of a process after collections, in bytes. */
export interface Heap {
  calls: number
  before: number
  after: number
}

export function heapGoal({ calls, before, after }: Heap, marks: number): Goal {
  const [from, to] = [before / MEGABYTE, after / MEGABYTE]
  return judge(
    {
      goal: `heap grows by less than ${MOST_GROWTH_MB} MB over ${whole(calls)} tool calls`,
      isMet: under(MOST_GROWTH_MB),
    },
    to - from,
    `${(to - from).toFixed(2)} MB (${from.toFixed(2)} to ${to.toFixed(2)})`,
    marks,
  )
}
