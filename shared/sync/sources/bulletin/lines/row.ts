import type { TextLine } from '../../../formats/pdf/text-lines.ts'
import type { Fragment } from './columns.ts'

/**
 * A row of a table: the line with its number, its texts by column from top to bottom, and the reason why it cannot be read,
 * null for a readable row.
 */
export interface Row {
  start: TextLine
  texts: (readonly Fragment[])[]
  broken: string | null
}

/** Returns the number of a row. */
export const numberOf = ({ texts }: Row): Fragment => texts[0]?.[0] as Fragment

/** Returns the vertical position of the highest text of a row on the page where the row starts. */
export const topOf = ({ start, texts }: Row): number =>
  Math.min(...texts.flatMap(([first]) => (first?.line.page === start.page ? [first.y] : [])))

/** Returns the lowest text of a row on the page where the row starts. */
export const lowestOf = ({ start, texts }: Row): Fragment | undefined =>
  texts
    .flat()
    .filter(({ line }) => line.page === start.page)
    .sort((a, b) => b.y - a.y)[0]
