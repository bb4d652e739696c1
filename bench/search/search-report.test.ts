import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { madeUpCorpus } from './corpus.ts'
import { openResults, type Results } from './results.ts'
import { searchReport } from './search-report.ts'

let folder: string
let results: Results
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'search-report-'))
  results = openResults(join(folder, 'results.jsonl'))
})
afterEach(() => rm(folder, { recursive: true }))

function measured(marks: number, ms: number): void {
  const id = `marks-${marks}`
  const built = { seconds: 1, megabytes: 2, peakMegabytes: 3, slowestMeanwhile: 4 }
  results.put(`${id}/queries`, [{ kind: 'no hit', q: 'xq', wanted: null, filters: {} }])
  results.put(`${id}/asked/no hit/0`, {
    ours: { ms, rank: null, hits: 0 },
    textbook: { ms: ms * 10, rank: null, hits: 0 },
  })
  results.put(`${id}/built`, { ours: built, textbook: { ...built, slowestMeanwhile: null } })
  results.put(`${id}/settings`, { fsync: 'on' })
  results.put(`${id}/day`, { marks: 5_000, seconds: 2, sought: 20, found: 20 })
  results.put(`${id}/done`, 'now')
}

test('a report is of the corpora of the run; sizes of other runs are in its chart and its data', () => {
  measured(1_000, 1)
  measured(10_000, 2)
  measured(100_000, 4)
  const corpora = [madeUpCorpus(10_000, null)]
  const { facts, tables, data, chart } = searchReport({ results, corpora, real: null, resumed: 'noon' })
  expect(facts).toMatchObject({
    corpora: '10,000 marks',
    'real names': 'not there: what needs them is not measured here',
    resumed: 'went on with the run that began at noon',
    earlier: '1,000 marks; 100,000 marks: measured by another run',
    fsync: 'on',
  })
  expect(Object.keys(tables)).toEqual(['marks-10000', 'building', 'stress'])
  expect(tables['marks-10000']?.rows).toEqual([
    expect.objectContaining({ kind: 'no hit', queries: 1 }),
    expect.objectContaining({ kind: 'mixed', queries: 1 }),
  ])
  expect(tables.stress?.lines[1]).toEqual(["a day's changes", '20 of 20 found at its commit, 2.0 s in all'])
  expect(data).toMatchObject({
    measured: [{ corpus: { marks: 10_000 } }, {}, { corpus: { marks: 100_000 } }],
  })
  expect(chart?.match(/<circle/g)?.length).toBe(6)
})

test('what another run has not measured to its end is in no chart', () => {
  measured(1_000, 1)
  measured(10_000, 2)
  results.forget('marks-10000/done')
  const { facts, chart } = searchReport({
    results,
    corpora: [madeUpCorpus(1_000, null)],
    real: null,
    resumed: undefined,
  })
  expect([facts.earlier, facts.resumed]).toEqual([undefined, undefined])
  expect(chart?.match(/<circle/g)?.length).toBe(2)
})
