import { type TextLine, textOfLine } from '../../formats/pdf/text-lines.ts'
import { SyncError } from '../../sync-error.ts'
import { quote } from '../../values/quote.ts'
import { statedCount } from '../../values/stated-count.ts'
import type { RawEntry } from './raw-entry.ts'

/**
 * Rejects an edition if it has fewer entries than a printed total states. A total before the first entry counts
 * all entries of the edition. Any other total counts either all entries before it, or only the entries between the
 * previous total and it.
 *
 * @throws SyncError `layout_unknown`
 */
export function assertTotals(lines: readonly TextLine[], entries: readonly RawEntry[]): void {
  let before = 0
  for (const line of lines) {
    const stated = statedCount(textOfLine(line))
    const soFar = entries.filter(({ rowNumber }) => rowNumber < line.number).length
    if (stated === undefined) {
      continue
    }
    if (soFar === 0) {
      if (stated > entries.length) {
        throw missing(line, `${entries.length} entries`)
      }
      continue
    }
    if (stated > soFar - before && stated !== soFar && soFar > before) {
      throw missing(line, `${soFar - before} entries above it`)
    }
    before = soFar
  }
}

const missing = (total: TextLine, entries: string): SyncError =>
  new SyncError(
    'layout_unknown',
    `Page ${total.page} states ${quote(textOfLine(total))}, but there are ${entries}: entries may be missing.`,
  )
