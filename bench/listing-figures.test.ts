import { expect, test } from '@jest/globals'
import { listingGoal, listingTable, searchTable, statementsTable } from './listing-figures.ts'

const listed = [
  { shape: 'estado', times: [10, 30, 20], numbers: [] },
  { shape: 'estado', times: [40, 50, 60], numbers: [] },
  { shape: 'with clase', times: [1, 2, 3], numbers: [] },
] as const

test('a listing is told by shape and as a whole: the median of its rounds, and the slowest page', () => {
  const all = listed.map((each) => ({ ...each, times: [...each.times], numbers: [] }))
  expect(listingTable(all).rows).toEqual([
    { shape: 'estado', pages: 2, p50: 20, p95: 50, p99: 50, slowest: 60 },
    { shape: 'with clase', pages: 1, p50: 2, p95: 2, p99: 2, slowest: 3 },
    { shape: 'all', pages: 3, p50: 20, p95: 50, p99: 50, slowest: 60 },
  ])
  expect(listingGoal(all, 2_000_000)).toMatchObject({ figure: 50, met: false })
  expect(listingGoal(all, 5_000)).toMatchObject({ figure: 50, met: null })
})

test('two statements are told next to each other, over the pages that both were asked for', () => {
  const asked = [
    { shape: 'both', ours: 2, plain: 8 },
    { shape: 'both', ours: 4, plain: 6 },
  ] as const
  expect(statementsTable(asked).lines).toEqual([
    expect.arrayContaining(['statement alone', 'pages']),
    ['both', '2', '2.0', '4.0', '4.0', '6.0', '8.0', '8.0'],
    ['all', '2', '2.0', '4.0', '4.0', '6.0', '8.0', '8.0'],
  ])
})

test('a search that was not answered in time counts as such, and not among the times', () => {
  const searched = [
    { kind: 'exact', milliseconds: 30, answered: true },
    { kind: 'exact', milliseconds: 5_003, answered: false },
    { kind: 'one word', milliseconds: 5_001, answered: false },
  ] as const
  expect(searchTable(searched).lines.slice(1)).toEqual([
    ['exact', '2', '30.0', '30.0', '30.0', '1'],
    ['one word', '1', '-', '-', '-', '1'],
    ['typing error', '0', '-', '-', '-', '0'],
    ['all', '3', '30.0', '30.0', '30.0', '2'],
  ])
})
