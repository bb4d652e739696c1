import type { Cell } from '../../values/cell.ts'
import { serialDay } from '../../values/serial-day.ts'
import { LIMITS } from './limits.ts'
import { notASheet, tooLarge } from './workbook-error.ts'

/** The parts of a workbook that its cells refer to. */
export interface CellContext {
  readonly sharedTexts: readonly string[]
  readonly dateStyles: ReadonlySet<string>
  readonly epoch: 1900 | 1904
}

/** A cell in the XML: its type `t`, its style `s`, and the text of its value. */
interface RawCell {
  readonly type: string | undefined
  readonly style: string | undefined
  readonly raw: string
}

/**
 * Returns the value of a cell: the stored result of a formula, and null for an error or an empty text.
 *
 * @throws SyncError `not_a_sheet` for a shared text that the workbook does not have
 */
export function cellValue({ type = 'n', style, raw }: RawCell, context: CellContext): Cell {
  if (raw === '' || type === 'e') {
    return null
  }
  switch (type) {
    case 's':
      return sharedText(raw, context) || null
    case 'b':
      return raw === '1' || raw === 'true' ? 'TRUE' : 'FALSE'
    case 'd':
      return dayOfInstant(raw)
    case 'n':
      return numberOrDay(raw, style, context)
    default:
      return cellText(raw)
  }
}

function sharedText(place: string, { sharedTexts }: CellContext): string {
  const text = sharedTexts[Number(place)]
  if (text === undefined) {
    throw notASheet('a cell of it names a shared text that it does not hold')
  }
  return text
}

/** Returns the day of `2019-06-24T10:30:00`; a time alone, or anything else, stays text. */
const dayOfInstant = (written: string): string =>
  /^(?<day>\d{4}-\d\d-\d\d)(?:T|$)/.exec(written)?.groups?.day ?? cellText(written)

/** Anything but a number stays text. */
function numberOrDay(raw: string, style: string | undefined, { dateStyles, epoch }: CellContext): Cell {
  const number = Number(raw)
  if (!Number.isFinite(number) || raw.trim() === '') {
    return cellText(raw).trim() || null
  }
  const isDate = style !== undefined && dateStyles.has(style)
  return (isDate ? serialDay(number, epoch) : null) ?? number
}

/** An escaped character has seven characters. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g
const LONGEST_ESCAPED = LIMITS.cellCharacters * 7

/**
 * Returns the text of a cell from its XML: Excel escapes characters that XML cannot contain by their UTF-16 code, as
 * `_x000D_`, and an ambiguous underscore as `_x005F_`.
 */
export function cellText(raw: string): string {
  const text = raw.includes('_x') ? raw.replaceAll(ESCAPED, fromHex).toWellFormed() : raw
  if (text.length > LIMITS.cellCharacters) {
    throw tooLong()
  }
  return text
}

/** Appends a piece to the text of a cell; formatted text consists of many pieces. */
export function appendText(raw: string, piece: string): string {
  if (raw.length + piece.length > LONGEST_ESCAPED) {
    throw tooLong()
  }
  return raw + piece
}

const fromHex = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16))

const tooLong = (): Error => tooLarge(`a cell has more than ${LIMITS.cellCharacters} characters`)
