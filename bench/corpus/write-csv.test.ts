import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { generateMarks } from './generate-marks.ts'
import type { SheetClass, SheetMark, SheetPerson } from './sheet-mark.ts'
import { type CsvOptions, csvSheet } from './write-csv.ts'

const marks: SheetMark[] = [...generateMarks(1_000, 3)]
const MARK = marks[0] as SheetMark

type Row = Record<string, string>

const written = (some: Iterable<SheetMark>, options?: CsvOptions): string =>
  [...csvSheet(some, options)].join('')
const read = (text: string, delimiter = ';'): Row[] => parse(text, { delimiter, columns: true }) as Row[]
const orNull = (cell: string | undefined): string | null => cell || null

/** The day of a cell, whichever way it was written. */
const dayOf = (cell = ''): string | null => orNull(cell.split('/').reverse().join('-'))

function classesOf({ Clases, Clase, Cobertura }: Row): SheetClass[] {
  const numbers = (Clases ?? Clase ?? '').match(/\d+/g) ?? []
  const parts = (Cobertura ?? '').split(/(?:^|; )Clase (\d+): /)
  if (parts.length === 1)
    return numbers.map((clase) => ({ clase: Number(clase), cobertura: orNull(Cobertura) }))
  return numbers.map((clase) => {
    const place = parts.indexOf(clase)
    return { clase: Number(clase), cobertura: place < 0 ? null : orNull(parts[place + 1]) }
  })
}

function personsOf(row: Row): SheetPerson[] {
  const person = (rol: SheetPerson['rol'], nombre = '', pais?: string): SheetPerson[] =>
    nombre === '' ? [] : [{ rol, nombre, pais: orNull(pais) }]
  return [
    ...person('REPRESENTANTE', row.Representante),
    ...person('SOLICITANTE', row.Solicitante, row['País Solicitante']),
    ...person('TITULAR', row.Titular, row['País Titular']),
  ]
}

/** The facts of a mark in its rows; the country of a representative is not in them. */
const markOf = (rows: readonly Row[]): SheetMark => {
  const row = rows[0] as Row
  return {
    nroSolicitud: row['N° Solicitud'] ?? '',
    nroRegistro: orNull(row['N° Registro']),
    denominacion: row.Denominación ?? '',
    estadoOficina: row.Estado ?? '',
    tipoSigno: row['Tipo de Signo'] ?? '',
    fechaPresentacion: dayOf(row['Fecha de Presentación']) ?? '',
    fechaPublicacion: dayOf(row['Fecha de Publicación']),
    fechaRegistro: dayOf(row['Fecha de Registro']),
    fechaVencimiento: dayOf(row['Fecha de Vencimiento']),
    clases: rows.flatMap(classesOf),
    personas: personsOf(row),
  }
}

const told = ({ personas, ...mark }: SheetMark): SheetMark => ({
  ...mark,
  personas: personas.map((each) => (each.rol === 'REPRESENTANTE' ? { ...each, pais: null } : each)),
})

const ALL_OPTIONS = (['joined', 'rows'] as const).flatMap((classes) =>
  ([';', ',', '\t'] as const).flatMap((separator) =>
    (['dd/mm/yyyy', 'iso'] as const).map((days): CsvOptions => ({ separator, days, classes })),
  ),
)

describe('a sheet as CSV', () => {
  test.each(ALL_OPTIONS)('comes back with the same facts: $classes, $separator, $days', (options) => {
    const rows = read(written(marks, options), options.separator)
    const byNumber = Map.groupBy(rows, (row) => row['N° Solicitud'])
    expect([...byNumber.values()].map(markOf)).toEqual(marks.map(told))
    expect(rows).toHaveLength(
      options.classes === 'joined' ? marks.length : marks.flatMap(({ clases }) => clases).length,
    )
  })

  test('has the headers of a Chilean sheet, and lines that end as RFC 4180 says', () => {
    expect(written([])).toBe(
      'N° Solicitud;N° Registro;Denominación;Estado;Tipo de Signo;Fecha de Presentación;Fecha de Publicación;' +
        'Fecha de Registro;Fecha de Vencimiento;Clases;Cobertura;Solicitante;País Solicitante;Titular;' +
        'País Titular;Representante;País Representante\r\n',
    )
    expect(written([], { classes: 'rows' })).toContain(';Clase;Cobertura;')
  })

  test('writes days as they are written in Chile, or as ISO has them', () => {
    const mark = { ...MARK, fechaPresentacion: '2019-06-04' }
    expect(written([mark])).toContain(';04/06/2019;')
    expect(written([mark], { days: 'iso' })).toContain(';2019-06-04;')
  })

  test('comes in chunks, none of them much longer than 64 K characters', () => {
    const chunks = [...csvSheet(marks)]
    expect(chunks.length).toBeGreaterThan(2)
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(80_000)
  })

  test('loses nothing of a name, whatever is in it', () => {
    const name = fc.string({
      unit: fc.constantFrom('"', ';', ',', '\t', '\r', '\n', ' ', 'ñ', 'A', '’', '0'),
    })
    fc.assert(
      fc.property(name, fc.constantFrom(...ALL_OPTIONS), (denominacion, options) => {
        const [row] = read(written([{ ...MARK, denominacion }], options), options.separator)
        expect(row?.Denominación).toBe(denominacion)
      }),
    )
  })
})
