import { InvalidArgumentError } from 'commander'

const MOST_MARKS = 10_000_000

/** A number of seconds or of rounds. */
export function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new InvalidArgumentError('It is a whole number from 1 to 9999.')
  }
  return Number(text)
}

/** A number of searches. */
export function readSearches(text: string): number {
  if (!/^[1-9]\d{1,6}$/.test(text)) {
    throw new InvalidArgumentError('It is a whole number from 10 to 9999999.')
  }
  return Number(text)
}

/** The size of a corpus. */
export function readMarks(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text) || Number(text) > MOST_MARKS) {
    throw new InvalidArgumentError(`It is a whole number from 1 to ${MOST_MARKS}, in digits alone.`)
  }
  return Number(text)
}
