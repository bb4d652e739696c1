import { expect, test } from '@jest/globals'
import { bulletinGoals, type Dealt, WAYS, type Way, waysTable } from './bulletin-figures.ts'

const FULL = { pages: 412, entries: 3_000 }
const dealt = (way: Way, some: Partial<Dealt> = {}): Dealt => ({
  way,
  seconds: 5,
  peakMegabytes: 200,
  corpus: way === 'bare text' || way === 'reading alone' ? null : { updated: 0, versionMoved: false },
  ...some,
})
/** A round with what is different in it. */
const round = (some: Partial<Record<Way, Partial<Dealt>>> = {}): Dealt[] =>
  WAYS.map((way) => dealt(way, some[way]))
const verdicts = (rounds: Dealt[], extent = FULL) => bulletinGoals(rounds, extent).map(({ met }) => met)

test('an edition meets its goals by time, memory and reading, and by changing nothing the second time', () => {
  expect(verdicts(round())).toEqual([true, true, true, true])
  expect(
    verdicts(
      round({
        'from PDF to served': { seconds: 10.1, peakMegabytes: 400 },
        'reading alone': { seconds: 20.1 },
      }),
    ),
  ).toEqual([false, false, false, true])
})

test('several rounds are told as the median of their times, and as the most of their memory', () => {
  const served = [
    { seconds: 4, peakMegabytes: 210 },
    { seconds: 30, peakMegabytes: 250 },
    { seconds: 6, peakMegabytes: 190, corpus: { updated: 2_990, versionMoved: true } },
  ]
  const rounds = served.flatMap((each) => round({ 'from PDF to served': each }))
  expect(waysTable(rounds).lines[3]).toEqual(['from PDF to served', '6.00', '4.00–30.00', '250', '2,990'])
  expect(waysTable(rounds).lines[1]).toEqual(['bare text', '5.00', '5.00–5.00', '200', '-'])
})

test.each([
  ['a mark that is changed', 'again', { updated: 1, versionMoved: false }],
  ['a version that moves', 'unchanged', { updated: 0, versionMoved: true }],
] as const)('%s breaks the promise of changing nothing, whatever the size', (_, way, corpus) => {
  const extent = { pages: 90, entries: 700 }
  expect(verdicts([...round(), ...round({ [way]: { corpus } })], extent)).toEqual([null, null, null, false])
})

test('more pages than the goal is stated for prove it, too, and fewer do not', () => {
  const goalAt = (pages: number) => bulletinGoals(round(), { ...FULL, pages })[2]
  expect(goalAt(1_000)).toMatchObject({ goal: 'read in at most 20 s at 400 pages', met: true })
  expect(goalAt(399)).toMatchObject({ met: null, verdict: 'not measured at 399 pages' })
})

test('memory that the system does not tell in one round is not known of all', () => {
  const rounds = [...round(), ...round({ 'from PDF to served': { peakMegabytes: null } })]
  expect(verdicts(rounds)).toEqual([true, null, true, true])
})
