import { median } from './figures.ts'
import { decimals, figuresTable, NONE, type Table, whole } from './figures-table.ts'
import { atLeast, atMost, type Goal, judge, type Limit, under } from './goals.ts'

/** What is done with an edition, in the order in which it is told. */
export const WAYS = ['bare text', 'reading alone', 'from PDF to served', 'again', 'unchanged'] as const
export type Way = (typeof WAYS)[number]

const SERVED: Way = 'from PDF to served'
const READ: Way = 'reading alone'
const AGAIN: readonly Way[] = ['again', 'unchanged']

/** One edition, dealt with in one way. */
export interface Dealt {
  way: Way
  seconds: number
  /** Null where the system does not tell it. */
  peakMegabytes: number | null
  /** Marks that it changed, and whether the corpus is another one; null where no corpus is. */
  corpus: { updated: number; versionMoved: boolean } | null
}

/** How large an edition is. */
export interface Extent {
  pages: number
  entries: number
}

const MOST_SECONDS = 10
const MOST_MEGABYTES = 400
const ENTRIES = 3_000
const MOST_READING_SECONDS = 20
const PAGES = 400

interface WayRow {
  way: Way
  /** Of each round. */
  rounds: number[]
  /** The median of them. */
  seconds: number
  /** The most of all rounds. */
  peakMegabytes: number | null
  /** Marks, in all rounds together; null where no corpus is. */
  updated: number | null
}

/** A row for each way: what all rounds came to. */
const waysOf = (dealt: readonly Dealt[]): WayRow[] =>
  WAYS.map((way) => {
    const some = dealt.filter((each) => each.way === way)
    const rounds = some.map(({ seconds }) => seconds)
    const peaks = some.flatMap(({ peakMegabytes }) => peakMegabytes ?? [])
    return {
      way,
      rounds,
      seconds: median(rounds),
      peakMegabytes: peaks.length < some.length ? null : Math.max(...peaks),
      updated: sumOf(some),
    }
  })

const sumOf = (dealt: readonly Dealt[]): number | null =>
  dealt.reduce<number | null>(
    (sum, { corpus }) => (corpus === null ? sum : (sum ?? 0) + corpus.updated),
    null,
  )

export const waysTable = (dealt: readonly Dealt[]): Table =>
  figuresTable(waysOf(dealt), [
    ['an edition', ({ way }) => way],
    ['time s', ({ seconds }) => decimals(2)(seconds)],
    ['min–max', ({ rounds }) => [Math.min(...rounds), Math.max(...rounds)].map(decimals(2)).join('–')],
    ['peak MB', ({ peakMegabytes }) => whole(peakMegabytes)],
    ['changed in all', ({ updated }) => (updated === null ? NONE : whole(updated))],
  ])

/** Holds all rounds against what an edition may cost. */
export function bulletinGoals(dealt: readonly Dealt[], { pages, entries }: Extent): Goal[] {
  const figures = (wanted: Way): WayRow => waysOf(dealt).find(({ way }) => way === wanted) as WayRow
  const { seconds, peakMegabytes } = figures(SERVED)
  const reading = figures(READ).seconds
  return [
    judge(
      { ...ofEntries(`${SERVED} at most ${MOST_SECONDS} s`), isMet: atMost(MOST_SECONDS) },
      seconds,
      `${decimals(2)(seconds)} s`,
      entries,
    ),
    judge(
      { ...ofEntries(`under ${MOST_MEGABYTES} MB resident`), isMet: under(MOST_MEGABYTES) },
      peakMegabytes,
      `${whole(peakMegabytes)} MB`,
      entries,
    ),
    judge(
      { ...ofPages(`read in at most ${MOST_READING_SECONDS} s`), isMet: atMost(MOST_READING_SECONDS) },
      reading,
      `${decimals(2)(reading)} s`,
      atLeast(PAGES)(pages) ? PAGES : pages, // more of them in that time prove it, too
    ),
    nothingChanged(dealt, entries),
  ]
}

const ofEntries = (goal: string): Omit<Limit, 'isMet'> => ({ goal, statedAt: ENTRIES, counted: 'entries' })
const ofPages = (goal: string): Omit<Limit, 'isMet'> => ({ goal, statedAt: PAGES, counted: 'pages' })

/** Holds for every size. */
function nothingChanged(dealt: readonly Dealt[], entries: number): Goal {
  const again = dealt.filter(({ way }) => AGAIN.includes(way))
  const moved = again.some(({ corpus }) => corpus?.versionMoved)
  const updated = sumOf(again)
  const goal = 'again changes no mark and moves no version'
  const text = moved ? 'version moved' : `${whole(updated)} changed`
  return judge({ goal, isMet: (figure) => figure === 0 && !moved }, updated, text, entries)
}
