import { type CopyValue, copyLine } from '../../db/copy-text.ts'
import { type NameEntry, wordEntry } from './name-entry.ts'

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
