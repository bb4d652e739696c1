import type { BrandSummary } from '../../../../../client/src/index.ts'
import { ESTADOS, TIPOS_DE_SIGNO } from '../../../../../schemas/catalogs.ts'
import { type Localization, matchOf, meaning, stateOf } from './describe.ts'

/** Matches the beginning of a text that a spreadsheet program reads as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** The separators that spreadsheet programs expect. In Chile, it is no comma, because a comma is the decimal sign. */
const SEPARATORS = { en: ',', es: ';' }

/** Writes a cell in quotes. An apostrophe at the beginning turns a formula into a text. */
const cellOf = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Returns the cells of a mark, each with its label; codes are replaced by words. */
const cellsOf = (mark: BrandSummary, localization: Localization): [string, string | null][] => {
  const { language, texts } = localization
  const { facts, fields } = texts
  return [
    [facts.nroSolicitud, mark.nroSolicitud],
    [facts.nroRegistro, mark.nroRegistro],
    [fields.q, mark.denominacion],
    [fields.estado, meaning(ESTADOS, mark.estado, language)],
    [fields.fase, stateOf(mark, localization).phase ?? ''],
    [fields.tipoSigno, meaning(TIPOS_DE_SIGNO, mark.tipoSigno, language)],
    [fields.clase, (mark.clasesNiza ?? []).join(', ')],
    [fields.titular, [...new Set(mark.titular?.map(({ nombre }) => nombre))].join('; ')],
    [facts.fechaPresentacion, mark.fechaPresentacion],
    [facts.fechaVencimiento, mark.fechaVencimiento],
    [texts.match, mark.coincidencia === undefined ? '' : matchOf(mark.coincidencia, localization)],
  ]
}

/**
 * Returns marks as CSV (RFC 4180) in UTF-8. The text begins with a byte order mark, by which spreadsheet programs recognize the
 * encoding. Days are ISO 8601, which these programs read in every language.
 */
export function csvOf(marks: readonly BrandSummary[], localization: Localization): string {
  const rows = marks.map((mark) => cellsOf(mark, localization))
  const lines = [
    rows[0]?.map(([label]) => label) ?? [],
    ...rows.map((row) => row.map(([, value]) => value ?? '')),
  ]
  const separator = SEPARATORS[localization.language]
  return `\ufeff${lines.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('')}`
}
