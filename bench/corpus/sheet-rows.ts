/** The columns of the office's sheet, and its rows: for whoever writes them down, as text or as a workbook. */

import type { Rol } from '../../schemas/catalogs.ts'
import type { SheetClass, SheetMark } from './sheet-mark.ts'

/** One row per application with its classes joined (`29, 30 y 35`), or one row per application and class. */
export type ClassLayout = 'joined' | 'rows'

/** What is in a row: an application, and those of its classes that the row is about. */
export interface Entry {
  readonly mark: SheetMark
  readonly clases: readonly SheetClass[]
}

export interface Column {
  readonly header: string
  /** A day is given as `YYYY-MM-DD`, an integer by its digits; a list of classes is a text. */
  readonly kind: 'text' | 'integer' | 'day'
  readonly cell: (entry: Entry) => string | null
}

const text = (header: string, cell: Column['cell']): Column => ({ header, kind: 'text', cell })
const integer = (header: string, cell: Column['cell']): Column => ({ header, kind: 'integer', cell })
const day = (header: string, cell: Column['cell']): Column => ({ header, kind: 'day', cell })

/** The columns in their order, with the headers of a Chilean sheet. */
export const sheetColumns = (layout: ClassLayout): readonly Column[] => [
  integer('N° Solicitud', ({ mark }) => mark.nroSolicitud),
  integer('N° Registro', ({ mark }) => mark.nroRegistro),
  text('Denominación', ({ mark }) => mark.denominacion),
  text('Estado', ({ mark }) => mark.estadoOficina),
  text('Tipo de Signo', ({ mark }) => mark.tipoSigno),
  day('Fecha de Presentación', ({ mark }) => mark.fechaPresentacion),
  day('Fecha de Publicación', ({ mark }) => mark.fechaPublicacion),
  day('Fecha de Registro', ({ mark }) => mark.fechaRegistro),
  day('Fecha de Vencimiento', ({ mark }) => mark.fechaVencimiento),
  layout === 'joined' ? text('Clases', joinedNumbers) : integer('Clase', joinedNumbers),
  text('Cobertura', joinedCoverage),
  text('Solicitante', namesOf('SOLICITANTE')),
  text('País Solicitante', countriesOf('SOLICITANTE')),
  text('Titular', namesOf('TITULAR')),
  text('País Titular', countriesOf('TITULAR')),
  text('Representante', namesOf('REPRESENTANTE')),
  text('País Representante', countriesOf('REPRESENTANTE')),
]

/** The rows of one application; without any class it still has one. */
export function entriesOf(mark: SheetMark, layout: ClassLayout): Entry[] {
  const { clases } = mark
  return layout === 'joined' || clases.length < 2
    ? [{ mark, clases }]
    : clases.map((each) => ({ mark, clases: [each] }))
}

function joinedNumbers({ clases }: Entry): string {
  const numbers = clases.map(({ clase }) => clase)
  const last = numbers.pop()
  return numbers.length === 0 ? String(last ?? '') : `${numbers.join(', ')} y ${last}`
}

/** One text where it is that of all classes, otherwise each under its class. */
function joinedCoverage({ clases }: Entry): string | null {
  const first = clases[0]?.cobertura ?? null
  if (clases.every(({ cobertura }) => cobertura === first)) return first
  return clases
    .filter(({ cobertura }) => cobertura !== null)
    .map(({ clase, cobertura }) => `Clase ${clase}: ${cobertura}`)
    .join('; ')
}

function namesOf(rol: Rol): Column['cell'] {
  return ({ mark }) => ofRole(mark, rol, ({ nombre }) => nombre)
}

/** As many as there are names, in their order, empty where unknown; nothing where none is known. */
function countriesOf(rol: Rol): Column['cell'] {
  return ({ mark }) => ofRole(mark, rol, ({ pais }) => pais ?? '').replace(/^[; ]+$/, '')
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
