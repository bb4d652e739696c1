import type { Cell } from '../../values/cell.ts'
import { serialDay } from '../../values/serial-day.ts'
import { cellText } from './cell-text.ts'
import { notASheet } from './workbook-error.ts'

/** What the cells of a sheet refer to. */
export interface CellContext {
  readonly sharedTexts: readonly string[]
  readonly dateStyles: ReadonlySet<string>
  readonly epoch: 1900 | 1904
}

/** A cell as the XML has it: its type `t`, its style `s`, and the text of its value. */
export interface RawCell {
  readonly type: string | undefined
  readonly style: string | undefined
  readonly raw: string
}

/**
 * The value of a cell: a formula has the one that was stored with it, an error and an empty text are null.
 *
 * @throws not_a_sheet when it names a shared text that the workbook does not have
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

/** `2019-06-24T10:30:00` is its day; a time alone, or anything else, is left as it is written. */
const dayOfInstant = (written: string): string =>
  /^(?<day>\d{4}-\d\d-\d\d)(?:T|$)/.exec(written)?.groups?.day ?? cellText(written)

/** What is no number is left as it is written. */
function numberOrDay(raw: string, style: string | undefined, { dateStyles, epoch }: CellContext): Cell {
  const number = Number(raw)
  if (!Number.isFinite(number) || raw.trim() === '') {
    return cellText(raw).trim() || null
  }
  const isDate = style !== undefined && dateStyles.has(style)
  return (isDate ? serialDay(number, epoch) : null) ?? number
}
