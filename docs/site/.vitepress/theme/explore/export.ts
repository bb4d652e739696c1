import type { BrandSummary } from '../../../../../client/src/index.ts'
import { ESTADOS, TIPOS_DE_SIGNO } from '../../../../../schemas/catalogs.ts'
import { type Localization, matchOf, meaning, stateOf } from './describe.ts'

/** A spreadsheet program takes a text with such a beginning for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** The separator that spreadsheet programs expect where the language is spoken: in Chile, a comma is part of a number. */
const SEPARATORS = { en: ',', es: ';' }

/** Writes a cell in quotes; an apostrophe makes a formula a text. */
const cellOf = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Returns the values of a mark by their labels, in words. */
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
 * Returns marks as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheet programs know the encoding. Days are
 * ISO 8601, which those programs read in each language.
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
