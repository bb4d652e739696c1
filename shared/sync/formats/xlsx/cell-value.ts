import { quote } from '../../values/quote.ts'
import { serialDay } from '../../values/serial-day.ts'
import { type CellContent, type CellForm, FormattedCell, UnreadableCell } from '../sheet.ts'
import { LIMITS } from './limits.ts'
import { notASheet } from './workbook-error.ts'

export interface CellContext {
  readonly sharedTexts: readonly (string | UnreadableCell)[]
  /** The display forms by style (see `readCellFormats`). */
  readonly formats: ReadonlyMap<string, CellForm>
  readonly epoch: 1900 | 1904
  /**
   * True if the workbook requests the calculation of its formulas when it is opened. A stored 0 may then be a
   * placeholder.
   */
  readonly isCalculatedOnLoad: boolean
}

/** A cell in the XML of a worksheet: type `t`, style `s`, and the text of the value. */
interface RawCell {
  readonly type: string | undefined
  readonly style: string | undefined
  readonly raw: string
  /** True if the cell has a formula (`f`). */
  readonly hasFormula?: boolean
  /** True if the cell has a value (`v`), even an empty value. */
  readonly hasValue?: boolean
}

/**
 * Returns the value of a cell. Values in a special form, such as dates, are FormattedCells.
 *
 * @throws SyncError `not_a_sheet` for a shared text that the workbook does not have
 */
export function cellValue(cell: RawCell, context: CellContext): CellContent {
  const value = contentOf(cell, context)
  const form = cell.style === undefined ? undefined : context.formats.get(cell.style)
  const isHidden = form === 'crossed out' || form === 'white'
  return isHidden && (typeof value === 'string' || typeof value === 'number')
    ? new FormattedCell(value, form)
    : value
}

function contentOf(cell: RawCell, context: CellContext): CellContent {
  const { type = 'n', style, raw } = cell
  if (type === 'e') {
    return new UnreadableCell(`it holds the error ${quote(raw)}`)
  }
  if (cell.hasFormula && raw === '0' && context.isCalculatedOnLoad) {
    return NOT_CALCULATED
  }
  if (raw === '') {
    return isCalculated(cell) ? null : NOT_CALCULATED
  }
  switch (type) {
    case 's':
      return sharedText(raw, context) || null
    case 'b':
      return BOOLEAN
    case 'd':
      return dayOfInstant(raw)
    case 'n':
      return numberOrDay(raw, style, context)
    default:
      return cellText(raw)
  }
}

/** Spreadsheet programs convert the typed text `true` to a boolean. The original text is then lost. */
const BOOLEAN = new UnreadableCell('it is a boolean, and a program may have changed its text')
const NOT_CALCULATED = new UnreadableCell('its formula has no stored value')

/** Returns whether an empty cell has no formula, or a formula with an empty text as result. */
const isCalculated = ({ type, hasFormula = false, hasValue = false }: RawCell): boolean =>
  !hasFormula || (type === 'str' && hasValue)

function sharedText(place: string, { sharedTexts }: CellContext): string | UnreadableCell {
  const text = sharedTexts[Number(place)]
  if (text === undefined) {
    throw notASheet('a cell refers to a shared text that the workbook does not contain')
  }
  return text
}

/** Returns the day of an instant such as `2019-06-24T10:30:00`. Another value stays text. */
function dayOfInstant(written: string): CellContent {
  const day = /^(?<day>\d{4}-\d\d-\d\d)(?:T|$)/.exec(written)?.groups?.day
  return day === undefined ? cellText(written) : new FormattedCell(day, 'date')
}

/** A workbook keeps only 15 digits of a number. */
const FIRST_UNSAFE = 1e15
const UNSAFE = new UnreadableCell('it has more than 15 digits, but a workbook keeps only 15')

/** Returns the number or day in a cell of type `n`. Another value stays text. */
function numberOrDay(raw: string, style: string | undefined, { formats, epoch }: CellContext): CellContent {
  const number = Number(raw)
  if (!Number.isFinite(number) || raw.trim() === '') {
    return cellText(raw.trim()) || null
  }
  const form = style === undefined ? undefined : formats.get(style)
  if (form !== undefined) {
    return new FormattedCell((form === 'date' ? serialDay(number, epoch) : null) ?? number, form)
  }
  return Math.abs(number) >= FIRST_UNSAFE ? UNSAFE : number
}

export const TOO_LONG = new UnreadableCell('it has more than 32,767 characters')

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g
/** An escape, such as `_x000D_`, has seven characters. */
const LONGEST_ESCAPED = LIMITS.cellCharacters * 7

/** Returns the text of a cell. Decodes escapes: `_x000D_` is the character with the code 000D. */
export function cellText(raw: string): string | UnreadableCell {
  const text = raw.includes('_x') ? raw.replaceAll(ESCAPED, fromHex).toWellFormed() : raw
  return text.length > LIMITS.cellCharacters ? TOO_LONG : text
}

/** Appends a piece to the raw text of a cell. Cuts off the result at a length that `cellText` always rejects. */
export const appendText = (raw: string, piece: string): string =>
  raw + piece.slice(0, LONGEST_ESCAPED + 1 - raw.length)

const fromHex = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16))
