import { validationError } from '../platform/errors.ts'

const MAX_LENGTH = 64
/** A number that the corpus can hold: a bigint in any case. */
const NUMBER = /^\d{1,18}$/

/**
 * Reads an application number as people write it: dots, outer spaces and leading zeros are dropped, so that
 * `1.241.347` and ` 01241347` are the same mark (docs/decisions.md#requests).
 *
 * @returns its digits, or null for a text that can be no number of the corpus
 * @throws validation_error when nothing, or more than 64 characters, is left
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
