import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/support/any-character.ts'
import { openDelimited } from '../../formats/delimited/open-delimited.ts'
import type { SheetRow } from '../../formats/sheet.ts'
import type { Cell } from '../../values/cell.ts'
import type { MarkRecord } from '../../values/mark-record.ts'
import { findColumns } from './columns.ts'
import { readRow } from './read-row.ts'

const HEADERS = [
  'N° Solicitud',
  'N° Registro',
  'Denominación',
  'Estado',
  'Tipo de Signo',
  'Fecha de Presentación',
]
  .concat(['Fecha de Publicación', 'Fecha de Registro', 'Fecha de Vencimiento', 'Clases', 'Cobertura'])
  .concat(['Solicitante', 'Titular', 'País', 'Representante'])
const columns = findColumns([{ number: 1, cells: HEADERS }])

const read = (cells: readonly Cell[]) => readRow(columns, { number: 2, cells }, 1900)
/** Returns a valid row with some cells replaced, by their header. */
const readWith = (cells: Record<string, Cell>) =>
  read(HEADERS.map((header) => (header in cells ? (cells[header] ?? null) : (GOOD[header] ?? null))))

const GOOD: Readonly<Record<string, Cell>> = {
  'N° Solicitud': '1.241.347',
  Denominación: ' BAR  "EL RINCÓN" ',
  Estado: 'Registrada',
  'Fecha de Presentación': '24/06/2019',
}

describe('a row', () => {
  test('has no value for \\N from a database export, or for NA from R, except NA as the name of a mark', () => {
    const cells = {
      'N° Registro': 'NA',
      'Fecha de Registro': 'NA',
      Clases: 'NA',
      Titular: 'NA',
      Denominación: 'NA',
    }
    expect(readWith(cells)).toMatchObject({
      nroRegistro: null,
      denominacion: 'NA',
      fechaRegistro: null,
      clases: [],
      personas: [],
    })
    const nulls = Object.fromEntries(Object.keys(cells).map((header) => [header, '\\N']))
    expect(readWith(nulls)).toMatchObject({
      nroRegistro: null,
      denominacion: '',
      fechaRegistro: null,
      clases: [],
      personas: [],
    })
  })

  test('is read as a record with each field as the corpus stores it', () => {
    const cells: Cell[] = [
      '1.241.347',
      1238280,
      'CAFÃ‰ Ã‘ANDÃš',
      'En TrÃ¡mite',
      'MIXTA',
      43640,
      '2019-07-01',
      '',
      '-',
    ]
    const rest = ['30, 29 y 29', 'carne y café', 'B; A (Perú)', 'ACME 76.123.456-7', 'Chile', 'ACME']
    expect(read([...cells, ...rest])).toEqual({
      nroSolicitud: '1241347',
      nroRegistro: '1238280',
      denominacion: 'CAFÉ ÑANDÚ',
      estado: 'EN_TRAMITE',
      estadoOficina: 'En Trámite',
      tipoSigno: 'MIXTA',
      fechaPresentacion: '2019-06-24',
      fechaPublicacion: '2019-07-01',
      fechaRegistro: null,
      fechaVencimiento: null,
      clases: [
        { clase: 29, cobertura: 'carne y café' },
        { clase: 30, cobertura: 'carne y café' },
      ],
      personas: [
        { rol: 'REPRESENTANTE', nombre: 'ACME', pais: null },
        { rol: 'SOLICITANTE', nombre: 'A', pais: 'PE' },
        { rol: 'SOLICITANTE', nombre: 'B', pais: null },
        { rol: 'TITULAR', nombre: 'ACME', pais: 'CL' },
      ],
    } satisfies MarkRecord)
  })

  test('needs only its number and its filing date', () => {
    expect(readWith({ Denominación: null, Estado: null })).toEqual({
      nroSolicitud: '1241347',
      nroRegistro: null,
      denominacion: '',
      estado: 'SIN_CLASIFICAR',
      estadoOficina: '',
      tipoSigno: 'OTRA',
      fechaPresentacion: '2019-06-24',
      fechaPublicacion: null,
      fechaRegistro: null,
      fechaVencimiento: null,
      clases: [],
      personas: [],
    } satisfies MarkRecord)
  })

  test('is read if the sheet has only the required columns, and rejected if it has no cells', () => {
    const few = findColumns([{ number: 1, cells: Object.keys(GOOD) }])
    expect(readRow(few, { number: 2, cells: Object.values(GOOD) }, 1900)).toMatchObject({
      nroSolicitud: '1241347',
      clases: [],
    })
    expect(readRow(columns, { number: 2, cells: [] }, 1900)).toHaveProperty('reason')
  })

  test('has days in the date system of its workbook', () => {
    const cells = HEADERS.map((header) =>
      header === 'Fecha de Presentación' ? 42_178 : (GOOD[header] ?? null),
    )
    expect(readRow(columns, { number: 2, cells }, 1904)).toMatchObject({ fechaPresentacion: '2019-06-24' })
    expect(readRow(columns, { number: 2, cells }, 1900)).toMatchObject({ fechaPresentacion: '2015-06-23' })
  })
})

