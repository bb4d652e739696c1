import { type CopyValue, copyLine } from '../../db/copy-text.ts'
import { type NameEntry, wordEntry } from './name-entry.ts'

const array = (values: readonly number[]): string => `{${values.join(',')}}`

/** A name as the columns name, weight, shares and sound of a table take it. */
export const nameColumns = ({ name, weight, shares, sound }: NameEntry): CopyValue[] => [
  name,
  weight,
  array(shares),
  sound,
]

/** A word as a row of a table of words takes it, behind the columns that the table has before them. */
export function wordLine(text: string, before: readonly CopyValue[] = []): string {
  const { word, sound, deletions } = wordEntry(text)
  return copyLine([...before, word, sound, array(deletions)])
}
