import { ALIGNMENTS, type Alignment, type PageColumn, type PlacedColumn, placeCells } from './place-cells.ts'

export interface ColumnOfPage extends PageColumn {
  page: number
  column: number
}

/** A way to assign the texts of a table to rows. */
export interface Placement {
  /** True if columns may be shifted far up or down (see `placeCells`). */
  canShift: boolean
  /** The number of texts without a row. */
  unplaced: number
  /** Returns the cells of each column on each page. */
  cells: () => ReadonlyMap<ColumnOfPage, PlacedColumn['cells']>
}

/**
 * Yields the possible placements in this order (the best alignment leaves the fewest texts without a row):
 *
 * 1. the placements with one alignment for all columns, the best alignment first;
 * 2. the placement with the best alignment of each column;
 * 3. the placements of steps 1 and 2 with large shifts.
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
    const unplaced = columns.map((pages) =>
      ALIGNMENTS.map((alignment) =>
        sumOf(placeCells(pages, alignment, canShift).map((page) => page.unplaced)),
      ),
    )
    const alike = ALIGNMENTS.map((alignment, at) => ({
      alignments: columns.map(() => alignment),
      unplaced: sumOf(unplaced.map((counts) => counts[at] ?? 0)),
    })).sort((a, b) => a.unplaced - b.unplaced)
    const best = unplaced.map((counts) => ALIGNMENTS[counts.indexOf(Math.min(...counts))] as Alignment)
    const mixed = { alignments: best, unplaced: sumOf(unplaced.map((counts) => Math.min(...counts))) }
    for (const each of new Set(best).size > 1 ? [...alike, mixed] : alike) {
      yield { canShift, unplaced: each.unplaced, cells: place(each.alignments) }
    }
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
