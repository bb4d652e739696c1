import type { BrandSummary } from '../../../../../client/src/index.ts'

const COLUMNS = [
  'nroSolicitud',
  'nroRegistro',
  'denominacion',
  'estado',
  'tipoSigno',
  'clasesNiza',
  'titular',
  'fechaPresentacion',
  'fechaVencimiento',
  'score',
] as const satisfies readonly (keyof BrandSummary)[]

/** A spreadsheet program takes a text with such a beginning for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Returns a class, or the name of a person. */
const textOf = (item: number | { nombre: string }): string =>
  typeof item === 'object' ? item.nombre : String(item)

/** Writes a cell in quotes; an apostrophe makes a formula a text. */
const cellOf = (value: unknown): string => {
  const text = Array.isArray(value) ? value.map(textOf).join(', ') : String(value ?? '')
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** Returns marks as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheet programs know the encoding. */
export const csvOf = (marks: readonly BrandSummary[]): string =>
  `\ufeff${[COLUMNS, ...marks.map((mark) => COLUMNS.map((name) => mark[name]))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('')}`
