import { median } from './figures.ts'
import { decimals, figuresTable, type Table, whole } from './figures-table.ts'
import { atMost, type Goal, judge, under } from './goals.ts'

/** What is done, in the order in which it is told. */
export const WAYS = ['bare copy', 'backup', 'verify', 'restore'] as const
export type Way = (typeof WAYS)[number]

/** One of them, done once. */
export interface Moved {
  way: Way
  seconds: number
  /** Null where it is not a process of its own, or the system does not tell. */
  peakMegabytes: number | null
  rows: number
  megabytes: number
}

const MARKS = 1_000_000
const MOST_BACKUP_SECONDS = 120
const MOST_RESTORE_SECONDS = 600
const MOST_MEGABYTES = 300

const rowOf = (moved: readonly Moved[], way: Way) => {
  const some = moved.filter((each) => each.way === way)
  return {
    way,
    seconds: median(some.map(({ seconds }) => seconds)),
    peakMegabytes: some.reduce<number | null>(
      (most, { peakMegabytes }) => (peakMegabytes === null ? most : Math.max(most ?? 0, peakMegabytes)),
      null,
    ),
    rows: some[0]?.rows ?? null,
    megabytes: some[0]?.megabytes ?? null,
  }
}

export const movedTable = (moved: readonly Moved[]): Table =>
  figuresTable(
    WAYS.map((way) => rowOf(moved, way)),
    [
      ['', ({ way }) => way],
      ['time s', ({ seconds }) => decimals(1)(seconds)],
      ['peak MB', ({ peakMegabytes }) => whole(peakMegabytes)],
      ['rows', ({ rows }) => whole(rows)],
      ['MB', ({ megabytes }) => decimals(1)(megabytes)],
    ],
  )

/** Holds the median of the rounds against what an operator may have to wait, and the most memory of them. */
export function backupGoals(moved: readonly Moved[], marks: number): Goal[] {
  const [backup, restore] = [rowOf(moved, 'backup'), rowOf(moved, 'restore')]
  const inSeconds = (most: number) => ({ isMet: atMost(most), statedAt: MARKS })
  return [
    judge(
      { goal: `backup at most ${MOST_BACKUP_SECONDS} s`, ...inSeconds(MOST_BACKUP_SECONDS) },
      backup.seconds,
      `${decimals(1)(backup.seconds)} s`,
      marks,
    ),
    judge(
      { goal: `backup under ${MOST_MEGABYTES} MB resident`, isMet: under(MOST_MEGABYTES), statedAt: MARKS },
      backup.peakMegabytes,
      `${whole(backup.peakMegabytes)} MB`,
      marks,
    ),
    judge(
      {
        goal: `restore, search included, at most ${MOST_RESTORE_SECONDS} s`,
        ...inSeconds(MOST_RESTORE_SECONDS),
      },
      restore.seconds,
      `${decimals(1)(restore.seconds)} s`,
      marks,
    ),
  ]
}
