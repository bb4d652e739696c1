import type { TextLine } from '../../../formats/pdf/text-lines.ts'
import type { Fragment } from './columns.ts'

/** A row of a table. */
export interface Row {
  /** The line with the application number. */
  start: TextLine
  /** The texts of the row by column; in each column, from top to bottom. */
  texts: (readonly Fragment[])[]
  /** The reason why the row cannot be read; null for a readable row. */
  broken: string | null
}

/** Returns the text with the application number of a row. */
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
