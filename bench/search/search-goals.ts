import { cpus } from 'node:os'
import { decimals } from '../figures-table.ts'
import { atLeast, atMost, type Goal, judge, type Limit } from '../goals.ts'
import type { Kind } from './kinds.ts'
import type { Measured } from './measured.ts'
import { type KindFigures, kindFigures, MIXED } from './search-figures.ts'
import type { WayName } from './ways.ts'

const STATED_AT = 2_000_000
const SMALLER = 200_000
const LARGER = 10_000_000
/** So long may somebody wait for another answer while the index is built, in milliseconds. */
const RESPONSIVE_MS = 250
/** What a measurement of memory may be off by. */
const STEADY = 1.1
const SEARCHES = 100_000

/** What a search is judged by. */
interface SearchGoal extends Omit<Limit, 'statedAt'> {
  /** The figure, null where it was not measured. */
  readonly figure: (of: Figures) => number | null
  readonly unit: string
  readonly digits: number
}

/** Figures of one corpus as goals ask for them. */
interface Figures {
  readonly measured: Measured
  kind(kind: KindFigures['kind']): KindFigures | undefined
}

const ms = (goal: string, limit: number, figure: SearchGoal['figure']): SearchGoal => ({
  goal: `${goal} at most ${limit} ms`,
  isMet: atMost(limit),
  figure,
  unit: ' ms',
  digits: 1,
})
const times = (goal: string, isMet: Limit['isMet'], figure: SearchGoal['figure']): SearchGoal => ({
  goal,
  isMet,
  figure,
  unit: ' times',
  digits: 2,
})
const found = (kind: Kind, words: string, percent: number): SearchGoal => ({
  goal: `${kind}: ${words} in ${percent} %`,
  isMet: atLeast(percent),
  figure: ({ kind: of }) => percentFound(of(kind)),
  unit: ' %',
  digits: 1,
})
const conflicts = (least: number): SearchGoal => ({
  goal: `decided conflicts: at least ${least} of 38 among 20`,
  isMet: atLeast(least),
  figure: ({ kind }) => kind('decided conflict')?.ways.ours.found ?? null,
  unit: '',
  digits: 0,
})

const time =
  (way: WayName, figure: 'p50' | 'p95', kind: KindFigures['kind'] = MIXED): SearchGoal['figure'] =>
  (of) =>
    of.kind(kind)?.ways[way][figure] ?? null

const faster =
  (figure: 'p50' | 'p95'): SearchGoal['figure'] =>
  (of) =>
    ratio(time('textbook', figure)(of), time('ours', figure)(of))

/** What holds at two million marks. */
const AT_TWO_MILLION: readonly SearchGoal[] = [
  ms('mixed: p50', 15, time('ours', 'p50')),
  times('mixed: p50 at least 5 times faster than the textbook way', atLeast(5), faster('p50')),
  ms('mixed: p95', 45, time('ours', 'p95')),
  times('mixed: p95 at least 8 times faster than the textbook way', atLeast(8), faster('p95')),
  ms('slowest query, median of 5,', 150, ({ measured }) => measured.slowest.ours[0]?.ms ?? null),
  ms('filters that one mark in 10,000 passes: p95', 25, time('ours', 'p95', 'filtered')),
  found('identical', 'first', 100),
  found('one error', 'among 20', 95),
  found('Spanish sound', 'among 20', 97),
  found('joined', 'among 20', 97),
  found('split', 'among 20', 97),
  conflicts(25),
  {
    goal: 'index built from nothing in at most 3 minutes',
    isMet: atMost(180),
    figure: ({ measured }) => measured.built.ours?.seconds ?? null,
    unit: ' s',
    digits: 1,
  },
  ms(
    'answers to others while it is built',
    RESPONSIVE_MS,
    ({ measured }) => measured.built.ours?.slowestMeanwhile ?? null,
  ),
  {
    goal: "a day's 5,000 marks found as soon as they are committed: all that were looked for",
    isMet: atLeast(100),
    figure: ({ measured: { day } }) => (day ? (100 * day.found) / day.sought : null),
    unit: ' %',
    digits: 0,
  },
  times('8 searches at a time: at least 1.5 times as many as one at a time', atLeast(1.5), ({ measured }) =>
    cpus().length < 2 ? null : (measured.stress.throughput?.gain ?? null),
  ),
  times(
    `memory of the process after 100,000 searches: at most ${STEADY} times that after 10,000`,
    atMost(STEADY),
    ({ measured: { stress } }) => (stress.soak?.searches === SEARCHES ? stress.soak.growth : null),
  ),
  ms(
    'worst queries, median of 5: slowest',
    150,
    ({ measured }) => measured.stress.fuzz?.slowest[0]?.ms ?? null,
  ),
  {
    goal: 'worst queries: never an error',
    isMet: atMost(0),
    figure: ({ measured }) => measured.stress.fuzz?.failures.length ?? null,
    unit: ' errors',
    digits: 0,
  },
  times(
    'p95 during the merge of 1,000,000 rows: at most twice the usual one',
    atMost(2),
    ({ measured }) => measured.stress.merge?.slowdown ?? null,
  ),
]

const AMONG_REAL_NAMES: readonly SearchGoal[] = [found('one error', 'among 20', 98), conflicts(30)]

/**
 * What a run has measured against all that was meant to be reached.
 *
 * @param measured the corpora of the run, the largest one last
 * @param earlier those of other runs, which the growth with the number of marks is told by, too
 */
export function searchGoals(measured: readonly Measured[], earlier: readonly Measured[] = []): Goal[] {
  const real = measured.find(({ corpus }) => corpus.id === 'real-names')
  const stated = measured.find(({ corpus }) => corpus.id === `marks-${STATED_AT}`) ?? measured.at(-1)
  const of = (marks: number) => [...measured, ...earlier].find(({ corpus }) => corpus.id === `marks-${marks}`)
  return [
    ...AT_TWO_MILLION.map((goal) => hold(goal, stated, STATED_AT)),
    growth(of(SMALLER), of(STATED_AT), '2,000,000 marks against 200,000'),
    growth(of(STATED_AT), of(LARGER), '10,000,000 marks against 2,000,000'),
    ...AMONG_REAL_NAMES.map((goal) => hold({ ...goal, goal: `${goal.goal} of the real names` }, real)),
  ]
}

function hold(
  { figure, unit, digits, ...limit }: SearchGoal,
  measured: Measured | undefined,
  statedAt?: number,
): Goal {
  const value = measured === undefined ? null : figure(figuresFor(measured))
  const text = `${decimals(digits)(value)}${unit}`
  return judge({ ...limit, statedAt }, value, text, measured?.corpus.marks ?? 0)
}

function growth(smaller: Measured | undefined, larger: Measured | undefined, words: string): Goal {
  const [before, after] = [smaller, larger].map((measured) =>
    measured === undefined ? null : time('ours', 'p50')(figuresFor(measured)),
  )
  const value = ratio(after ?? null, before ?? null)
  const goal = `mixed: p50 at ${words}: at most 2 times`
  return judge({ goal, isMet: atMost(2) }, value, `${decimals(2)(value)} times`, 0)
}

function figuresFor(measured: Measured): Figures {
  const figures = kindFigures(measured.asked)
  return { measured, kind: (kind) => figures.find((each) => each.kind === kind) }
}

const ratio = (a: number | null, b: number | null): number | null =>
  a === null || b === null || b === 0 ? null : a / b

const percentFound = (figures: KindFigures | undefined): number | null =>
  figures === undefined || figures.ways.ours.found === null
    ? null
    : (100 * figures.ways.ours.found) / figures.queries
