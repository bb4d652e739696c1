import { parse } from 'csv-parse/sync'
import { type Dialect, parserOptions } from './records.ts'

const SEPARATORS = [';', ',', '\t'] as const
/** The number of rows that decide. */
const SAMPLE_ROWS = 30

/**
 * Detects the dialect from the beginning of a file: the separator that gives the most columns to the most rows, with respect
 * to quotes, so that neither titles nor commas in a text mislead.
 */
export function detectDialect(beginning: string): Dialect {
  const lineEnds = beginning.includes('\n') ? ['\r\n', '\n'] : ['\r']
  const dialects = SEPARATORS.map((separator) => ({ separator, lineEnds }))
  const votes = dialects.map((dialect) => vote(columnCounts(beginning, dialect)))
  return dialects[votes.indexOf(Math.max(...votes))] ?? { separator: ';', lineEnds }
}

/** Returns the number of columns of each of the first rows. */
function columnCounts(beginning: string, dialect: Dialect): number[] {
  const counts: number[] = []
  const count = (record: string[]): null => {
    counts.push(record.length)
    return null
  }
  try {
    parse(beginning, { ...parserOptions(dialect), to: SAMPLE_ROWS, on_record: count })
  } catch {
    // The beginning ends within quotes, or has another dialect: the rows before that count.
  }
  return counts
}

/** Rows with the same number of columns vote for their separators; a single row has almost no vote. */
function vote(counts: readonly number[]): number {
  const rowsWith = new Map<number, number>()
  for (const count of counts) {
    rowsWith.set(count, (rowsWith.get(count) ?? 0) + 1)
  }
  const votes = [...rowsWith].map(([count, rows]) => (count - 1) * (rows - 1 + rows / 1000))
  return Math.max(0, ...votes)
}
