import { expect, test } from '@jest/globals'
import { type Asked, portalGoals, WAYS, type Way, waysTable } from './portal-figures.ts'

const NOTHING = { inserted: 0, updated: 0, unchanged: 500, versionMoved: false }
const asked = (way: Way, some: Partial<Asked> = {}): Asked => ({
  way,
  records: 500,
  seconds: 2,
  commandSeconds: way === 'bare calls' ? null : 4,
  peakMegabytes: 120,
  corpus: way === 'bare calls' ? null : NOTHING,
  ...some,
})
/** A round with what is different in it. */
const round = (some: Partial<Record<Way, Partial<Asked>>> = {}): Asked[] =>
  WAYS.map((way) => asked(way, some[way]))
const verdicts = (rounds: Asked[]) => portalGoals(rounds).map(({ met }) => met)

test('the slowest kind of run decides, by the run itself: neither its process nor the bare calls', () => {
  expect(verdicts(round({ 'bare calls': { seconds: 9 }, new: { commandSeconds: 9 } }))).toEqual([true, true])
  for (const way of ['new', 'the same', 'changed'] as const) {
    expect(portalGoals(round({ [way]: { seconds: 2.6 } }))[0]).toMatchObject({
      met: false,
      text: '192 records/s',
    })
    expect(verdicts(round({ [way]: { seconds: 2.5 } }))).toEqual([true, true])
  }
})

test('several rounds are told as the median of their speeds, and as the most of their memory', () => {
  const inserted = { ...NOTHING, inserted: 500, unchanged: 0, versionMoved: true }
  const rounds = [
    { seconds: 1, commandSeconds: 2, peakMegabytes: 110 },
    { seconds: 5, commandSeconds: 50, peakMegabytes: 150 },
    { seconds: 2, commandSeconds: 4, peakMegabytes: 90 },
  ].flatMap((each) => round({ new: { ...each, corpus: inserted } }))
  const { lines } = waysTable(rounds)
  expect(lines[1]).toEqual(['bare calls', '250', '250–250', '2.00', '-', '-', '120', '-'])
  expect(lines[2]).toEqual(['new', '250', '100–500', '2.00', '4.00', '125', '150', '1,500'])
  expect(verdicts(rounds)).toEqual([true, true])
})

test('memory that the system does not tell in one round is not known of all', () => {
  const { lines } = waysTable([...round(), ...round({ changed: { peakMegabytes: null } })])
  expect(lines.map((line) => line[6])).toEqual(['peak MB', '120', '120', '120', '-'])
})

test.each([
  ['a mark that is changed', { ...NOTHING, updated: 1, unchanged: 499 }],
  ['a mark that is new', { ...NOTHING, inserted: 1, unchanged: 499 }],
  ['a version that moves', { ...NOTHING, versionMoved: true }],
])('%s breaks the promise that the same changes nothing, also in one round of several', (_, corpus) => {
  expect(verdicts([...round(), ...round({ 'the same': { corpus } }), ...round()])).toEqual([true, false])
  expect(verdicts([...round(), ...round({ changed: { corpus } })])).toEqual([true, true])
})
