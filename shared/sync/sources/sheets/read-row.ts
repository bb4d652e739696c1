import { type CellForm, columnLetters, type SheetRow } from '../../formats/sheet.ts'
import type { Reject } from '../../run.ts'
import { isLonger, MOST_CODE_POINTS } from '../../text/clean-text.ts'
import { decodeMarkup } from '../../text/decode-entities.ts'
import { lostText } from '../../text/lost-text.ts'
import { memoize } from '../../text/memoize.ts'
import { type Cell, LONGEST_CELL } from '../../values/cell.ts'
import {
  type Clases,
  noClass,
  noClassesReason,
  otherClassIn,
  readClasses,
  withCoverage,
} from '../../values/classes.ts'
import { swapDayAndMonth } from '../../values/day-order.ts'
import { isDitto } from '../../values/ditto.ts'
import type { MarkRecord } from '../../values/mark-record.ts'
import { officeText } from '../../values/office-text.ts'
import { endsInStatus, readEstado, readTipoSigno, rejectMixedScripts } from '../../values/office-words.ts'
import { type Persona, personsOf, readPersons, separated } from '../../values/persons.ts'
import { quote } from '../../values/quote.ts'
import { noDayReason, type Read, readDay, readNumber, textOf } from '../../values/read-value.ts'
import { registrationOf } from '../../values/registration.ts'
import type { FoundColumns } from './columns.ts'
import { ALL_FIELDS, DAY_FIELDS, type Field, headerOf, NUMBER_FIELDS, PERSON_FIELDS } from './header-words.ts'
import { isAgainstUse, isDeletion } from './not-to-use.ts'

/** A row that cannot be used. `nroSolicitud` is null if the number cannot be read. */
interface RejectedRow {
  nroSolicitud: string | null
  reason: string
}

/** Returns the cell of a field; null if the field has no column. */
type Cells = (field: Field) => Cell

/**
 * Reads one application from a row. Rejects the whole row if a part is unreadable (docs/decisions.md#records). Never throws.
 */
export function readRow(columns: FoundColumns, row: SheetRow, epoch: 1900 | 1904): MarkRecord | RejectedRow {
  const cells: Cells = (field) => {
    const column = columns.at[field]
    const cell = column < 0 ? null : (row.cells[column] ?? null)
    return typeof cell !== 'string' ? cell : cell === NULL ? null : decodeMarkup(cell.replace(GUARD, ''))
  }
  const damage = damageOf(columns, row)
  const nroSolicitud = readNumber(cells('nroSolicitud'))
  // Some sheets have `0` for a missing number.
  if (typeof nroSolicitud !== 'string' || nroSolicitud === '0') {
    return { nroSolicitud: null, reason: damage ?? noNumber(cells('nroSolicitud'), nroSolicitud) }
  }
  if (damage !== undefined) {
    return { nroSolicitud, reason: damage }
  }
  const reasons: string[] = []
  const days = { epoch, monthFirst: columns.monthFirst }
  const mark = readMark(nroSolicitud, cells, days, (reason) => reasons.push(reason))
  return reasons[0] === undefined ? mark : { nroSolicitud, reason: reasons[0] }
}

/** An apostrophe before a text that would otherwise be a formula: `'=A1`. */
const GUARD = /^'(?=[=+@-])/
/** The text that MySQL and PostgreSQL export for a null value. */
const NULL = '\\N'
const CELL_ERROR =
  /^#(?:N\/[AD]|¡?REF!|NAME\?|¿NOMBRE\?|VALUE!|¡VALOR!|¡?DIV\/0!|¡?NUM!|NULL!|¡NULO!|SPILL!|¡DESBORDAMIENTO!|CALC!|¡CALC!|#+)$/i

