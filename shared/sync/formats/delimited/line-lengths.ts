import { SyncError } from '../../sync-error.ts'

// The longest lines of a file count as cut off if the conditions of the following constants are true.
/** The minimum length of the longest lines. Shorter lines may have equal lengths by chance. */
const MIN_LENGTH = 80
/** The minimum number of longest lines. */
const MIN_LINES = 8
/** There are more than MIN_GROWTH times as many longest lines as lines of any compared length (see COMPARED). */
const MIN_GROWTH = 2
/** The last cells of the longest lines have at least this many different lengths. If columns are padded, they have only one. */
const MIN_ENDS = 4
/** The number of compared lengths. They are directly below the maximum length: 99 to 90 if the maximum is 100. */
const COMPARED = 10

/**
 * Returns a counter of line lengths. A length does not include quotes. `assertNotCut` throws SyncError `cut_off` if too many
 * lines have the maximum length: a program has then cut off longer lines.
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
