import type { Reject } from '../run.ts'
import type { Cell } from './cell.ts'
import { quote } from './quote.ts'
import { MAX_REGISTRATION_LENGTH, readDay, readRegistration } from './read-value.ts'

/** A fraction (`1,241`), a number in scientific notation (`1,24E+06`), or a number with a footnote number (`1241000²`). */
const INEXACT = /[\u00b9\u00b2\u00b3\u2070-\u2079]$|^\d+[.,]\d+(?:e[+-]?\d+)?$|^\d+e\+\d+$/i

const isInexact = (number: string): boolean =>
  INEXACT.test(number) || typeof readDay(number, 1900) === 'string'

/**
 * Returns the registration number in a cell or field; null if there is none. Calls `reject` for a text that is too long
 * or has no digit, for a day, and for an inexact number (see `INEXACT`).
 */
export function registrationOf(cell: Cell, reject: Reject): string | null {
  const number = readRegistration(cell)
  if (number === undefined) {
    const wrong = String(cell).length > MAX_REGISTRATION_LENGTH ? 'more than 64 characters' : 'no digit'
    reject(`the registration number has ${wrong}: ${quote(String(cell))}`)
  } else if (number !== null && /\D/.test(number) && isInexact(number)) {
    reject(`the registration number is a day or is not exact: ${quote(String(cell))}`)
  }
  return number ?? null
}
