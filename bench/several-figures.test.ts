import { expect, test } from '@jest/globals'
import { type Borne, COUNTS, type Count, countsTable, KINDS, lossGoals } from './several-figures.ts'

/** Throughput of each round, by the number of processes. */
const borneBy = (rounds: Record<Count, number[]>): Borne[] =>
  KINDS.flatMap((kind) =>
    COUNTS.map((processes) => ({
      kind,
      processes,
      rounds: rounds[processes].map((requestsPerSecond) => ({
        requestsPerSecond: kind === 'by name' ? requestsPerSecond / 10 : requestsPerSecond,
        p50: 1,
        p97_5: 2,
        p99: 3,
        problems: [],
      })),
    })),
  )

/** The machine was slow in the second round, for one as for four. */
const borne = borneBy({
  1: [1_000, 500, 1_000],
  2: [800, 400, 900],
  3: [900, 450, 900],
  4: [1_100, 600, 990],
})

test('so many processes are told by the medians of their rounds, and next to one in the same round', () => {
  expect(countsTable(borne).lines[4]).toEqual([
    'one mark',
    '4',
    '990',
    '600–1,100',
    '1.10',
    '1.0',
    '2.0',
    '3.0',
  ])
  expect(countsTable(borne).lines[9]?.slice(0, 5)).toEqual(['by name', '1', '100', '50–100', '1.00'])
})

test('four processes are held against one round by round, for each kind, whatever the size of the corpus', () => {
  expect(lossGoals(borne, 7).map(({ text, met }) => [text, met])).toEqual([
    ['1.100', true],
    ['1.100', true],
    ['1.100', true],
  ])
  const slower = borneBy({ 1: [1_000, 500, 1_000], 2: [1], 3: [1], 4: [990, 600, 999] })
  expect(lossGoals(slower, 7)).toMatchObject([
    { text: '0.999', met: false },
    { text: '0.999', met: false },
    { text: '0.999', met: false },
  ])
})
