import type { SheetRow } from '../../formats/sheet.ts'
import type { Refuse } from '../../run.ts'
import { isLonger, MOST_CODE_POINTS } from '../../text/clean-text.ts'
import { remembering } from '../../text/remembering.ts'
import { type Cell, LONGEST_CELL } from '../../values/cell.ts'
import { type Clases, noClass, readClasses, withCoverage } from '../../values/classes.ts'
import type { MarkRecord } from '../../values/mark-record.ts'
import { readEstado, readTipoSigno } from '../../values/office-words.ts'
import { type Persona, personsOf, readPersons } from '../../values/persons.ts'
import { quote } from '../../values/quote.ts'
import { type Read, readDay, readNumber, readRegistration, textOf } from '../../values/read-value.ts'
import type { FoundColumns } from './columns.ts'
import { type Field, PERSON_FIELDS } from './header-words.ts'

/** Why a row is no mark, in a short sentence, and whose it is where that could be read. */
export interface RefusedRow {
  nroSolicitud: string | null
  reason: string
}

/** A cell of the row by its field, null where the sheet has no such column. */
type Cells = (field: Field) => Cell

/**
 * Reads one application from a row, in the form that mark-record.ts wants. A row of which any part cannot be read is
 * rejected as a whole: nothing is shown half (docs/decisions.md#records). Never throws, whatever the cells hold.
 */
export function readRow(columns: FoundColumns, row: SheetRow, epoch: 1900 | 1904): MarkRecord | RefusedRow {
  const cells: Cells = (field) => {
    const column = columns.at[field]
    return column < 0 ? null : (row.cells[column] ?? null)
  }
  const nroSolicitud = readNumber(cells('nroSolicitud'))
  if (typeof nroSolicitud !== 'string' || nroSolicitud === '0') {
    return { nroSolicitud: null, reason: noNumber(cells('nroSolicitud'), nroSolicitud) }
  }
  const reasons: string[] = []
  const mark = readMark(nroSolicitud, cells, epoch, (reason) => reasons.push(reason))
  return reasons[0] === undefined ? mark : { nroSolicitud, reason: reasons[0] }
}

/** Zero is what some sheets have in place of no number. */
const noNumber = (cell: Cell, read: Read<string>): string =>
  read === undefined
    ? `the application number is not a number: ${quote(String(cell))}`
    : 'has no application number'

function readMark(nroSolicitud: string, cells: Cells, epoch: 1900 | 1904, refuse: Refuse): MarkRecord {
  const day = (field: Field, name: string) => dayOf(cells(field), epoch, name, refuse)
  const fechaPresentacion = day('fechaPresentacion', 'filing date')
  if (fechaPresentacion === null) {
    refuse('has no filing date')
  }
  return {
    nroSolicitud,
    nroRegistro: registrationOf(cells('nroRegistro'), refuse),
    denominacion: boundedText(cells('denominacion'), 'name', refuse),
    ...statusOf(cells('estado'), refuse),
    tipoSigno: tipoSignoOf(textOf(cells('tipoSigno'))),
    fechaPresentacion: fechaPresentacion ?? '',
    fechaPublicacion: day('fechaPublicacion', 'publication date'),
    fechaRegistro: day('fechaRegistro', 'registration date'),
    fechaVencimiento: day('fechaVencimiento', 'expiry date'),
    clases: classesOf(cells('clases'), cells('cobertura'), refuse),
    personas: personsOf(personsIn(cells), refuse),
  }
}

function dayOf(cell: Cell, epoch: 1900 | 1904, name: string, refuse: Refuse): string | null {
  const day = readDay(cell, epoch)
  if (day === undefined) {
    refuse(`the ${name} is no date: ${quote(String(cell))}`)
  }
  return day ?? null
}

function registrationOf(cell: Cell, refuse: Refuse): string | null {
  const number = readRegistration(cell)
  if (number === undefined) {
    refuse(`the registration number has more than 64 characters: ${quote(String(cell))}`)
  }
  return number ?? null
}

function boundedText(cell: Cell, name: string, refuse: Refuse): string {
  const text = textOf(cell)
  if (isLonger(text, MOST_CODE_POINTS)) {
    refuse(`the ${name} has more than 1,000 characters`)
  }
  return text
}

const MOST_WORDS = 1000
const estadoOf = remembering(readEstado, MOST_WORDS)
const tipoSignoOf = remembering(readTipoSigno, MOST_WORDS)

function statusOf(cell: Cell, refuse: Refuse): Pick<MarkRecord, 'estado' | 'estadoOficina'> {
  const estadoOficina = boundedText(cell, 'status', refuse)
  return { estado: estadoOf(estadoOficina), estadoOficina }
}

function classesOf(cell: Cell, coverage: Cell, refuse: Refuse): Clases {
  const classes = readClasses(cell)
  const wrong = classes && noClass(classes)
  if (classes === undefined) {
    refuse(`the classes are not numbers: ${quote(String(cell))}`)
  } else if (wrong !== undefined) {
    refuse(`class ${wrong} is not between 1 and 45`)
  }
  const text = coverage === null ? '' : textOf(coverage)
  if (text.length > LONGEST_CELL) {
    refuse('the goods and services have more than 32,767 characters')
  }
  return withCoverage(classes ?? [], text)
}

const personsIn = (cells: Cells): Persona[] =>
  PERSON_FIELDS.flatMap(([rol, name, country]) => readPersons(rol, cells(name), cells(country)))