function damageOf(
  { at, width, remarks, deleted, unnamed: unnamedColumns }: FoundColumns,
  row: SheetRow,
): string | undefined {
  const { cells, unreadable } = row
  const unnamed = unnamedColumns.find((column) => (cells[column] ?? null) !== null)
  if (unnamed !== undefined) {
    return `has a value in column ${columnLetters(unnamed)}, which has no header: the value may belong to the cell on its left`
  }
  const remark = remarks.map((column) => textOf(cells[column] ?? null)).find(isAgainstUse)
  if (remark !== undefined) {
    return `its remark ${quote(remark)} says not to use the row`
  }
  const deletion = deleted.find((column) => isDeletion(cells[column] ?? null))
  if (deletion !== undefined) {
    return `has ${quote(textOf(cells[deletion] ?? null))} in column ${columnLetters(deletion)}, which marks deleted rows`
  }
  if (cells.length > width) {
    return `has more cells than headers: column ${columnLetters(cells.length - 1)} has a value, but no header`
  }
  for (const field of ALL_FIELDS) {
    const column = at[field]
    const cell = cells[column]
    const reason =
      unreadable?.get(column) ??
      (typeof cell === 'string' ? damageOfText(cell) : undefined) ??
      (field !== 'denominacion' && isDitto(cell ?? null)
        ? 'it refers to the value of another row'
        : undefined) ??
      changedByProgram(field, cell, row.formatted?.get(column))
    if (reason !== undefined) {
      return `the cell ${quote(headerOf(field))} in column ${columnLetters(column)} cannot be read: ${reason}`
    }
  }
  return undefined
}

/** Returns why the value of a cell is uncertain; undefined for a reliable cell. */
function changedByProgram(
  field: Field,
  cell: Cell | undefined,
  form: CellForm | undefined,
): string | undefined {
  if (form === 'crossed out' || form === 'white') {
    return `it is ${form === 'white' ? 'in white letters without a fill' : form}`
  }
  if (form === 'commented') {
    return 'it has a comment, which may change its meaning'
  }
  if (DAY_FIELDS.has(field)) {
    return undefined
  }
  // Spreadsheet programs convert the text `1-2` to a date and `7:30` to a number.
  if (form === 'date') {
    return 'it is a date, and a program may have changed its text'
  }
  const isText = !NUMBER_FIELDS.has(field)
  const isFraction = typeof cell === 'number' && !Number.isInteger(cell)
  return isText && (form === 'other' || isFraction)
    ? 'it is a number, and the text that the cell shows is not known'
    : undefined
}

/** Matches a reference to a footnote, such as `(*)`. The footnote may change the meaning of the cell. */
const FOOTNOTE = /\(\*{1,3}\)$/

function damageOfText(text: string): string | undefined {
  if (text.startsWith('#') && CELL_ERROR.test(text.trim())) {
    return `it holds the error ${quote(text)}`
  }
  if (text.endsWith(')') && FOOTNOTE.test(text)) {
    return `it refers to a footnote, ${quote(text)}`
  }
  const lost = lostText(text)
  return lost && `it ${lost}`
}

const noNumber = (cell: Cell, read: Read<string>): string =>
  read === undefined
    ? `the application number is not a number: ${quote(String(cell))}`
    : 'has no application number'

type DayForm = Pick<FoundColumns, 'monthFirst'> & { epoch: 1900 | 1904 }

function readMark(
  nroSolicitud: string,
  cells: Cells,
  { epoch, monthFirst }: DayForm,
  reject: Reject,
): MarkRecord {
  const day = (field: Field, name: string) =>
    dayOf(cells(field), { epoch, isMonthFirst: monthFirst.has(field) }, name, reject)
  const fechaPresentacion = day('fechaPresentacion', 'filing date')
  if (fechaPresentacion === null) {
    reject('has no filing date')
  }
  const denominacion = boundedText(cells('denominacion'), 'name', reject)
  const status = statusOf(cells('estado'), reject)
  if (status.estadoOficina === '' && endsInStatus(denominacion)) {
    reject(`has no status, and the name ends in a status: ${quote(denominacion)}`)
  }
  const tipoSigno = kindOf(textOf(cells('tipoSigno')), reject)
  rejectExchanged(denominacion, status, reject)
  return {
    nroSolicitud,
    nroRegistro: registrationOf(cells('nroRegistro'), reject),
    denominacion,
    ...status,
    tipoSigno,
    fechaPresentacion: fechaPresentacion ?? '',
    fechaPublicacion: day('fechaPublicacion', 'publication date'),
    fechaRegistro: day('fechaRegistro', 'registration date'),
    fechaVencimiento: day('fechaVencimiento', 'expiry date'),
    clases: classesOf(cells('clases'), cells('cobertura'), reject),
    personas: personsOf(separated(personsIn(cells), reject), reject),
  }
}

