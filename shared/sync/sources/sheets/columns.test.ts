import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/support/any-character.ts'
import type { SheetRow } from '../../formats/sheet.ts'
import type { Cell } from '../../values/cell.ts'
import { findColumns, isHeaderRow } from './columns.ts'
import type { Field } from './header-words.ts'

const rowsOf = (...rows: Cell[][]): SheetRow[] => rows.map((cells, index) => ({ number: index + 1, cells }))
const HEADERS = ['N° Solicitud', 'Denominación', 'Estado', 'Fecha de Presentación']

const found = (...headers: Cell[]): Partial<Record<Field, number>> => {
  const { at } = findColumns(rowsOf(headers))
  return Object.fromEntries(Object.entries(at).filter(([, column]) => column >= 0))
}
const refusal = (...rows: Cell[][]) => {
  try {
    return findColumns(rowsOf(...rows))
  } catch (error) {
    return { code: (error as { code?: string }).code, message: (error as Error).message }
  }
}

describe('the columns of a sheet', () => {
  test('are found by their headers, in any order', () => {
    const all = [
      'Clases',
      'Estado',
      'Titular',
      'N° Registro',
      'Denominación',
      'Fecha de Vencimiento',
      'Cobertura',
    ]
      .concat(['Tipo de Signo', 'Fecha de Presentación', 'N° Solicitud', 'Fecha de Publicación'])
      .concat(['Fecha de Registro', 'Solicitante', 'Representante'])
    expect(found(...all)).toEqual({
      clases: 0,
      estado: 1,
      titular: 2,
      nroRegistro: 3,
      denominacion: 4,
      fechaVencimiento: 5,
      cobertura: 6,
      tipoSigno: 7,
      fechaPresentacion: 8,
      nroSolicitud: 9,
      fechaPublicacion: 10,
      fechaRegistro: 11,
      solicitante: 12,
      representante: 13,
    })
  })

  test('are found by headers in different spellings', () => {
    const numbers = [
      'Nº SOLICITUD',
      'Nro. de Solicitud',
      'Núm. Solicitud',
      'NUMERO SOLICITUD',
      'N.° de la Solicitud',
    ]
    for (const number of [
      ...numbers,
      'NumeroSolicitud',
      'nro_solicitud',
      'nroSolicitud',
      'Solicitud N°',
      'NÂ° Solicitud',
    ]) {
      expect(found(number, 'MARCA', 'estado ', 'Fecha\nPresentaciÃ³n')).toEqual({
        nroSolicitud: 0,
        denominacion: 1,
        estado: 2,
        fechaPresentacion: 3,
      })
    }
  })

  test('are found by synonyms', () => {
    const others: [string, Field][] = [
      ['Clase(s)', 'clases'],
      ['Clase Niza', 'clases'],
      ['Productos y Servicios', 'cobertura'],
      ['Productos/Servicios', 'cobertura'],
      ['Tipo', 'tipoSigno'],
      ['Tipo de marca', 'tipoSigno'],
      ['Type', 'tipoSigno'],
      ['Titular(es)', 'titular'],
      ['Apoderado', 'representante'],
      ['Fecha Vencimiento', 'fechaVencimiento'],
      ['Registro', 'nroRegistro'],
    ]
    for (const [header, field] of others) {
      expect(found(...HEADERS, header)).toHaveProperty(field, 4)
    }
    expect(found('Solicitud', 'Nombre de la marca', 'Estado', 'Fecha de Ingreso')).toHaveProperty(
      'denominacion',
      1,
    )
  })

  test('are found by numbered headers', () => {
    expect(
      found(
        '1. N° Solicitud',
        '2) Denominación',
        '03- Estado',
        '4.Fecha de Registro (dd/mm/aaaa)',
        '5. F. Presentación',
      ),
    ).toEqual({
      nroSolicitud: 0,
      denominacion: 1,
      estado: 2,
      fechaRegistro: 3,
      fechaPresentacion: 4,
    })
  })

  test('are found by headers with the format of their values in brackets', () => {
    const noted = ['N° Solicitud (número)', 'Marca (texto)', 'Estado', 'Fecha Presentación (dd/mm/aaaa)']
    expect(Object.keys(found(...noted, 'Clases [n°]', 'Fecha de Registro (AAAAMMDD)'))).toHaveLength(6)
    for (const form of [
      'dd-mm-aaaa',
      'DD.MM.YY',
      'día/mes/año',
      'aaaa-mm-dd',
      'ddmmaaaa',
      'dd/mm/yyyy hh:mm:ss',
    ]) {
      const columns = findColumns(rowsOf([...HEADERS.slice(0, 3), `Fecha de Presentación (${form})`]))
      expect([columns.at.fechaPresentacion, ...columns.monthFirst]).toEqual([3])
    }
    expect([...findColumns(rowsOf([...HEADERS, 'F. Registro (mm/dd/aaaa)'])).monthFirst]).toEqual([
      'fechaRegistro',
    ])
  })

  test('are not found by headers with another note, which may be another field', () => {
    for (const header of [
      'Titular (número)',
      'Registro (fecha)',
      'Registro (dd/mm/aaaa)',
      'Fecha de Registro (aaaa-dd-mm)',
      'Fecha de Registro (año)',
      'Solicitante (RUT)',
    ]) {
      expect(findColumns(rowsOf([...HEADERS, header])).unread).toEqual([`"${header}"`])
    }
  })

  test('are found below titles, within the first 30 rows', () => {
    const titles = ['Solicitudes de marca', 'Estado al 3 de mayo', 'Marca; Titular'].map((title) => [title])
    const { headerRow } = findColumns(rowsOf(...titles, [], [null, 12], HEADERS, ['1', 'A', 'B', '1/1/2020']))
    expect(headerRow).toBe(6)
    expect(refusal(...Array.from({ length: 30 }, () => ['x']), HEADERS)).toMatchObject({
      code: 'headers_missing',
    })
  })

  test('are found among hundreds of unknown columns', () => {
    const unknown = Array.from({ length: 200 }, (_, index) => `Columna ${index % 7}`)
    expect(found(...unknown, ...HEADERS)).toEqual({
      nroSolicitud: 200,
      denominacion: 201,
      estado: 202,
      fechaPresentacion: 203,
    })
  })

  test('with countries belong to the person in their header, the one to their left, or the only one', () => {
    expect(found(...HEADERS, 'Titular', 'País', 'Representante', 'País')).toMatchObject({
      paisTitular: 5,
      paisRepresentante: 7,
    })
    expect(found(...HEADERS, 'País del Titular', 'Titular', 'Solicitante')).toMatchObject({ paisTitular: 4 })
    expect(found('País', ...HEADERS, 'Solicitante')).toMatchObject({ paisSolicitante: 0 })
    expect(found('País', ...HEADERS, 'Solicitante', 'Titular')).not.toHaveProperty('paisTitular')
  })
})

