import { expect } from 'vitest'
import type { Database } from '../../shared/db/database.ts'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { wordsIn } from './one-word-sheet.ts'

/** The word of the registration numbers in each corpus version seen so far. */
const known = new Map<string, string>()

/**
 * Expects that all registration numbers of the corpus begin with the same word, so that they come from one run, and that a
 * corpus version always has the same word. Returns the word.
 */
export async function expectWhole(database: Database, marks: number): Promise<string> {
  const [found] = await rowsOf<{ version: string; names: string[] }>(
    database,
    `select (select version::text from corpus_state) as version,
            (select json_agg(nro_registro) from brand) as names`,
  )
  const { version = '', names = [] } = found ?? {}
  expect(names).toHaveLength(marks)
  const words = wordsIn(names)
  expect(words).toHaveLength(1)
  const [word = ''] = words
  expect(known.get(version) ?? word).toBe(word)
  known.set(version, word)
  return word
}

/** Returns whether a run is active. */
export async function isRunning(database: Database): Promise<boolean> {
  const running = await rowsOf(database, "select from sync_run where status = 'running'")
  return running.length > 0
}
