import { ALIGNMENTS, type Alignment, type PageColumn, type PlacedColumn, placeCells } from './place-cells.ts'

/** A column of a table on a page. */
export interface ColumnOfPage extends PageColumn {
  page: number
  column: number
}

/** One way to assign the cells of each column of each page to the rows of the table. */
export interface Placement {
  /** True if large vertical shifts of the columns are allowed (see `placeCells`). */
  canShift: boolean
  /** The number of texts that are in no row. */
  left: number
  /** Returns, for each column of each page, the cells with their rows. */
  cells: () => ReadonlyMap<ColumnOfPage, PlacedColumn['cells']>
}

/**
 * Yields the possible placements, each with an alignment (`top`, `middle` or `bottom`) for each column. The best alignment leaves
 * the fewest texts without a row. First come the placements with the same alignment for all columns, the best one first. If the
 * columns differ in their best alignment, the placement in which each column has its own best alignment follows. Then come the
 * placements with large shifts, in the same order.
 *
 * @param columns for each column, its texts and rows on each page
 */
export function* placements(columns: readonly (readonly ColumnOfPage[])[]): Generator<Placement> {
  for (const canShift of [false, true]) {
    const place =
      (alignments: readonly Alignment[]) => (): ReadonlyMap<ColumnOfPage, PlacedColumn['cells']> => {
        const placed = columns.map((pages, index) => placeCells(pages, alignments[index] ?? 'top', canShift))
        return new Map(
          columns.flatMap((pages, index) =>
            pages.map((page, at) => [page, placed[index]?.[at]?.cells ?? []]),
          ),
        )
      }
    const left = columns.map((pages) =>
      ALIGNMENTS.map((alignment) => sumOf(placeCells(pages, alignment, canShift).map((page) => page.left))),
    )
    const alike = ALIGNMENTS.map((alignment, at) => ({
      alignments: columns.map(() => alignment),
      left: sumOf(left.map((counts) => counts[at] ?? 0)),
    })).sort((a, b) => a.left - b.left)
    const best = left.map((counts) => ALIGNMENTS[counts.indexOf(Math.min(...counts))] as Alignment)
    const mixed = { alignments: best, left: sumOf(left.map((counts) => Math.min(...counts))) }
    for (const each of new Set(best).size > 1 ? [...alike, mixed] : alike) {
      yield { canShift, left: each.left, cells: place(each.alignments) }
    }
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
