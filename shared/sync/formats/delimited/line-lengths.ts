import { SyncError } from '../../sync-error.ts'

/** The minimum length of cut lines: programs cut at 80 characters or more, and shorter lines may be equally long by chance. */
const MIN_LENGTH = 80
/** The minimum number of lines of the maximum length that indicates a cut, if each shorter length is MIN_GROWTH times rarer. */
const MIN_LINES = 8
const MIN_GROWTH = 2
/** The minimum number of different lengths of the last cell in cut lines; in padded lines, the last cell has one length. */
const MIN_ENDS = 4
/** The number of shorter lengths that are compared. */
const COMPARED = 10

/**
 * Returns a count of the lines of a delimited text by their length, without quotes. `assertNotCut` throws SyncError `cut_off`
 * if far more lines have the longest length than each shorter one: the program that wrote them truncated longer lines.
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
        const where = `${count} lines, such as line ${first}, have ${longest} characters without quotes, and none has more`
        throw new SyncError('cut_off', `${where}: longer lines were cut off.`)
      }
    },
  }
}
