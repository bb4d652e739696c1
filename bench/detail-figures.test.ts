import { expect, test } from '@jest/globals'
import { compare, ratioGoals, serversTable, startGoal } from './detail-figures.ts'

const round = (requestsPerSecond: number, p50 = 1) => ({
  requestsPerSecond,
  p50,
  p97_5: 2,
  p99: 3,
  problems: [],
})
const servers = compare({
  select: [round(4_000), round(9_000), round(5_000)],
  'admission and select': [round(1_900), round(2_000), round(2_100)],
  service: [round(1_500, 7), round(1_000, 5), round(100, 6)],
})

test('servers are compared by the medians of their rounds, and told with the range of these', () => {
  expect(servers.map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([5_000, 2_000, 1_000])
  expect(servers.map(({ serviceRatio }) => serviceRatio)).toEqual([0.2, 0.5, 1])
  expect(serversTable(servers).lines[3]).toEqual([
    'service',
    '1,000',
    '100–1,500',
    '6.0',
    '2.0',
    '3.0',
    '1.00',
  ])
})

test('the service is held against the queries that it makes, whatever the size of the corpus', () => {
  expect(ratioGoals(servers, 7).map(({ figure, met }) => [figure, met])).toEqual([
    [0.2, false],
    [0.5, false],
  ])
})

test('a start is told as the median of several, and as what PostgreSQL had to do with it', () => {
  expect(startGoal([2, 4, 2.5], true, 7)).toMatchObject({
    goal: 'second start under 3 s, PostgreSQL included',
    text: '2.50 s (2.00–4.00)',
    met: true,
  })
  expect(startGoal([3], false, 7)).toMatchObject({
    goal: 'second start under 3 s, PostgreSQL running already',
    met: false,
  })
})
