import type { ErrorDetail } from '../../schemas/error.ts'
import { validationError } from '../platform/errors.ts'

const MAX_LENGTH = 64
/** Matches numbers of at most 18 digits, because the corpus stores numbers as bigint. */
const NUMBER = /^\d{1,18}$/

/**
 * Parses an application number. `1.241.347` and ` 01241347` are the same number (docs/decisions.md#requests).
 *
 * @returns the digits, or null if the corpus cannot store the text as a number
 * @throws validation_error if the text is empty or too long
 */
export function readApplicationNumber(text: string): string | null {
  const number = withoutSigns(text)
  const mistakes = mistakesOfNumber('nroSolicitud', number)
  if (mistakes.length > 0) {
    throw validationError(mistakes)
  }
  return inCorpus(number)
}

/** Removes dots, outer spaces and leading zeros. */
export const withoutSigns = (text: string): string =>
  text
    .trim()
    .replaceAll('.', '')
    .trim()
    .replace(/^0+(?=.)/, '')

/** Parses a registration number: `1.234` -> `1234`. A text with letters keeps dots and zeros. */
export function readRegistrationNumber(text: string): string {
  const trimmed = text.replaceAll(/\p{Cc}/gu, ' ').trim()
  return /^[\d.\s]+$/.test(trimmed) ? withoutSigns(trimmed) : trimmed
}

/** Returns `number` (from `withoutSigns`), or null if the corpus cannot store it. */
export const inCorpus = (number: string): string | null => (NUMBER.test(number) ? number : null)

/** Returns an error if the parsed `number` is empty or longer than 64 characters. */
export const mistakesOfNumber = (field: string, number: string): ErrorDetail[] =>
  number === '' || [...number].length > MAX_LENGTH
    ? [{ field, reason: `must have 1 to ${MAX_LENGTH} characters, without counting dots and leading zeros` }]
    : []