test('a placeholder is read as an empty cell, except in the name of a mark', () => {
  const placeholders = Object.fromEntries(
    HEADERS.map((header, index) => [header, ['NULL', 'S/I', 'No informado'][index % 3] ?? null]),
  )
  const days = {
    'Fecha de Publicación': '  /  /  ',
    'Fecha de Registro': '01/01/1900',
    'Fecha de Vencimiento': '31/12/9999',
  }
  const { 'N° Solicitud': number = '', 'Fecha de Presentación': day = '' } = GOOD
  const cells = { ...placeholders, ...days, 'N° Solicitud': number, 'Fecha de Presentación': day }
  expect(readWith({ ...cells, Denominación: 'NULL' })).toEqual({
    ...readWith({ Denominación: 'NULL', Estado: null }),
    nroSolicitud: '1241347',
  })
})

test('national ids are removed from the status, the registration number and persons', () => {
  const id = '12.345.678-5'
  expect(
    readWith({ Estado: `Desistida por RUT ${id}`, 'N° Registro': id, Titular: `Ana ${id}` }),
  ).toMatchObject({
    estadoOficina: 'Desistida por',
    nroRegistro: null,
    personas: [{ nombre: 'Ana' }],
  })
})

describe('a row is rejected whole', () => {
  test('when it has no valid application number', () => {
    const reason = 'has no application number'
    for (const cell of [null, '', '-', '0', 0]) {
      expect(readWith({ 'N° Solicitud': cell })).toEqual({ nroSolicitud: null, reason })
    }
    expect(readWith({ 'N° Solicitud': 'Total: 24872' })).toEqual({
      nroSolicitud: null,
      reason: 'the application number is not a number: "Total: 24872"',
    })
  })

  test('when a cell cannot be read, with the cell and the reason', () => {
    const long = 'x'.repeat(1001)
    const reasons: [string, Cell, unknown][] = [
      ['Fecha de Presentación', null, 'has no filing date'],
      ['Fecha de Presentación', '00/00/0000', 'has no filing date'],
      ['Fecha de Presentación', '31/02/2019', 'the filing date is no date: "31/02/2019"'],
      ['Fecha de Publicación', 'ayer', 'the publication date is no date: "ayer"'],
      ['Fecha de Registro', 2019, 'the registration date is no date: "2019"'],
      ['Fecha de Vencimiento', '30/02/2020', 'the expiry date is no date: "30/02/2020"'],
      ['N° Registro', long, `the registration number has more than 64 characters: "${'x'.repeat(39)}…"`],
      ['N° Registro', '24/06/2019', 'the registration number is a day or is not exact: "24/06/2019"'],
      ['N° Registro', '1,241', 'the registration number is a day or is not exact: "1,241"'],
      ['N° Registro', '1,24E+06', 'the registration number is a day or is not exact: "1,24E+06"'],
      ['N° Registro', 12.5, 'the registration number is a day or is not exact: "12.5"'],
      ['Denominación', long, 'the name has more than 1,000 characters'],
      ['Estado', long, 'the status has more than 1,000 characters'],
      ['Estado', 'Anul\u0430da', 'a word of the status mixes two scripts: "Anul\u0430da"'],
      ['Tipo de Signo', '\u041cixta', 'a word of the kind of sign mixes two scripts: "\u041cixta"'],
      [
        'Estado',
        'Ca\u0081ucada',
        'the cell "Estado" in column D cannot be read: it has a control character (U+0081): a character was lost',
      ],
      [
        'Titular',
        '[object Object]',
        'the cell "Titular" in column M cannot be read: it has "[object Object]", which a program writes in place of a value',
      ],
      [
        'Titular',
        '«Titular»',
        'the cell "Titular" in column M cannot be read: it has a field of a template in place of a value',
      ],
      [
        'Titular',
        'Ídem',
        'the cell "Titular" in column M cannot be read: it refers to the value of another row',
      ],
      ['Titular', 'Ibíd.', expect.stringMatching(/it refers to the value of another row$/)],
      ['Titular', 'El mismo', expect.stringMatching(/it refers to the value of another row$/)],
      ['Titular', 'Igual al anterior', expect.stringMatching(/it refers to the value of another row$/)],
      ['Titular', '- do -', expect.stringMatching(/it refers to the value of another row$/)],
      ['Estado', '"', 'the cell "Estado" in column D cannot be read: it refers to the value of another row'],
      ['Clases', '29, 46', 'class 46 is not between 1 and 45'],
      ['Clases', 'varias', 'the classes are not numbers: "varias"'],
      ['Cobertura', 'x'.repeat(32_768), 'the goods and services have more than 32,767 characters'],
      ['Titular', 'Lagos; Compañía', 'a person\'s name is only "Compañía", the end of another name'],
      ['Titular', 'Viñas del Sur\nS.A.', 'a person\'s name is only "S.A.", the end of another name'],
      ['Titular', '{"Viña Sur","Otra, S.A."}', expect.stringMatching(/has the form of a list/)],
      ['Titular', '["Viña Sur"]', expect.stringMatching(/has the form of a list/)],
      ['Titular', 'Viña Sur y 3 más', expect.stringMatching(/mentions unnamed persons, "Viña Sur y 3 más"/)],
      ['Titular', 'Industrias del Sur SpA,,', 'a person\'s name is not whole, "Industrias del Sur SpA,,"'],
      ['Titular', 'Comercializadora Agríc...', expect.stringMatching(/is not whole/)],
      ['Titular', 'Viña Sur (1)', expect.stringMatching(/is not whole/)],
      ['Denominación', 'SOL (*)', expect.stringMatching(/cannot be read: it refers to a footnote/)],
      ['Titular', 'Ver detalle', expect.stringMatching(/is not whole/)],
      ['Titular', 'Viña Sur;#33', 'a person\'s name is only "#33", a position in another list'],
      ['Titular', 'xxxx', expect.stringMatching(/^a program has written "xxxx" in place of/)],
      ['Titular', 'Viña+Los+Robles+S.A.', expect.stringMatching(/^a program has written/)],
      ['Titular', 'Debe iniciar sesión para ver este dato', expect.stringMatching(/^a program has written/)],
      ['Fecha de Vencimiento', '2034-10-25T02:59:59Z', expect.stringMatching(/is no date/)],
      ['Clases', '3, 9, 35, ', 'the list of classes is not complete: "3, 9, 35,"'],
      ['Titular', 'Viña Sur; otros 3', expect.stringMatching(/mentions unnamed persons/)],
      ['Titular', 'Viña Sur / Viña Norte', '"Viña Sur / Viña Norte" may be several persons'],
      [
        'Titular',
        'Inversiones Ñandú\\nSucursal',
        expect.stringMatching(/has "\\n", which a program writes in place of a letter/),
      ],
      ['Titular', '29, 30', 'a person\'s name is a value of another column, "29, 30"'],
      ['Titular', 'Chile', expect.stringMatching(/a value of another column/)],
      ['Titular', 'Estados Unidos de Norteamérica', expect.stringMatching(/a value of another column/)],
      ['Titular', '15/03/2035', expect.stringMatching(/a value of another column/)],
      ['Representante', 'CL', expect.stringMatching(/a value of another column/)],
      ['Representante', 'Mixta', expect.stringMatching(/a value of another column/)],
      ['Titular', 'Viña Sur S.A.³', expect.stringMatching(/is not whole/)],
      ['N° Registro', '1400777¹', 'the registration number is a day or is not exact: "1400777¹"'],
      ['Estado', '12', 'the status has no letter, and may be a code: "12"'],
      ['N° Registro', 'ver anexo', 'the registration number has no digit: "ver anexo"'],
      ['Titular', `A;${long}`, "a person's name has more than 1,000 characters"],
    ]
    for (const [header, cell, reason] of reasons) {
      expect(readWith({ [header]: cell })).toEqual({ nroSolicitud: '1241347', reason })
    }
  })

  test('when its goods and services are of a class that it does not have', () => {
    const row = { Clases: '3', Cobertura: 'Clase 25: vestuario' }
    expect(readWith(row)).toMatchObject({
      reason: 'the goods and services are of class 25, and the classes are 3',
    })
    expect(readWith({ ...row, Clases: '25' })).toHaveProperty('clases')
  })

  test('when it has no status and its name ends in one, because the status may have moved there', () => {
    for (const name of ['MORNON Denegada', 'Perlisa Tenida por no presentada', 'Sur En Trámite']) {
      const reason = `has no status, and the name ends in a status: "${name}"`
      expect(readWith({ Denominación: name, Estado: null })).toEqual({ nroSolicitud: '1241347', reason })
      expect(readWith({ Denominación: name })).toMatchObject({ denominacion: name })
    }
    for (const name of ['Sahanula', 'VITAMINA C', 'Denegada Sur', 'Denegada por nadie']) {
      expect(readWith({ Denominación: name, Estado: null })).toMatchObject({ denominacion: name })
    }
  })

  test('when name, unknown status and kind of sign may have changed places', () => {
    const named = { Denominación: 'Registrada', Estado: 'Fiordo Azul' }
    expect(readWith(named)).toMatchObject({
      reason: 'the status of the row is not known, and the name is a status: "Registrada"',
    })
    expect(readWith({ ...named, Estado: 'Denegada' })).toHaveProperty('denominacion', 'Registrada')
    expect(readWith({ Estado: 'Denominativa' })).toMatchObject({
      reason: 'the status is a kind of sign: "Denominativa"',
    })
  })

  test('when it has a value in a column without a header, because the value may belong to the cell on its left', () => {
    const found = findColumns([
      { number: 1, cells: [null, ...HEADERS.slice(0, 3), ' ', ...HEADERS.slice(3)] },
    ])
    const cells = HEADERS.map((header) => GOOD[header] ?? null)
    const row = (rest: Cell) => [17, ...cells.slice(0, 3), rest, ...cells.slice(3)]
    expect(readRow(found, { number: 2, cells: row('CÓN') }, 1900)).toEqual({
      nroSolicitud: '1241347',
      reason: 'has a value in column E, which has no header: the value may belong to the cell on its left',
    })
    expect(readRow(found, { number: 2, cells: row(null) }, 1900)).toMatchObject({ estado: 'REGISTRADA' })
  })

  test('when it has more than 1,000 persons', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `N${index}`).join(';')
    const reason = 'has more than 1,000 persons'
    expect(readWith({ Titular: names(1001) })).toEqual({ nroSolicitud: '1241347', reason })
    expect(readWith({ Titular: names(600), Solicitante: names(401) })).toHaveProperty('reason', reason)
    expect(readWith({ Titular: names(1000) })).toHaveProperty('personas.length', 1000)
  })

  test('but not for a lost character that the encoding repair restores, or a word in another script', () => {
    const result = readWith({ Denominación: 'Ã\u0081RBOL', Estado: 'Anulada \u041c', Titular: 'A\u0085B' })
    expect(result).toMatchObject({ denominacion: 'ÁRBOL', estado: 'SIN_CLASIFICAR' })
  })

  test('but not for the maximum lengths', () => {
    const name = '𝄞'.repeat(1000)
    const result = readWith({ Denominación: name, Titular: name, Cobertura: 'x'.repeat(32_767) })
    expect(result).toMatchObject({ denominacion: name, personas: [{ nombre: name }] })
  })
})

