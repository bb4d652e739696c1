import type { SheetRow } from '../../formats/sheet.ts'
import { SyncError } from '../../sync-error.ts'
import { memoize } from '../../text/memoize.ts'
import { meaningOfWords } from '../../values/office-words.ts'
import { isPlaceholder } from '../../values/placeholders.ts'
import { quote } from '../../values/quote.ts'
import { textOf } from '../../values/read-value.ts'
import type { FoundColumns } from './columns.ts'
import { headerOf } from './header-words.ts'

const MOST_WORDS = 1000
const meaningOf = memoize(meaningOfWords, MOST_WORDS)

/**
 * Detects swapped headers of the columns `estado` and `tipoSigno`. `assertFew` throws SyncError `headers_missing` if more than
 * half of the filled cells in one column are known values of the other column.
 */
export function swappedWords({ at }: FoundColumns): { add(row: SheetRow): void; assertFew(): void } {
  const counts = (['estado', 'tipoSigno'] as const)
    .filter((field) => at[field] >= 0)
    .map((field) => ({ field, filled: 0, swapped: 0 }))
  return {
    add: ({ cells }) => {
      for (const count of counts) {
        const text = textOf(cells[at[count.field]] ?? null)
        count.filled += isPlaceholder(text) ? 0 : 1
        count.swapped += (meaningOf(text) ?? count.field) === count.field ? 0 : 1
      }
    },
    assertFew: () => {
      const wrong = counts.find(({ filled, swapped }) => swapped > filled / 2)
      if (wrong !== undefined) {
        const [status, kind] = [quote(headerOf('estado')), quote(headerOf('tipoSigno'))]
        const [header, words] = wrong.field === 'estado' ? [status, 'kinds of sign'] : [kind, 'statuses']
        const message = `The column ${header} has ${words} in ${wrong.swapped} of its ${wrong.filled} filled rows`
        throw new SyncError(
          'headers_missing',
          `${message}: the headers ${status} and ${kind} may be swapped.`,
        )
      }
    },
  }
}
