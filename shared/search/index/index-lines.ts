import { type CopyValue, copyLine } from '../../db/copy-text.ts'
import { type NameEntry, wordEntry } from './name-entry.ts'

/** The number of lines in a chunk of a COPY. The server stores one chunk while this process builds the next. */
const CHUNK = 500

/** Yields the COPY lines of rows in chunks. */
export function* linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => string): Generator<string> {
  for (let at = 0; at < rows.length; at += CHUNK) {
    yield rows
      .slice(at, at + CHUNK)
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

/** Returns the COPY line of a word. `before` has the values of the preceding columns. */
export function wordLine(text: string, before: readonly CopyValue[] = []): string {
  const { word, sound, deletions } = wordEntry(text)
  return copyLine([...before, word, sound, array(deletions)])
}
