import { parse } from 'csv-parse/sync'
import { type Form, parserOptions } from './records.ts'

const SEPARATORS = [';', ',', '\t'] as const
/** Rows that are looked at. */
const SAMPLE_ROWS = 30

/**
 * Finds how records are written from a file's beginning: the separator is the one that gives the most columns to
 * the most rows, quotes minded, so that neither titles nor commas in a text mislead.
 */
export function findForm(beginning: string): Form {
  const lineEnds = beginning.includes('\n') ? ['\r\n', '\n'] : ['\r']
  const forms = SEPARATORS.map((separator) => ({ separator, lineEnds }))
  const votes = forms.map((form) => vote(columnCounts(beginning, form)))
  return forms[votes.indexOf(Math.max(...votes))] ?? { separator: ';', lineEnds }
}

/** How many columns each of the first rows would have. */
function columnCounts(beginning: string, form: Form): number[] {
  const counts: number[] = []
  const count = (record: string[]): null => {
    counts.push(record.length)
    return null
  }
  try {
    parse(beginning, { ...parserOptions(form), to: SAMPLE_ROWS, on_record: count })
  } catch {
    // The beginning ends within quotes, or is no such text at all: the rows before count.
  }
  return counts
}

/** Rows that agree on their separators count for all but the first of them: one row alone agrees with nobody. */
function vote(counts: readonly number[]): number {
  const rowsWith = new Map<number, number>()
  for (const count of counts) {
    rowsWith.set(count, (rowsWith.get(count) ?? 0) + 1)
  }
  const votes = [...rowsWith].map(([count, rows]) => (count - 1) * (rows - 1 + rows / 1000))
  return Math.max(0, ...votes)
}
