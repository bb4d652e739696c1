import { SyncError } from '../../sync-error.ts'

/** The minimum length of cut lines (cut off at a maximum length). Shorter lines may have equal lengths by chance. */
const MIN_LENGTH = 80
/** The minimum number of cut lines. */
const MIN_LINES = 8
/** The number of cut lines exceeds this multiple of the number of lines with any slightly shorter length. */
const MIN_GROWTH = 2
/** The minimum number of different lengths of the last cells of cut lines. In padded lines, this number is 1. */
const MIN_ENDS = 4
/** The number of lengths directly below the maximum length that count as slightly shorter. */
const COMPARED = 10

/**
 * Returns a counter of line lengths. Quotes do not count. `assertNotCut` throws SyncError `cut_off` if too many lines have the
 * maximum length: then a program has cut longer lines.
 */
export function lineLengths(): { add(record: readonly string[], line: number): void; assertNotCut(): void } {
  const counts = new Map<number, number>()
  let longest = 0
  let first = 0
  let ends = new Set<number>()
  return {
    add: (record, line) => {
      const length = record.reduce((sum, cell) => sum + cell.length, record.length - 1)
      counts.set(length, (counts.get(length) ?? 0) + 1)
      if (length > longest) {
        longest = length
        first = line
        ends = new Set()
      }
      if (length === longest) {
        ends.add(record.at(-1)?.length ?? 0)
      }
    },
    assertNotCut: () => {
      const count = counts.get(longest) ?? 0
      const shorter = Array.from({ length: COMPARED }, (_, place) => counts.get(longest - 1 - place) ?? 0)
      const isFrequent = count >= MIN_LINES && count > Math.max(...shorter) * MIN_GROWTH
      if (longest >= MIN_LENGTH && ends.size >= MIN_ENDS && isFrequent) {
        throw new SyncError(
          'cut_off',
          `Long lines were cut off: ${count} lines, such as line ${first}, have the maximum length ` +
            `of ${longest} characters (not counting quotes).`,
        )
      }
    },
  }
}
