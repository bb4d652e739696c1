import { expect, test } from '@jest/globals'
import { backupGoals, type Moved, movedTable, WAYS, type Way } from './backup-figures.ts'

const moved = (way: Way, some: Partial<Moved> = {}): Moved => ({
  ...{ way, seconds: 60, peakMegabytes: 200, rows: 9_000_000, megabytes: 150 },
  ...some,
})
const round = (some: Partial<Record<Way, Partial<Moved>>> = {}): Moved[] =>
  WAYS.map((way) => moved(way, some[way]))
const verdicts = (rounds: Moved[], marks = 1_000_000) => backupGoals(rounds, marks).map(({ met }) => met)

test('a backup is held against its time and memory, a restore against its time', () => {
  expect(verdicts(round())).toEqual([true, true, true])
  expect(
    verdicts(round({ backup: { seconds: 121, peakMegabytes: 300 }, restore: { seconds: 601 } })),
  ).toEqual([false, false, false])
})

test('another number of marks proves nothing', () => {
  expect(verdicts(round(), 5_000)).toEqual([null, null, null])
})

test('several rounds are told as the median of their times, and as the most of their memory', () => {
  const rounds = [10, 30, 20].flatMap((seconds) =>
    round({ backup: { seconds, peakMegabytes: 100 + seconds } }),
  )
  expect(movedTable(rounds).lines[2]).toEqual(['backup', '20.0', '130', '9,000,000', '150.0'])
})
