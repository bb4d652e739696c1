import { expect, test } from '@jest/globals'
import { COUNTS, KINDS } from '../several-figures.ts'
import { measuredOf, type SizeFigures, scaleGoals } from './scale.ts'
import { answersTable, corporaTable, throughputTable, workTable } from './tables.ts'

/** Each process more brings as much as `gain`; a search is ten times dearer. */
const sizeOf = (marks: number, gain: number): SizeFigures => ({
  corpus: { marks, loadSeconds: 12.4, indexSeconds: 6.6, databaseMegabytes: 1_234.5, searchMegabytes: 321 },
  answers: KINDS.map((kind) => ({ marks, kind, p50: 1, p95: 2, p99: 3, slowest: 4 })),
  work: KINDS.map((kind) => ({ marks, kind, serviceMs: 0.512, databaseMs: kind === 'by name' ? null : 1 })),
  borne: KINDS.flatMap((kind) =>
    COUNTS.map((processes) => {
      const requestsPerSecond = (kind === 'by name' ? 100 : 1_000) * (1 + gain * (processes - 1))
      return { kind, processes, rounds: [{ requestsPerSecond, p50: 5, p97_5: 6, p99: 7, problems: [] }] }
    }),
  ),
})

const sizes = [sizeOf(2_000, 0.2), sizeOf(90_000, -0.1)]
const measured = measuredOf(sizes)

test('a size is told by what it takes to be there, in its own line', () => {
  expect(corporaTable(measured).lines.slice(1)).toEqual([
    ['2,000', '12', '7', '1,235', '321'],
    ['90,000', '12', '7', '1,235', '321'],
  ])
})

test('answers, work and throughput are told by size and kind of question', () => {
  expect(answersTable(measured).lines[1]).toEqual(['2,000', 'one mark', '1.0', '2.0', '3.0', '4.0'])
  expect(workTable(measured).lines.at(-1)).toEqual(['90,000', 'by name', '0.51', '-'])
  const [, one, , , four] = throughputTable(measured).lines
  expect(one).toEqual(['2,000', 'one mark', '1', '1,000', '1,000–1,000', '1.00', '5.0', '6.0', '7.0'])
  expect(four).toEqual(['2,000', 'one mark', '4', '1,600', '1,600–1,600', '1.60', '5.0', '6.0', '7.0'])
  expect(throughputTable(measured).rows).toHaveLength(2 * KINDS.length * COUNTS.length)
})

test('rows as data tell their size, each of them', () => {
  for (const { rows } of [corporaTable, answersTable, throughputTable, workTable].map((table) =>
    table(measured),
  )) {
    expect(new Set((rows as { marks: number }[]).map(({ marks }) => marks))).toEqual(new Set([2_000, 90_000]))
  }
})

test('four processes that lose against one miss their goal, at the size at which they do', () => {
  const goals = scaleGoals(sizes)
  expect(goals.map(({ met }) => met)).toEqual([...KINDS.map(() => true), ...KINDS.map(() => false)])
  expect(goals[0]?.goal).toMatch(/one mark, 2,000 marks$/)
  expect(goals.at(-1)?.goal).toMatch(/by name, 90,000 marks$/)
})
