import { withoutNationalIds } from './national-ids.ts'

const MAX_LENGTH = 40
/** Enough for a quotation, also where many characters are invisible. */
const MAX_READ = 4 * MAX_LENGTH

/** Quotes the text of a cell for a message: clean, at most 40 characters, and without national id numbers. */
export function quote(text: string): string {
  const shown = [...withoutNationalIds(text.slice(0, MAX_READ))]
  return `"${shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH - 1).join('')}…` : shown.join('')}"`
}
