import { median } from './figures.ts'
import { decimals, figuresTable, NONE, type Table, whole } from './figures-table.ts'
import { atLeast, type Goal, judge } from './goals.ts'

/** What is asked for, in the order in which it is told. */
export const WAYS = ['bare calls', 'new', 'the same', 'changed'] as const
export type Way = (typeof WAYS)[number]
/** Those that are runs of ours. */
const RUNS: readonly Way[] = ['new', 'the same', 'changed']
const SAME: Way = 'the same'

/** One round of one of them. */
export interface Asked {
  way: Way
  /** Applications that the portal told of. */
  records: number
  /** Of the run itself, as the history of runs tells it. */
  seconds: number
  /** From the start of the command to its end; null where it was no command. */
  commandSeconds: number | null
  /** Null where the system does not tell it. */
  peakMegabytes: number | null
  /** Null where no corpus is. */
  corpus: { inserted: number; updated: number; unchanged: number; versionMoved: boolean } | null
}

const FEWEST_PER_SECOND = 200

interface WayRow {
  way: Way
  /** The median of all rounds, and each of them. */
  perSecond: number
  rounds: number[]
  seconds: number
  /** Of the whole command; null where it was none. */
  commandPerSecond: number | null
  commandSeconds: number | null
  /** The most of all rounds. */
  peakMegabytes: number | null
  /** Marks, in all rounds together; null where no corpus is. */
  changed: number | null
}

/** A row for each way: what all rounds came to. */
const waysOf = (asked: readonly Asked[]): WayRow[] =>
  WAYS.map((way) => {
    const some = asked.filter((each) => each.way === way)
    const rounds = some.map(({ records, seconds }) => records / seconds)
    const commands = some.filter(isCommand)
    const peaks = some.flatMap(({ peakMegabytes }) => peakMegabytes ?? [])
    return {
      way,
      perSecond: median(rounds),
      rounds,
      seconds: median(some.map(({ seconds }) => seconds)),
      commandPerSecond: medianOrNone(commands.map(({ records, commandSeconds }) => records / commandSeconds)),
      commandSeconds: medianOrNone(commands.map(({ commandSeconds }) => commandSeconds)),
      peakMegabytes: peaks.length < some.length ? null : Math.max(...peaks),
      changed: changedIn(some),
    }
  })

const isCommand = (asked: Asked): asked is Asked & { commandSeconds: number } => asked.commandSeconds !== null

const medianOrNone = (values: readonly number[]): number | null => (values.length > 0 ? median(values) : null)

const changedIn = (asked: readonly Asked[]): number | null =>
  asked.reduce<number | null>(
    (sum, { corpus }) => (corpus === null ? sum : (sum ?? 0) + corpus.inserted + corpus.updated),
    null,
  )

export const waysTable = (asked: readonly Asked[]): Table =>
  figuresTable(waysOf(asked), [
    ['applications', ({ way }) => way],
    ['records/s', ({ perSecond }) => whole(perSecond)],
    ['min–max', ({ rounds }) => [Math.min(...rounds), Math.max(...rounds)].map(whole).join('–')],
    ['run s', ({ seconds }) => decimals(2)(seconds)],
    ['command s', ({ commandSeconds }) => decimals(2)(commandSeconds)],
    ['records/s of it', ({ commandPerSecond }) => whole(commandPerSecond)],
    ['peak MB', ({ peakMegabytes }) => whole(peakMegabytes)],
    ['changed in all', ({ changed }) => (changed === null ? NONE : whole(changed))],
  ])

/** Holds all rounds against what asking may cost, whatever the size of the corpus. */
export function portalGoals(asked: readonly Asked[]): Goal[] {
  const slowest = Math.min(
    ...waysOf(asked).flatMap(({ way, perSecond }) => (RUNS.includes(way) ? [perSecond] : [])),
  )
  const goal = `each kind of run takes ${FEWEST_PER_SECOND} records a second or more, with no pauses`
  return [
    judge({ goal, isMet: atLeast(FEWEST_PER_SECOND) }, slowest, `${whole(slowest)} records/s`, 0),
    nothingChanged(asked.filter(({ way }) => way === SAME)),
  ]
}

function nothingChanged(same: readonly Asked[]): Goal {
  const moved = same.some(({ corpus }) => corpus?.versionMoved)
  const changed = changedIn(same)
  const text = moved ? 'version moved' : `${whole(changed)} changed`
  const goal = 'the same changes no mark and moves no version'
  return judge({ goal, isMet: (figure) => figure === 0 && !moved }, changed, text, 0)
}
