import { type Column, decimals, figuresTable, NONE, type Table, whole } from '../figures-table.ts'
import { KINDS, type Kind, LOAD_COLUMNS } from '../several-figures.ts'
import { type Measured, type ScaleFigures, sizesOf, type Throughput } from './figures-file.ts'

/** The machine, the load and the database that the figures hold for. */
export const measuredTable = ({ machine, facts }: ScaleFigures): Table =>
  figuresTable(Object.entries({ ...machine, ...facts }), [
    ['measured with', ([name]) => name],
    ['', ([, value]) => value],
  ])

export const corporaTable = ({ corpora }: Pick<Measured, 'corpora'>): Table =>
  figuresTable(corpora, [
    ['marks', ({ marks }) => whole(marks)],
    ['loaded in, s', ({ loadSeconds }) => whole(loadSeconds)],
    ['search index in, s', ({ indexSeconds }) => whole(indexSeconds)],
    ['database, MB', ({ databaseMegabytes }) => whole(databaseMegabytes)],
    ['of it for searches, MB', ({ searchMegabytes }) => whole(searchMegabytes)],
  ])

/** What a row is of. */
const ROW_COLUMNS: readonly Column<{ readonly marks: number; readonly kind: Kind }>[] = [
  ['marks', ({ marks }) => whole(marks)],
  ['asked for', ({ kind }) => kind],
]

export const answersTable = ({ answers }: Pick<Measured, 'answers'>): Table =>
  figuresTable(answers, [
    ...ROW_COLUMNS,
    ['p50 ms', ({ p50 }) => decimals(1)(p50)],
    ['p95 ms', ({ p95 }) => decimals(1)(p95)],
    ['p99 ms', ({ p99 }) => decimals(1)(p99)],
    ['slowest ms', ({ slowest }) => decimals(1)(slowest)],
  ])

export const workTable = ({ work }: Pick<Measured, 'work'>): Table =>
  figuresTable(work, [
    ...ROW_COLUMNS,
    ['service, ms', ({ serviceMs }) => decimals(2)(serviceMs)],
    ['PostgreSQL, ms', ({ databaseMs }) => decimals(2)(databaseMs)],
  ])

/** A line for each number of processes. */
export const throughputTable = ({ curves }: Pick<Measured, 'curves'>): Table =>
  figuresTable(curves, [
    ...ROW_COLUMNS,
    ['processes', ({ processes }) => whole(processes)],
    ['req/s', ({ requestsPerSecond }) => whole(requestsPerSecond)],
    ['min–max', ({ slowestRound, fastestRound }) => `${whole(slowestRound)}–${whole(fastestRound)}`],
    ...LOAD_COLUMNS,
  ])

/** How far below the best a throughput may be that is as good. */
const NEARLY = 0.9

/** The fewest processes whose throughput is within a tenth of the best: more of them bring little. */
export function enoughProcesses(curve: readonly Throughput[]): number {
  const best = Math.max(...curve.map(({ requestsPerSecond }) => requestsPerSecond))
  const enough = curve.filter(({ requestsPerSecond }) => requestsPerSecond >= best * NEARLY)
  return Math.min(...enough.map(({ processes }) => processes))
}

/** How far the slowest round of a throughput is below the fastest, in parts of that. */
const apart = ({ slowestRound, fastestRound }: Throughput): number => 1 - slowestRound / fastestRound

interface Curve {
  readonly marks: number
  readonly kind: Kind
  readonly borne: readonly Throughput[]
}

/** A line for each curve: what one to several processes bear, and how long the slowest answers take. */
export function curvesTable({ curves }: Pick<Measured, 'curves'>): Table {
  const counts = [...new Set(curves.map(({ processes }) => processes))].toSorted((a, b) => a - b)
  const [fewest = 1, most = 1] = [counts[0], counts.at(-1)]
  const rows = sizesOf(curves)
    .flatMap((marks) =>
      KINDS.map(
        (kind): Curve => ({
          marks,
          kind,
          borne: curves.filter((row) => row.marks === marks && row.kind === kind),
        }),
      ),
    )
    .filter(({ borne }) => borne.length > 0)
  const cell =
    (count: number, text: (row: Throughput) => string) =>
    ({ borne }: Curve): string => {
      const found = borne.find(({ processes }) => processes === count)
      return found === undefined ? NONE : text(found)
    }
  return figuresTable(rows, [
    ...ROW_COLUMNS,
    ...counts.map(
      (count) =>
        [`req/s with ${count}`, cell(count, ({ requestsPerSecond }) => whole(requestsPerSecond))] as const,
    ),
    [`${most}, of one`, cell(most, ({ ofOne }) => decimals(2)(ofOne))],
    ['rounds apart by', ({ borne }) => `${whole(100 * Math.max(...borne.map(apart)))} %`],
    ['enough', ({ borne }) => whole(enoughProcesses(borne))],
    [`p99 ms with ${fewest}`, cell(fewest, ({ p99 }) => decimals(0)(p99))],
    [`p99 ms with ${most}`, cell(most, ({ p99 }) => decimals(0)(p99))],
  ])
}
