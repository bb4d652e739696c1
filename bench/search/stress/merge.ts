import { rm } from 'node:fs/promises'
import { spread } from '../../figures.ts'
import { whole } from '../../figures-table.ts'
import { loadSheets } from '../../load-source.ts'
import { writeNewMarks } from '../new-marks.ts'
import { ours, timed } from '../ways.ts'
import type { Place } from './place.ts'

/** Searches while a run adds a large part of a register; times in milliseconds. */
export interface Merge {
  rows: number
  /** Of the whole command. */
  seconds: number
  usual: { p50: number; p95: number }
  meanwhile: { p50: number; p95: number; slowest: number }
  searches: number
  failed: number
  /** The p95 meanwhile against the usual one. */
  slowdown: number
}

const MOST_ROWS = 1_000_000
/** Of a small corpus. */
const SHARE = 1 / 2

/** Asks on and on, one search at a time, from the start of the command to its end. */
export async function measureMerge({ run, database, serving, corpus, queries }: Place): Promise<Merge> {
  const rows = Math.min(MOST_ROWS, Math.ceil(corpus.marks * SHARE))
  run.step(`${corpus.title}: writing ${whole(rows)} more marks`)
  const sheet = await writeNewMarks(run, database.owner, rows)
  const way = ours(serving)
  const usual: number[] = []
  for (const query of queries) usual.push((await timed(way, query)).ms)
  run.step(`${corpus.title}: searching while ${whole(rows)} marks are merged`)
  let ended = false
  const loading = loadSheets(run, database, { files: [sheet] }).finally(() => {
    ended = true
  })
  loading.catch(() => {}) // awaited below
  const meanwhile: number[] = []
  let failed = 0
  while (!ended) {
    run.signal.throwIfAborted()
    const answer = await timed(way, queries[meanwhile.length % queries.length] ?? fail())
    meanwhile.push(answer.ms)
    if (answer.failed !== undefined) failed += 1
  }
  const { seconds } = await loading
  await rm(sheet)
  const [before, during] = [spread(usual), spread(meanwhile)]
  return {
    rows,
    seconds,
    usual: { p50: before.p50, p95: before.p95 },
    meanwhile: { p50: during.p50, p95: during.p95, slowest: during.slowest },
    searches: meanwhile.length,
    failed,
    slowdown: during.p95 / before.p95,
  }
}

function fail(): never {
  throw new Error('there is nothing to search for')
}
