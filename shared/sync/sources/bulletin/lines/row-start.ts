import type { TextLine } from '../../../formats/pdf/text-lines.ts'

/** Fewer digits are a page, an item or a year. */
const MIN_DIGITS = 5
const NUMBER_LIKE = /^(?:N[°º]\s*)?(?<number>\d[\w.,-]*)(?=\s|$)/u
const DAY = /^\d{1,4}[-.]\d{1,2}[-.]\d{1,4}$/
/** Share of the font size: shorter numbers may start this far to the right. */
const SAME_COLUMN = 2.5
const LEFTMOST = 0.05

/** Returns the text at the start of a line that looks like an application number, valid or not; undefined for others. */
export function numberAtStart({ pieces }: Pick<TextLine, 'pieces'>): string | undefined {
  const number = NUMBER_LIKE.exec(pieces[0]?.text ?? '')?.groups?.number
  const digits = number?.replace(/\D/g, '').length ?? 0
  return number !== undefined && digits >= MIN_DIGITS && !DAY.test(number) ? number : undefined
}

/** Returns whether a text is only an application number. */
export const isPlainNumber = (text: string): boolean => /^\d{1,3}(?:\.\d{3}){1,4}$|^\d{5,18}$/.test(text)

/** Returns the lines that start a row: with a number in the leftmost column. A number to the right of it is part of a wrapped name. */
export function rowStarts(lines: readonly TextLine[]): Set<TextLine> {
  const candidates = lines.filter((line) => numberAtStart(line) !== undefined)
  const places = candidates.map(leftOf).sort((a, b) => a - b)
  const left = places[Math.floor(places.length * LEFTMOST)] ?? 0
  return new Set(candidates.filter((line) => Math.abs(leftOf(line) - left) <= SAME_COLUMN * line.size))
}

const leftOf = ({ pieces }: TextLine): number => pieces[0]?.x ?? 0
