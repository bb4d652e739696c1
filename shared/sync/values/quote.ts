import { withoutNationalIds } from './national-ids.ts'

/** The maximum length of a quotation in characters. */
const MAX_LENGTH = 40
/** Only this number of characters is cleaned: more than `MAX_LENGTH`, because cleaning may remove characters. */
const MAX_READ = 4 * MAX_LENGTH

/** Matches from the first to the last quotation mark, because a quoted text may itself contain quotation marks. */
const QUOTATIONS = /:? ?".*"/s

/** Removes the quotations from a reason before it becomes public, because a quoted cell may name a person. */
export const withoutQuotations = (reason: string): string => reason.replace(QUOTATIONS, '')

/** Quotes the text of a cell for a message: clean, at most 40 characters, and without national id numbers. */
export function quote(text: string): string {
  const shown = [...withoutNationalIds(text.slice(0, MAX_READ))]
  return `"${shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH - 1).join('')}…` : shown.join('')}"`
}

/** The minimum number of characters that a quotation shows to the left of the first difference between two texts. */
const SHOWN_BEFORE = 15

/**
 * Quotes a text that differs from another text.
 * If the texts begin alike, the quotation starts a few characters to the left of the first difference.
 */
export function quoteBeside(other: string, text: string): string {
  const isSame = (index: number): boolean => text[index]?.toLowerCase() === other[index]?.toLowerCase()
  let same = 0
  while (same < text.length && isSame(same)) same++
  const start = text.lastIndexOf(' ', same - SHOWN_BEFORE)
  return quote(start > 0 ? `…${text.slice(start)}` : text)
}
