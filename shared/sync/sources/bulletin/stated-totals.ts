import { type TextLine, textOfLine } from '../../formats/pdf/text-lines.ts'
import { SyncError } from '../../sync-error.ts'
import { quote } from '../../values/quote.ts'
import { statedCount } from '../../values/stated-count.ts'
import type { RawEntry } from './raw-entry.ts'

/**
 * Rejects an edition with a total below more rows than there are: neither of all entries so far, nor of those since the total
 * before, of which there may be one for each page or section.
 *
 * @throws SyncError `layout_unknown`
 */
export function assertTotals(lines: readonly TextLine[], entries: readonly RawEntry[]): void {
  let before = 0
  for (const line of lines) {
    const stated = statedCount(textOfLine(line))
    const soFar = entries.filter(({ rowNumber }) => rowNumber < line.number).length
    if (stated === undefined || soFar === 0) {
      continue
    }
    if (stated > soFar - before && stated !== soFar && soFar > before) {
      const text = quote(textOfLine(line))
      const rows = soFar - before
      throw new SyncError(
        'layout_unknown',
        `Page ${line.page} states ${text}, and there are ${rows} entries above it: some may be missing.`,
      )
    }
    before = soFar
  }
}
