import { cleanText } from './clean-text.ts'

const LONGEST = 40

/** What a cell says, for a sentence: clean, between quotes, at most 40 characters of it. */
export function quote(text: string): string {
  const shown = [...cleanText(text.slice(0, 4 * LONGEST))]
  return `"${shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1).join('')}…` : shown.join('')}"`
}
