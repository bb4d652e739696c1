import { cleanText } from '../text/clean-text.ts'
import { withoutNationalIds, withSeenHyphens } from './national-ids.ts'

const LONGEST = 40
/** Enough to fill a quotation, also where much of it is invisible. */
const LOOKED_AT = 4 * LONGEST

/** What a cell says, for a sentence: clean, between quotes, at most 40 characters, and no national id number. */
export function quote(text: string): string {
  const shown = [...withoutNationalIds(cleanText(withSeenHyphens(text.slice(0, LOOKED_AT))))]
  return `"${shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1).join('')}…` : shown.join('')}"`
}