function dayOf(
  cell: Cell,
  { epoch, isMonthFirst }: { epoch: 1900 | 1904; isMonthFirst: boolean },
  name: string,
  reject: Reject,
): string | null {
  const day = readDay(isMonthFirst && typeof cell === 'string' ? swapDayAndMonth(textOf(cell)) : cell, epoch)
  if (day === undefined) {
    reject(noDayReason(`the ${name}`, cell))
  }
  return day ?? null
}

function boundedText(cell: Cell, name: string, reject: Reject): string {
  const text = textOf(cell)
  if (isLonger(text, MOST_CODE_POINTS)) {
    reject(`the ${name} has more than 1,000 characters`)
  }
  return text
}

const MOST_WORDS = 1000
const LETTER = /\p{L}/u
const estadoOf = memoize(readEstado, MOST_WORDS)
const tipoSignoOf = memoize(readTipoSigno, MOST_WORDS)

function statusOf(cell: Cell, reject: Reject): Pick<MarkRecord, 'estado' | 'estadoOficina'> {
  const estadoOficina = boundedText(officeText(cell), 'status', reject)
  rejectMixedScripts(estadoOficina, 'status', reject)
  if (estadoOficina !== '' && !LETTER.test(estadoOficina)) {
    reject(`the status has no letter, and may be a code: ${quote(estadoOficina)}`)
  }
  return { estado: estadoOf(estadoOficina), estadoOficina }
}

/**
 * Detects swapped columns. Rejects an unknown status that is a kind of sign. Also rejects an unknown status if the name is a
 * known status.
 */
function rejectExchanged(
  denominacion: string,
  { estado, estadoOficina }: Pick<MarkRecord, 'estado' | 'estadoOficina'>,
  reject: Reject,
): void {
  if (estado !== 'SIN_CLASIFICAR' || estadoOficina === '') {
    return
  }
  if (tipoSignoOf(estadoOficina) !== 'OTRA') {
    reject(`the status is a kind of sign: ${quote(estadoOficina)}`)
  } else if (denominacion.length > 1 && estadoOf(denominacion) !== 'SIN_CLASIFICAR') {
    reject(`the status of the row is not known, and the name is a status: ${quote(denominacion)}`)
  }
}

function kindOf(words: string, reject: Reject): MarkRecord['tipoSigno'] {
  rejectMixedScripts(words, 'kind of sign', reject)
  return tipoSignoOf(words)
}

function classesOf(cell: Cell, coverage: Cell, reject: Reject): Clases {
  const classes = readClasses(cell)
  const wrong = classes && noClass(classes)
  if (classes === undefined) {
    reject(noClassesReason(cell))
  } else if (wrong !== undefined) {
    reject(`class ${wrong} is not between 1 and 45`)
  }
  const text = coverage === null ? '' : textOf(coverage)
  if (text.length > LONGEST_CELL) {
    reject('the goods and services have more than 32,767 characters')
  }
  const other = otherClassIn(classes ?? [], text)
  if (other !== undefined && classes?.length) {
    reject(`the goods and services are of class ${other}, and the classes are ${classes.join(', ')}`)
  }
  return withCoverage(classes ?? [], text)
}

const personsIn = (cells: Cells): Persona[] =>
  PERSON_FIELDS.flatMap(([rol, name, country]) => readPersons(rol, cells(name), cells(country)))
