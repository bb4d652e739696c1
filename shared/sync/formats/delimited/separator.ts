import { parse } from 'csv-parse/sync'
import { SyncError } from '../../sync-error.ts'
import { type Dialect, parserOptions } from './records.ts'

const SEPARATORS = [';', ',', '\t', '|'] as const
const SAMPLE_ROWS = 30

/**
 * Detects the dialect from the beginning of a file. Returns the dialect with the highest score (see `vote`).
 *
 * @throws SyncError `not_a_sheet` for columns that are aligned with spaces
 */
export function detectDialect(beginning: string): Dialect {
  const lineEnds = beginning.includes('\n') ? ['\r\n', '\n'] : ['\r']
  const dialects = SEPARATORS.flatMap((separator) =>
    escapesIn(beginning).map((quoteEscape): Dialect => ({ separator, lineEnds, quoteEscape })),
  )
  const votes = dialects.map((dialect) => vote(columnCounts(beginning, dialect)))
  const most = Math.max(...votes)
  rejectFixedWidth(beginning, most)
  return dialects[votes.indexOf(most)] ?? { separator: ';', lineEnds, quoteEscape: '"' }
}

/** Matches a doubled quote next to a character of a cell. The empty cell in `;"";` does not match. */
const DOUBLED = /[^;,|\t\r\n"]""|""[^;,|\t\r\n"]/

/** Returns the possible escapes of quotes, the more likely escape first. */
function escapesIn(beginning: string): Dialect['quoteEscape'][] {
  if (!beginning.includes('\\"')) {
    return ['"']
  }
  return DOUBLED.test(beginning.replaceAll('\\"', '')) ? ['"', '\\'] : ['\\', '"']
}

/** Matches a line with at least three columns, separated by two or more spaces. */
const ALIGNED = /\S {2,}\S.*\S {2,}\S/
const MIN_ALIGNED = 3
const MIN_ALIGNED_SHARE = 0.8

function rejectFixedWidth(beginning: string, votes: number): void {
  const lines = beginning.split(/[\r\n]+/, SAMPLE_ROWS).filter((line) => line.trim() !== '')
  const aligned = lines.filter((line) => ALIGNED.test(line)).length
  const isAligned = aligned >= MIN_ALIGNED && aligned >= lines.length * MIN_ALIGNED_SHARE
  if (isAligned && votes < lines.length / 2) {
    throw new SyncError(
      'not_a_sheet',
      'The columns of the file are aligned with spaces (fixed width), without separators: save it as .csv or .xlsx.',
    )
  }
}

function columnCounts(beginning: string, dialect: Dialect): number[] {
  const counts: number[] = []
  const count = (record: string[]): null => {
    counts.push(record.length)
    return null
  }
  try {
    parse(beginning, { ...parserOptions(dialect), to: SAMPLE_ROWS, on_record: count })
  } catch {
    // The beginning of a file may end within quotes. The rows before the error still count.
  }
  return counts
}

/**
 * Returns the score of a dialect. The score increases with the number of columns, and with the number of rows that have as many
 * columns. A single row, such as a title, counts almost nothing.
 */
function vote(counts: readonly number[]): number {
  const rowsWith = new Map<number, number>()
  for (const count of counts) {
    rowsWith.set(count, (rowsWith.get(count) ?? 0) + 1)
  }
  const votes = [...rowsWith].map(([count, rows]) => (count - 1) * (rows - 1 + rows / 1000))
  return Math.max(0, ...votes)
}
