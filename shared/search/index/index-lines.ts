import { type CopyValue, copyLine } from '../../db/copy-text.ts'
import { type NameEntry, wordEntry } from './name-entry.ts'

/** Lines of a piece of a COPY: the server stores one piece while the next one is made. */
const PIECE = 500

/** Yields the lines of some rows for COPY, in pieces. */
export function* linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => string): Generator<string> {
  for (let at = 0; at < rows.length; at += PIECE) {
    yield rows
      .slice(at, at + PIECE)
      .map(lineOf)
      .join('')
  }
}

const array = (values: readonly number[]): string => `{${values.join(',')}}`

/** Returns the values of the columns name, weight, shares and sound, for COPY. */
export const nameColumns = ({ name, weight, shares, sound }: NameEntry): CopyValue[] => [
  name,
  weight,
  array(shares),
  sound,
]

/** Returns a row of a table of words, for COPY. `before` are the values of the columns before the word. */
export function wordLine(text: string, before: readonly CopyValue[] = []): string {
  const { word, sound, deletions } = wordEntry(text)
  return copyLine([...before, word, sound, array(deletions)])
}
