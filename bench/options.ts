import { InvalidArgumentError } from 'commander'
import { number } from '../scripts/table.ts'
import { didYouMean } from '../shared/did-you-mean.ts'

const MOST_MARKS = 10_000_000

/** A part, added to those that were named before it. */
export const readPart =
  (parts: readonly string[]) =>
  (text: string, named: readonly string[] = []): string[] => {
    if (!parts.includes(text)) {
      const meant = didYouMean(text, parts)
      throw new InvalidArgumentError(
        `${meant === undefined ? '' : `Did you mean ${meant}? `}The parts are ${parts.join(', ')}.`,
      )
    }
    return [...named, text]
  }

/** A number of seconds or of rounds. */
export function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 9,999.')
  }
  return Number(text)
}

/** A number of searches. */
export function readSearches(text: string): number {
  if (!/^[1-9]\d{1,6}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number from 10 to 9,999,999.')
  }
  return Number(text)
}

/** The size of a corpus. */
export function readMarks(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text) || Number(text) > MOST_MARKS) {
    throw new InvalidArgumentError(
      `It must be a whole number from 1 to ${number(MOST_MARKS)}, in digits alone.`,
    )
  }
  return Number(text)
}