/** Expects a record in canonical form. */
function expectCanonical(record: MarkRecord): void {
  const numbers = record.clases.map(({ clase }) => clase)
  const texts = [record.denominacion, record.estadoOficina, ...record.personas.map(({ nombre }) => nombre)]
  expect(record.nroSolicitud).toMatch(/^[1-9]\d{0,17}$/)
  expect(record.fechaPresentacion).toMatch(/^(1[89]|20|21)\d{2}-\d{2}-\d{2}$/)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(numbers.every((number) => number >= 1 && number <= 45)).toBe(true)
  expect(texts.filter((text) => /[\p{Cc}\p{Bidi_Control}]|^\s|\s$|\s\s/u.test(text))).toEqual([])
}

describe('a row with any cells', () => {
  const junk = fc.oneof(
    fc.constant(null),
    fc.double(),
    fc.integer(),
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom(...'0123456789./-;|()[]: ykKRUT\n\0ÃÂ±') }),
  )

  test('is read as a canonical record or rejected with a short reason', () => {
    const cells = fc.tuple(...HEADERS.map((header) => fc.oneof(junk, fc.constant(GOOD[header] ?? null))))
    fc.assert(
      fc.property(cells, (row) => {
        const result = read(row)
        if ('reason' in result) {
          expect(result.reason.length).toBeLessThanOrEqual(120)
        } else {
          expectCanonical(result)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('is read or rejected, also if a cell is twice as long as any text that is stored', () => {
    for (const unit of ['x', '- ', 'Ã©', 'RUT:::', '1.', '(', 'Clase 29 ', 'ñ', '\u200d', '0', 'x;', '\n']) {
      const cell = unit.repeat(2 ** 16 / unit.length)
      for (const header of HEADERS) {
        const result = readWith({ [header]: cell })
        expect('reason' in result || result.nroSolicitud).toBeTruthy()
      }
    }
  })
})

const REAL = fileURLToPath(
  new URL('../../../../../shared/realdata/sheets/solicitudes-2019-1.csv', import.meta.url),
)
const whereReal = existsSync(REAL) ? test : test.skip

whereReal('every row of a real sheet is a record', async () => {
  const sheet = await openDelimited(REAL)
  const rows: SheetRow[] = []
  for await (const batch of sheet.rows) {
    rows.push(...batch)
  }
  await sheet.close()
  const found = findColumns(rows)
  const results = rows.slice(1).map((row) => readRow(found, row, sheet.epoch))
  const records = results.filter((result) => !('reason' in result))
  expect([results.length, records.length]).toEqual([24_872, 24_872])
  expect(records.find(({ nroSolicitud }) => nroSolicitud === '18026473')).toMatchObject({
    denominacion: 'Ciclo "DANZAZARAGOZA2020" by J. Testi Tajada',
    estado: 'REGISTRADA',
    tipoSigno: 'DENOMINATIVA',
    fechaPresentacion: '2019-02-25',
    fechaRegistro: '2019-06-08',
    fechaVencimiento: '2029-02-25',
  })
})

test('the days of a column are read with the month first if its header states it', () => {
  const headers = HEADERS.map((header) => header.replace(/^Fecha.*/, '$& (mm/dd/aaaa)'))
  const monthFirst = findColumns([{ number: 1, cells: headers }])
  const cells = HEADERS.map((header) => (header.startsWith('Fecha') ? '03/04/2019' : (GOOD[header] ?? null)))
  expect(readRow(monthFirst, { number: 2, cells }, 1900)).toMatchObject({
    fechaPresentacion: '2019-03-04',
    fechaRegistro: '2019-03-04',
  })
  expect(read(cells)).toMatchObject({ fechaPresentacion: '2019-04-03' })
  const contradicting = cells.map((cell) => (cell === '03/04/2019' ? '24/06/2019' : cell))
  expect(readRow(monthFirst, { number: 2, cells: contradicting }, 1900)).toMatchObject({
    reason: 'the filing date is no date: "24/06/2019"',
  })
})
