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

/** Returns the columns with the name and the country of the person of a role; an unknown country is empty. */
const person = (header: string, role: Rol): Column[] => {
  const find = ({ personas }: SheetMark) => personas.find(({ rol }) => rol === role)
  return [
    text(header, (mark) => find(mark)?.nombre ?? null),
    text(`País ${header}`, (mark) => find(mark)?.pais ?? null),
  ]
}

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
  text('Clases', ({ clases }) => clases.map(({ clase }) => clase).join(', ')),
  text('Cobertura', joinedCoverage),
  ...person('Solicitante', 'SOLICITANTE'),
  ...person('Titular', 'TITULAR'),
  ...person('Representante', 'REPRESENTANTE'),
]

/** Returns the goods and services if all classes have the same text; otherwise the text of each class after its number. */
function joinedCoverage({ clases }: SheetMark): string | null {
  const first = clases[0]?.cobertura ?? null
  if (clases.every(({ cobertura }) => cobertura === first)) return first
  return clases
    .filter(({ cobertura }) => cobertura !== null)
    .map(({ clase, cobertura }) => `Clase ${clase}: ${cobertura}`)
    .join('; ')
}
