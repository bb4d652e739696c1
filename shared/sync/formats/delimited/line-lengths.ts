import { SyncError } from '../../sync-error.ts'

/** The minimum length of cut lines. Shorter lines may have equal lengths by chance. */
const MIN_LENGTH = 80
/** The minimum number of cut lines. */
const MIN_LINES = 8
/** In a cut text, the maximum length is more than twice as frequent as each of the `COMPARED` lengths below it. */
const MIN_GROWTH = 2
/** The last cells of cut lines have at least this number of different lengths. In padded lines, they all have the same length. */
const MIN_ENDS = 4
/** The number of lengths, directly below the maximum length, that are compared with it. */
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
        const where = `${count} lines, such as line ${first}, have ${longest} characters without quotes, and no line has more`
        throw new SyncError('cut_off', `${where}: longer lines were cut off.`)
      }
    },
  }
}
