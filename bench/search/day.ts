import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { committedVersion } from '../committed-version.ts'
import { dice } from '../corpus/random.ts'
import { loadSheets } from '../load-source.ts'
import type { Run } from '../part.ts'
import type { Corpus } from './corpus.ts'
import type { KeptDatabase } from './kept-database.ts'
import { writeNewMarks } from './new-marks.ts'
import { rankOf, type Way } from './ways.ts'

/** What one day brings, at most. */
const MARKS = 5_000
const SOUGHT = 20
const PAUSE_MS = 10
const SEED = 20_260_815
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** What came of a day's changes. */
export interface Day {
  marks: number
  /** Of the whole command, in seconds. */
  seconds: number
  sought: number
  /** How many of the new marks were found as soon as the run had committed. */
  found: number
}

/** Loads a day's new marks by the command, and looks for some in the moment in which the corpus is a new one. */
export async function measureDay(run: Run, database: KeptDatabase, corpus: Corpus, ours: Way): Promise<Day> {
  run.step(`${corpus.title}: loading a day's changes`)
  const names = newNames()
  const sheet = await writeNewMarks(run, database.owner, MARKS, names)
  const before = await committedVersion(database.owner)
  const loading = loadSheets(run, database, { files: [sheet] })
  let ended = false
  const end = loading.finally(() => {
    ended = true
  })
  end.catch(() => {}) // awaited below
  while (!ended && (await committedVersion(database.owner)) === before) await sleep(PAUSE_MS)
  let found = 0
  for (const q of names) {
    const hits = await ours.ask({ kind: 'identical', q, wanted: q, filters: {} })
    if (rankOf(q, hits) !== null) found += 1
  }
  const { seconds } = await end
  await rm(sheet)
  return { marks: MARKS, seconds, sought: names.length, found }
}

/** Names that no mark has. */
function newNames(): string[] {
  const { pick } = dice(SEED)
  return Array.from({ length: SOUGHT }, () => Array.from({ length: 14 }, () => pick(LETTERS)).join(''))
}
