import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Run } from '../part.ts'
import { askAll, askedOf, askSlowestAgain } from './ask-queries.ts'
import type { SearchQuery } from './kinds.ts'
import { openResults } from './results.ts'

const corpus = { id: 'marks-9', title: '9 marks', marks: 9, names: [] }
const queries: SearchQuery[] = ['a', 'b', 'c', 'd'].map((q, place) => ({
  kind: place < 3 ? 'one error' : 'identical',
  q,
  wanted: q,
  filters: {},
}))

let file: string
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ask-queries-'))
  file = join(folder, 'results.jsonl')
})
afterEach(() => rm(folder, { recursive: true }))

/** Two ways that write down when each was asked; the run is interrupted at the `stopAt`-th question. */
function ways(stopAt = Number.POSITIVE_INFINITY) {
  const controller = new AbortController()
  const log: string[] = []
  const way = (name: string) => ({
    ask: async ({ q }: SearchQuery) => {
      log.push(`${name} ${q}`)
      if (log.length === stopAt) controller.abort()
      return [q]
    },
  })
  const run = { step: () => {}, signal: controller.signal } as unknown as Run
  return { run, log, ways: { ours: way('ours'), textbook: way('textbook') } }
}

describe('all queries', () => {
  test('are asked of both ways in turn, after a warm-up that does not count', async () => {
    const { run, log, ways: both } = ways()
    await askAll(run, openResults(file), corpus, queries, both)
    expect(log.slice(0, 8).filter((each) => each.startsWith('ours'))).toEqual([
      'ours d',
      'ours a',
      'ours b',
      'ours c',
    ])
    expect(log.slice(8)).toEqual([
      'ours d',
      'textbook d',
      'ours a',
      'textbook a',
      'textbook b',
      'ours b',
      'ours c',
      'textbook c',
    ])
    const asked = askedOf(openResults(file), corpus, queries)
    expect(asked.map(({ query, answers }) => [query.q, answers.ours.rank, answers.textbook.rank])).toEqual([
      ['d', 1, 1],
      ['a', 1, 1],
      ['b', 1, 1],
      ['c', 1, 1],
    ])
  })

  test('that were answered before an interruption are not asked again', async () => {
    const first = ways(12)
    await expect(askAll(first.run, openResults(file), corpus, queries, first.ways)).rejects.toThrow()
    expect(askedOf(openResults(file), corpus, queries).map(({ query }) => query.q)).toEqual(['d', 'a'])
    const second = ways()
    await askAll(second.run, openResults(file), corpus, queries, second.ways)
    expect(second.log.slice(8)).toEqual(['textbook b', 'ours b', 'ours c', 'textbook c'])
    const third = ways()
    await askAll(third.run, openResults(file), corpus, queries, third.ways)
    expect(third.log).toEqual([])
  })

  test('prove nothing when the textbook fails', async () => {
    const { run, ways: both } = ways()
    const failing = { ...both, textbook: { ask: () => Promise.reject(new Error('no such table')) } }
    await expect(askAll(run, openResults(file), corpus, queries, failing)).rejects.toThrow(
      'The textbook search fails, and proves nothing: no such table.',
    )
  })
})

test('the slowest are asked five times again', async () => {
  const { run, log, ways: both } = ways()
  const asked = queries.map((query, place) => ({ query, answer: { ms: place, rank: 1, hits: 1 } }))
  const slow = await askSlowestAgain(run, both.ours, asked)
  expect(slow.map(({ q }) => q).sort()).toEqual(['a', 'b', 'c', 'd'])
  expect(log.slice(0, 6)).toEqual([...Array(5).fill('ours d'), 'ours c'])
  expect(slow.map(({ ms }) => ms)).toEqual(slow.map(({ ms }) => ms).toSorted((a, b) => b - a))
})
