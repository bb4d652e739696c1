import type { TextLine } from '../../../formats/pdf/text-lines.ts'
import type { Fragment } from './columns.ts'
import { lowestOf, type Row, topOf } from './row.ts'

/**
 * A row with an event or a resolution is separate if the gap above it is much larger than the usual gap: more than twice as
 * large, and larger by more than this multiple of the font size.
 */
const APART = 2
/**
 * A row with neither an event nor a resolution may be a footer. It is separate if the gap above it exceeds the usual
 * gap by more than this multiple of the font size.
 */
const EMPTY_APART = 1
/** Two font sizes count as equal if they differ by at most this share. */
const SAME_SIZE = 0.05
/** The assumed gap between rows if no gap can be measured, as a multiple of the font size. */
const LEADING = 1.5

/**
 * Rejects rows that may be footers: rows below a large gap, and rows that have another font size and neither an event nor a
 * resolution.
 *
 * @param headers for each table, the last line of each copy of its header
 */
export function rejectApart(
  tables: readonly (readonly Row[])[],
  headers: readonly (readonly TextLine[])[],
): void {
  const rows = tables.flatMap((table, place) =>
    table.map((row, index) => {
      const above = table[index - 1]
      const end = above && lowestOf(above)
      const top = topOf(row)
      const between = headers[place]?.findLast(({ page, y }) => page === row.start.page && y < top)
      const lowest = Math.max(end?.y ?? 0, between?.y ?? 0)
      const gap = end?.line.page === row.start.page ? top - lowest : undefined
      return { row, gap, isEmpty: !row.texts.flat().some(isEvent) }
    }),
  )
  const full = rows.filter(({ isEmpty }) => !isEmpty)
  const others = full.length === 0 ? rows : full
  const size = medianOf(others.map(({ row }) => row.start.size))
  const usual = medianOf(others.flatMap(({ gap }) => gap ?? [])) ?? LEADING * (size ?? 0)
  for (const { row, gap = 0, isEmpty } of rows) {
    const isSameSize = size === undefined || Math.abs(row.start.size - size) <= SAME_SIZE * size
    const most = usual + (isEmpty ? EMPTY_APART * row.start.size : Math.max(APART * row.start.size, usual))
    if (gap > most || (isEmpty && !isSameSize)) {
      row.broken ??= 'It is separate from the other rows of the table.'
    }
  }
}

const CODE = /^\d{3,4}(?!\S)/

const isEvent = ({ column, role, text }: Fragment): boolean =>
  role === 'resolution' || (role !== 'name' && column > 0 && CODE.test(text))

const medianOf = (numbers: readonly number[]): number | undefined =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
