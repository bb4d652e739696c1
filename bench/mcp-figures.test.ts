import { expect, test } from '@jest/globals'
import { addedGoal, comparedTable, heapGoal, loadTable, stdioTable } from './mcp-figures.ts'

const round = (REST: number[], older: number[], newer: number[]) => ({
  REST,
  '2025-11-25': older,
  '2026-07-28': newer,
})
const times = [
  {
    kind: 'one mark',
    rounds: [
      round([1, 2, 9], [1.5, 2.5, 9.5], [2, 3, 10]),
      round([1, 3, 9], [1.5, 3.5, 9.5], [1.5, 3.25, 9.5]),
      round([1, 4, 9], [1.5, 4.5, 9.5], [1.5, 4.5, 9.5]),
    ],
  },
  { kind: 'by name', rounds: [round([5], [5.75], [4.5])] },
] as const

test('a way is told by the medians of its rounds, and by what it adds to REST: in the median, and to each question', () => {
  expect(comparedTable(times).lines).toEqual([
    ['one at a time', 'p50 ms', 'p95 ms', 'between p50s', 'p50 of differences'],
    ['one mark, REST', '3.00', '9.00', '-', '-'],
    ['one mark, 2025-11-25', '3.50', '9.50', '0.50', '0.50'],
    ['one mark, 2026-07-28', '3.25', '9.50', '0.25', '0.50'],
    ['by name, REST', '5.00', '5.00', '-', '-'],
    ['by name, 2025-11-25', '5.75', '5.75', '0.75', '0.75'],
    ['by name, 2026-07-28', '4.50', '4.50', '-0.50', '-0.50'],
  ])
})

test('the kind and revision that add most decide whether a call costs too much', () => {
  expect(addedGoal(times, 7)).toMatchObject({
    figure: 0.75,
    text: '0.75 ms (by name, 2025-11-25)',
    met: true,
  })
  const dear = [{ kind: 'by filters', rounds: [round([1], [1], [2.01])] }] as const
  expect(addedGoal(dear, 7)).toMatchObject({ text: '1.01 ms (by filters, 2026-07-28)', met: false })
})

test('calls that are faster than REST are told as such', () => {
  const fast = [{ kind: 'by filters', rounds: [round([3], [1], [2])] }] as const
  expect(addedGoal(fast, 7)).toMatchObject({ figure: -1, met: true })
})

test('over stdio there is nothing to be held against', () => {
  const [{ rounds, kind }] = times
  expect(stdioTable([{ kind, rounds }]).lines[1]).toEqual(['one mark, REST', '3.00', '9.00'])
})

test('what several at a time come to is the median of the rounds, with their range', () => {
  const load = (requestsPerSecond: number) => ({ requestsPerSecond, p50: 1, p97_5: 2, p99: 3, problems: [] })
  const rounds = [load(900), load(1_200), load(1_000)]
  expect(loadTable(8, [{ kind: 'one mark', way: 'REST', rounds }]).lines).toEqual([
    ['8 at a time', 'a second', 'min–max', 'p50 ms', 'p99 ms'],
    ['one mark, REST', '1,000', '900–1,200', '1.0', '3.0'],
  ])
})

test('a heap may grow by less than its limit, and may shrink', () => {
  const heap = (after: number) => heapGoal({ calls: 10_000, before: 30 * 2 ** 20, after: after * 2 ** 20 }, 7)
  expect(heap(31.5)).toMatchObject({ figure: 1.5, text: '1.50 MB (30.00 to 31.50)', met: true })
  expect(heap(29)).toMatchObject({ figure: -1, met: true })
  expect(heap(32)).toMatchObject({ met: false })
})
