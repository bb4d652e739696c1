import { LIMITS } from './limits.ts'
import { tooLarge } from './workbook-error.ts'

/** An escaped character takes seven. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g
const LONGEST_ESCAPED = LIMITS.cellCharacters * 7

/**
 * The text that stands in a cell for what the XML has: Excel writes characters that XML cannot hold as
 * `_x000D_`, by their UTF-16 code, and an underscore that would look like one of these as `_x005F_`.
 */
export function cellText(raw: string): string {
  const text = raw.includes('_x') ? raw.replaceAll(ESCAPED, fromHex).toWellFormed() : raw
  if (text.length > LIMITS.cellCharacters) {
    throw tooLong()
  }
  return text
}

/** Adds a piece to the XML's text of a cell, which comes in many where it is formatted. */
export function appendText(raw: string, piece: string): string {
  if (raw.length + piece.length > LONGEST_ESCAPED) {
    throw tooLong()
  }
  return raw + piece
}

const fromHex = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16))

const tooLong = (): Error => tooLarge(`a cell has more than ${LIMITS.cellCharacters} characters`)
