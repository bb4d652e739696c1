import { createReadStream } from 'node:fs'
import type { Database } from '../shared/db/database.ts'

const sql = (text: string) => ({ text, parameters: [] })

/** A line is one value, whatever is in it: neither the separator nor the quote is in any text. */
const COPY = sql(`copy bench_line from stdin with (format csv, delimiter e'\\x01', quote e'\\x02')`)

/**
 * Copies the lines of a text file into a table without an index or a log: the least that any loader costs here.
 *
 * @returns how many seconds that took
 */
export async function bareCopy(owner: Database, path: string, signal: AbortSignal): Promise<number> {
  await owner.query(sql('create unlogged table bench_line (line text)'))
  const startedAt = performance.now()
  await owner.copyIn(COPY, createReadStream(path, 'utf8'), signal)
  const seconds = (performance.now() - startedAt) / 1_000
  await owner.query(sql('drop table bench_line'))
  return seconds
}
