import type { TextLine } from '../../../formats/pdf/text-lines.ts'

/** At least so many digits: what has fewer is a page, an item or a year. */
const FEWEST_DIGITS = 5
const NUMBER_LIKE = /^(?:N[°º]\s*)?(?<number>\d[\w.,-]*)(?=\s|$)/u
const DAY = /^\d{1,4}[-.]\d{1,2}[-.]\d{1,4}$/
/** Parts of the letters' size: numbers of other lengths may begin this far to the right. */
const SAME_COLUMN = 2.5
const LEFTMOST = 0.05

/**
 * What stands at a line's beginning as an application number does, sound or not; undefined where nothing
 * does.
 */
export function numberAtStart({ pieces }: Pick<TextLine, 'pieces'>): string | undefined {
  const number = NUMBER_LIKE.exec(pieces[0]?.text ?? '')?.groups?.number
  const digits = number?.replace(/\D/g, '').length ?? 0
  return number !== undefined && digits >= FEWEST_DIGITS && !DAY.test(number) ? number : undefined
}

/** A text that is an application number and nothing else. */
export const isPlainNumber = (text: string): boolean => /^\d{1,3}(?:\.\d{3}){1,4}$|^\d{5,18}$/.test(text)

/**
 * Which lines start a row of a table: those with a number in the column farthest left. A number farther to
 * the right begins a line of a name that wraps.
 */
export function rowStarts(lines: readonly TextLine[]): Set<TextLine> {
  const candidates = lines.filter((line) => numberAtStart(line) !== undefined)
  const places = candidates.map(leftOf).sort((a, b) => a - b)
  const left = places[Math.floor(places.length * LEFTMOST)] ?? 0
  return new Set(candidates.filter((line) => Math.abs(leftOf(line) - left) <= SAME_COLUMN * line.size))
}

const leftOf = ({ pieces }: TextLine): number => pieces[0]?.x ?? 0
