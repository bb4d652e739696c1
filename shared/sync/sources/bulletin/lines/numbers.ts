import type { TextLine } from '../../../formats/pdf/text-lines.ts'

/** The minimum number of digits of an application number; shorter numbers are page numbers, item numbers or years. */
const MIN_DIGITS = 5
const NUMBER_LIKE = /^(?:N[°º]\s*)?(?<number>\d[\w.,-]*)(?=\s|$)/u
/** A text that consists only of a number with spaces in it: `154 0466`. */
const SPACED = /^\d{1,4}(?: \d{1,4}){1,5}$/
const DAY = /^\d{1,4}[-.]\d{1,2}[-.]\d{1,4}$/

/** Returns the number at the start of a text if it looks like an application number. The number may be invalid. */
export function leadingNumber(text: string): string | undefined {
  const number = SPACED.test(text) ? text : NUMBER_LIKE.exec(text)?.groups?.number
  const digits = number?.replace(/\D/g, '').length ?? 0
  return number !== undefined && digits >= MIN_DIGITS && !DAY.test(number) ? number : undefined
}

/** Returns the number at the start of a line (see `leadingNumber`). */
export const numberAtStart = ({ pieces }: Pick<TextLine, 'pieces'>): string | undefined =>
  leadingNumber(pieces[0]?.text ?? '')

/** Returns whether a text consists only of an application number. */
export const isPlainNumber = (text: string): boolean => /^\d{1,3}(?:\.\d{3}){1,4}$|^\d{5,18}$/.test(text)
