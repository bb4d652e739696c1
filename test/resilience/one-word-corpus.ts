import { expect } from '@jest/globals'
import type { Database } from '../../shared/db/database.ts'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { wordsIn } from './one-word-sheet.ts'

/** By what word the marks of each version are called, as far as it was seen. */
const known = new Map<string, string>()

/**
 * Expects that a corpus which has its marks from sheets of one word is all of one run, and that the same version of it is
 * always of the same run; returns the word.
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

/** Whether a run goes on. */
export async function isRunning(database: Database): Promise<boolean> {
  const running = await rowsOf(database, "select from sync_run where status = 'running'")
  return running.length > 0
}
