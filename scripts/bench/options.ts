import { InvalidArgumentError } from 'commander'

const MOST_MARKS = 5_000_000

/** A number of seconds or of rounds. */
export function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new InvalidArgumentError('It is a whole number from 1 to 9999.')
  }
  return Number(text)
}

/** The size of a corpus. */
export function readMarks(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > MOST_MARKS) {
    throw new InvalidArgumentError(`It is a whole number from 1 to ${MOST_MARKS}, in digits alone.`)
  }
  return Number(text)
}
