import { validationError } from '../platform/errors.ts'

const MAX_LENGTH = 64
/** A number that the corpus can hold: at most 18 digits fit a bigint. */
const NUMBER = /^\d{1,18}$/

/**
 * Parses an application number as people write it. Dots, outer spaces and leading zeros are removed, so that
 * `1.241.347` and ` 01241347` are the same number (docs/decisions.md#requests).
 *
 * @returns its digits, or null for a text that cannot be a number of the corpus
 * @throws validation_error if the remaining text is empty or longer than 64 characters
 */
export function readApplicationNumber(text: string): string | null {
  const number = text
    .trim()
    .replaceAll('.', '')
    .trim()
    .replace(/^0+(?=.)/, '')
  if (number === '' || [...number].length > MAX_LENGTH) {
    throw validationError([
      {
        field: 'nroSolicitud',
        reason: `must have 1 to ${MAX_LENGTH} characters besides dots and leading zeros`,
      },
    ])
  }
  return NUMBER.test(number) ? number : null
}