describe('a sheet is refused', () => {
  test('when headers are missing, with an error that names the missing and the present ones', () => {
    expect(refusal(['N° Solicitud', 'Marca', null, 'Fecha'])).toEqual({
      code: 'headers_missing',
      message:
        'Headers are missing: "Estado", "Fecha de Presentación"; row 1 has "N° Solicitud", "Marca", "Fecha".',
    })
  })

  test('when it has no headers at all, or no rows', () => {
    expect(refusal(['1', 'A'], ['2', 'B'])).toEqual({
      code: 'headers_missing',
      message:
        'Headers are missing: "N° Solicitud", "Denominación", "Estado", "Fecha de Presentación"; row 1 has no known headers.',
    })
    expect(refusal()).toMatchObject({ message: expect.stringContaining('there are no rows') })
  })

  test('without quoting data: the error contains only cells of a header row', () => {
    const data = ['1241347', 'ACME', 'Juan Pérez', 'Calle Uno']
    for (const rows of [
      [data],
      [['Juan Pérez', 'María Soto']],
      [['Titular', 'Juan Pérez']],
      [[5, 'Juan Pérez']],
    ]) {
      expect((refusal(...rows) as { message: string }).message).not.toMatch(/Juan|Calle|ACME|1241347/)
    }
    const mixed = refusal(['Marca', 'Titular', 'Juan Pérez, Calle 9'])
    expect(mixed).toHaveProperty('message', expect.stringContaining('; row 1 has "Marca", "Titular".'))
    expect(refusal(['Marca', 'Titular', 'Glosa'])).toHaveProperty(
      'message',
      expect.stringContaining('; row 1 has "Marca", "Titular", "Glosa".'),
    )
  })

  test('when two headers have the same meaning, in the same words or different ones', () => {
    expect(refusal([...HEADERS, 'Estado'])).toEqual({
      code: 'headers_missing',
      message: 'The header "Estado" occurs twice, so it is not known which column counts.',
    })
    expect(refusal([...HEADERS, 'Clase', 'Clases'])).toEqual({
      code: 'headers_missing',
      message: 'The headers "Clase" and "Clases" mean the same, so it is not known which column counts.',
    })
  })

  test('with a short error, even if its headers are long', () => {
    const error = refusal(Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(1000)}`))
    expect((error as { message: string }).message.length).toBeLessThan(1200)
  })

  test('or read, and causes no other error, with any rows', () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.double(),
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(...HEADERS),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell), { maxLength: 5 }), (rows) => {
        const result = refusal(...rows)
        expect('at' in result ? 'headers_missing' : result.code).toBe('headers_missing')
      }),
    )
  })
})

test('repeated headers are recognized further down, and data is not mistaken for headers', () => {
  const columns = findColumns(rowsOf(HEADERS))
  const again = (cells: Cell[]): boolean => isHeaderRow(columns, { number: 9, cells })
  expect(again(HEADERS)).toBe(true)
  expect(again(['NRO SOLICITUD', 'DENOMINACION', 'ESTADO', 'FECHA PRESENTACION'])).toBe(true)
  for (const data of [['1241347', 'Denominación', 'Estado', '1/1/2020'], ['Estado'], [], [1, 2, 3, 4]]) {
    expect(again(data)).toBe(false)
  }
})
