/** The columns of a sheet of the office, for CSV and for a workbook. A sheet has one row per application. */

import type { Rol } from '../../schemas/catalogs.ts'
import type { SheetMark } from './sheet-mark.ts'

export interface Column {
  readonly header: string
  /** The type of the values: a day is `YYYY-MM-DD`, an integer is its digits, and a list of classes is a text. */
  readonly kind: 'text' | 'integer' | 'day'
  readonly cell: (mark: SheetMark) => string | null
}

const text = (header: string, cell: Column['cell']): Column => ({ header, kind: 'text', cell })
const integer = (header: string, cell: Column['cell']): Column => ({ header, kind: 'integer', cell })
const day = (header: string, cell: Column['cell']): Column => ({ header, kind: 'day', cell })

/** The columns from left to right, with the headers of a Chilean sheet. */
export const SHEET_COLUMNS: readonly Column[] = [
  integer('N° Solicitud', (mark) => mark.nroSolicitud),
  integer('N° Registro', (mark) => mark.nroRegistro),
  text('Denominación', (mark) => mark.denominacion),
  text('Estado', (mark) => mark.estadoOficina),
  text('Tipo de Signo', (mark) => mark.tipoSigno),
  day('Fecha de Presentación', (mark) => mark.fechaPresentacion),
  day('Fecha de Publicación', (mark) => mark.fechaPublicacion),
  day('Fecha de Registro', (mark) => mark.fechaRegistro),
  day('Fecha de Vencimiento', (mark) => mark.fechaVencimiento),
  text('Clases', joinedNumbers),
  text('Cobertura', joinedCoverage),
  text('Solicitante', namesOf('SOLICITANTE')),
  text('País Solicitante', countriesOf('SOLICITANTE')),
  text('Titular', namesOf('TITULAR')),
  text('País Titular', countriesOf('TITULAR')),
  text('Representante', namesOf('REPRESENTANTE')),
  text('País Representante', countriesOf('REPRESENTANTE')),
]

/** Joins the numbers of the classes: `29, 30 y 35`. */
function joinedNumbers({ clases }: SheetMark): string {
  const numbers = clases.map(({ clase }) => clase)
  const last = numbers.pop()
  return numbers.length === 0 ? String(last ?? '') : `${numbers.join(', ')} y ${last}`
}

/** Returns the goods and services if all classes have the same text; otherwise the text of each class after its number. */
function joinedCoverage({ clases }: SheetMark): string | null {
  const first = clases[0]?.cobertura ?? null
  if (clases.every(({ cobertura }) => cobertura === first)) return first
  return clases
    .filter(({ cobertura }) => cobertura !== null)
    .map(({ clase, cobertura }) => `Clase ${clase}: ${cobertura}`)
    .join('; ')
}

function namesOf(rol: Rol): Column['cell'] {
  return (mark) => ofRole(mark, rol, ({ nombre }) => nombre)
}

/** Joins the countries in the order of the names; an unknown country is empty. If all are unknown, the cell is empty. */
function countriesOf(rol: Rol): Column['cell'] {
  return (mark) => ofRole(mark, rol, ({ pais }) => pais ?? '').replace(/^[; ]+$/, '')
}

const ofRole = (
  { personas }: SheetMark,
  rol: Rol,
  say: (person: SheetMark['personas'][number]) => string,
): string =>
  personas
    .filter((person) => person.rol === rol)
    .map(say)
    .join('; ')
