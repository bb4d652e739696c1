import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildWorkbook,
  styled,
  type TestCell,
  type TestSheet,
  typed,
} from '../../../../test/support/sheets/build-workbook.ts'
import { SyncError } from '../../sync-error.ts'
import type { MarkRecord } from '../../values/mark-record.ts'
import { openSheet } from './open-sheet.ts'
import { readRecords } from './read-records.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads a file. Returns its marks by number, rejected rows, excluded applications and unread worksheets. */
async function read(content: string | Buffer) {
  const path = join(folder, 'sheet')
  await writeFile(path, content)
  const marks: string[] = []
  const rejected: string[] = []
  const incomplete: string[] = []
  const unread: [string, number][] = []
  for await (const batch of readRecords(
    () => openSheet(path),
    (name, rows) => unread.push([name, rows]),
  )) {
    marks.push(
      ...batch.records.map(({ rowNumber, record }) => {
        const classes = record.clases.map(({ clase }) => clase).join()
        return `${rowNumber}: ${record.nroSolicitud} ${record.denominacion} ${classes}`
      }),
    )
    rejected.push(
      ...batch.rejections.map(
        ({ rowNumber, nroSolicitud, reason }) => `${rowNumber}: ${nroSolicitud} ${reason}`,
      ),
    )
    incomplete.push(...batch.incomplete.map(({ nroSolicitud }) => nroSolicitud))
  }
  return { marks, rejected, incomplete, unread }
}

/** Returns the records of a file, none if it is refused. */
async function recordsOf(content: string): Promise<MarkRecord[]> {
  const path = join(folder, 'records')
  await writeFile(path, content)
  const records: MarkRecord[] = []
  try {
    for await (const batch of readRecords(() => openSheet(path))) {
      records.push(...batch.records.map(({ record }) => record))
    }
    return records
  } catch (error) {
    expect(error).toBeInstanceOf(SyncError)
    return []
  }
}

const refusal = async (content: string | Buffer): Promise<string> =>
  read(content).then(
    () => 'was read',
    ({ code, message }) => `${code}: ${message}`,
  )

const HEADERS = ['N° Solicitud', 'Denominación', 'Estado', 'Fecha de Presentación', 'Clase', 'Titular']
const mark = (nro: number, clase: TestCell = 9): TestCell[] => [
  nro,
  `MARCA ${nro}`,
  'Registrada',
  '02/01/2026',
  clase,
  'ACME',
]
const ofSheets = (...sheets: TestSheet[]): Promise<Buffer> =>
  buildWorkbook({ ...sheets.at(-1), sheetsBefore: sheets.slice(0, -1) })
const ofRows = (...rows: TestCell[][]): Promise<Buffer> => ofSheets({ rows })
const csv = (...rows: TestCell[][]): string =>
  rows
    .map((row) => [...row, ...Array(HEADERS.length).fill(null)].slice(0, HEADERS.length).join(';'))
    .join('\r\n')

describe('the worksheets of a workbook', () => {
  const upper = ['NOTAS', 'N° SOLICITUD ', 'DENOMINACIÓN', 'ESTADO', 'FECHA PRESENTACIÓN', 'CLASE', 'TITULAR']

  test('are read by their own headers, and their row numbers are unique in the workbook', async () => {
    const file = await ofSheets(
      { name: '2025', rows: [HEADERS, mark(1)] },
      { name: 'Portada', rows: [['Registro de marcas'], ['Fuente', 'INAPI']] },
      {
        name: '2026',
        rows: [['Solicitudes de 2026'], upper, ['x', ...mark(2)], ['y', 'Z3', ...mark(3).slice(1)]],
      },
    )
    expect(await read(file)).toEqual({
      marks: ['2: 1 MARCA 1 9', '10000003: 2 MARCA 2 9'],
      rejected: [
        '10000004: null the application number is not a number: "Z3" (row 4 of the worksheet "2026")',
      ],
      incomplete: [],
      unread: [['"Portada"', 2]],
    })
  })

  test('are not read, but reported, if they contain no marks or are hidden', async () => {
    const catalog = [
      ['Clase', 'Descripción'],
      ...Array.from({ length: 45 }, (_, index) => [index + 1, 'Productos']),
    ]
    const counts = [
      ['Año', 'Ingresadas', 'Registradas'],
      [2025, 31_245, 20_123],
      [2026, 30_001, 19_999],
    ]
    const file = await ofSheets(
      { name: 'Portada', rows: [['Registro'], ['Actualizado al', '20/11/2026', 50_000]] },
      { name: 'Clases', rows: catalog },
      { rows: [HEADERS, mark(1)] },
      { name: 'Resumen', rows: counts },
      { name: 'Vacía', rows: [HEADERS] },
      { name: 'Oculta', rows: [HEADERS, mark(7)], state: 'hidden' },
      {},
    )
    expect(await read(file)).toMatchObject({
      marks: ['2: 1 MARCA 1 9'],
      rejected: [],
      unread: [
        ['"Portada"', 2],
        ['"Clases"', 46],
        ['"Resumen"', 3],
        ['"Oculta" (hidden)', 0],
      ],
    })
  })

  test.each<[string, TestCell[][]]>([
    [
      'below unknown headers',
      [
        ['Nr', 'Mark', 'Filed'],
        [1_241_347, 'A', '2026-01-02'],
        [1_241_348, 'B', '2026-01-02'],
      ],
    ],
    [
      'below a single required header, the application number',
      [
        ['N° Solicitud', 'Clase'],
        ['no', ''],
        [7, 35],
      ],
    ],
    ['without headers', [mark(1_241_347), mark(1_241_348)]],
    ['below two headers of the same meaning', [[...HEADERS, 'Marca'], mark(7)]],
  ])('fail the workbook if their marks are %s, with an error that names them', async (_, rows) => {
    const file = await ofSheets({ rows: [HEADERS, mark(1)] }, { name: 'Más', rows })
    expect(await refusal(file)).toMatch(/^headers_missing: Worksheet "Más": /)
  })

  test('fail the workbook if none has headers, with an error that names all', async () => {
    const file = await ofSheets(
      { name: 'Portada', rows: [['Listado'], ['2026']] },
      { name: 'Datos', rows: [['x', 'y']] },
    )
    const missing = 'Headers are missing: "N° Solicitud", "Denominación", "Estado", "Fecha de Presentación"'
    expect(await refusal(file)).toBe(
      `headers_missing: Worksheet "Portada": ${missing}; row 1 has no known headers. ` +
        `Worksheet "Datos": ${missing}; row 1 has no known headers.`,
    )
  })

  test('fail the workbook if one of them is damaged', async () => {
    const file = await buildWorkbook({
      sheetsBefore: [{ rows: [HEADERS, mark(1)] }],
      parts: { 'xl/worksheets/sheet2.xml': 'x' },
    })
    expect(await refusal(file)).toMatch(/^not_a_sheet: Worksheet "S1": /)
  })
})

describe('a second table in a sheet', () => {
  test('continues the first one if it repeats the same headers, as on a new page', async () => {
    expect(
      await read(await ofRows(HEADERS, mark(1), ['Página 2', null, 'de 3'], HEADERS, mark(2))),
    ).toMatchObject({
      marks: ['2: 1 MARCA 1 9', '5: 2 MARCA 2 9'],
      incomplete: [],
    })
  })

  test.each<[string, TestCell[]]>([
    ['in another order', [...HEADERS.slice(0, 1), ...HEADERS.slice(1, 3).reverse(), ...HEADERS.slice(3)]],
    ['for fewer columns', HEADERS.slice(0, 5)],
    ['for more columns', [...HEADERS, 'N° Registro']],
    ['without the required ones', ['Titular', 'Clase', 'N° Registro']],
  ])('fails the sheet if it has headers %s, with an error that has their row', async (_, headers) => {
    expect(await refusal(await ofRows(HEADERS, mark(1), headers, mark(2)))).toMatch(
      /^headers_missing: Row 3 has headers again, in other columns than row 1 \(".+"\): save each table/,
    )
  })

  test('fails the sheet if it is above the headers', async () => {
    const above: TestCell[][] = [['Solicitud', 'Estado'], [7, 'Registrada'], []]
    expect(await refusal(await ofRows(...above, HEADERS, mark(1)))).toBe(
      'headers_missing: Row 2 looks like a mark, and is above the headers in row 4: ' +
        'save each table as a file of its own.',
    )
    expect(await refusal(await ofRows(HEADERS.slice(0, 5), mark(7).slice(0, 5), HEADERS, mark(1)))).toMatch(
      /Row 3/,
    )
  })
})

describe('marks that a sheet says not to use', () => {
  test('fail the sheet if a heading above them or the name of their worksheet says so', async () => {
    const advice = ': delete the rows that do not belong to the register.'
    const rows = [HEADERS, mark(1), ['INGRESADAS POR ERROR - NO CONSIDERAR'], HEADERS, mark(2)]
    expect(await refusal(await ofRows(...rows))).toBe(
      `headers_missing: Row 3 says "INGRESADAS POR ERROR - NO CONSIDERAR", but there is a mark below it in row 5${advice}`,
    )
    expect(await refusal(csv(['Datos de prueba'], HEADERS, mark(1)))).toMatch(/Row 1 says "Datos de prueba"/)
    const [used, unused] = [mark(1), mark(2)].map((row) => ({ rows: [HEADERS, row] }))
    const sheets = [
      { ...used, name: 'Marcas' },
      { ...unused, name: 'PRUEBAS - NO USAR' },
    ]
    expect(await refusal(await ofSheets(...(sheets as TestSheet[])))).toBe(
      `headers_missing: Worksheet "PRUEBAS - NO USAR": The worksheet contains marks, but its name says not to use them${advice}`,
    )
  })

  test('are not assumed if no marks follow such a heading', async () => {
    expect(await read(await ofRows(HEADERS, mark(1), ['No usar sin autorización']))).toMatchObject({
      marks: ['2: 1 MARCA 1 9'],
    })
  })
})

test('rows that programs add around the marks do not affect the marks', async () => {
  const line = HEADERS.map(() => '-----')
  expect(await read(csv(HEADERS, line, mark(1), mark(2), ['(2 filas)']))).toMatchObject({
    marks: ['3: 1 MARCA 1 9', '4: 2 MARCA 2 9'],
    incomplete: [],
  })
  expect(await read(`${csv(HEADERS, mark(1), ['#2', ...mark(2).slice(1)])}\r\n`)).toMatchObject({
    marks: ['2: 1 MARCA 1 9'],
    rejected: ['3: null the application number is not a number: "#2"'],
  })
})

test.each([
  ['Total de registros: 3', 'states 3 rows, but there are only 2'],
  ['Registros exportados: 1.000', 'states 1000 rows, but there are only 2'],
  ['(3 filas)', 'states 3 rows, but there are only 2'],
  ['Se omitieron filas porque se superó el volumen permitido', 'says that rows may be missing'],
  ['ORA-01555: instantánea demasiado antigua', 'says that rows may be missing'],
])('a line "%s" above or below two rows fails the sheet', async (line, message) => {
  for (const rows of [
    [[line], [], HEADERS, mark(1), mark(2)],
    [HEADERS, mark(1), mark(2), [line]],
  ]) {
    expect(await refusal(await ofRows(...rows))).toContain(
      `cut_off: Row ${rows.findIndex(([first]) => first === line) + 1} ${message}`,
    )
  }
})

test('a line with the right number of rows, or with a year, does not fail the sheet', async () => {
  const rows = [['Marcas 2026'], HEADERS, mark(1), mark(2), ['Total de registros: 2']]
  expect((await read(await ofRows(...rows))).marks).toHaveLength(2)
})

describe('a row is rejected', () => {
  test('if its remark says not to use it', async () => {
    const rows = [
      [...HEADERS, 'Observaciones'],
      [...mark(1), 'Renovada'],
      [...mark(2), 'Ingresada por error'],
    ]
    expect(await read(await ofRows(...rows))).toMatchObject({
      marks: ['2: 1 MARCA 1 9'],
      rejected: ['3: 2 its remark "Ingresada por error" says not to use the row'],
    })
  })

  test('if the column for deleted rows marks it', async () => {
    const rows = [
      [...HEADERS, 'eliminado'],
      [...mark(1), '0'],
      [...mark(2), '1'],
      [...mark(3), ''],
    ]
    expect(await read(await ofRows(...rows))).toMatchObject({
      marks: ['2: 1 MARCA 1 9', '4: 3 MARCA 3 9'],
      rejected: ['3: 2 has "1" in column G, which marks deleted rows'],
    })
  })

  test('if it has more cells than headers, unless they are empty', async () => {
    const file = `${csv(HEADERS)}\r\n7;MARCA; S.A.;Registrada;02/01/2026;9;ACME\r\n8;MARCA 8;Registrada;02/01/2026;9;ACME;;\r\n`
    expect(await read(file)).toMatchObject({
      marks: ['3: 8 MARCA 8 9'],
      rejected: ['2: 7 has more cells than headers: column G has a value, but no header'],
    })
  })

  test('if a cell of a known column is crossed out, or in white letters without a fill', async () => {
    const fonts =
      '<fonts><font/><font><strike/></font><font><color theme="0"/></font></fonts>' +
      '<fills><fill><patternFill patternType="none"/></fill></fills>'
    const rewrite = (xml: string): string =>
      xml
        .replace('<numFmts>', `${fonts}<numFmts>`)
        .replace(
          '<xf numFmtId="0"/><xf numFmtId="1"/></cellXfs>',
          '<xf fontId="1"/><xf fontId="2"/></cellXfs>',
        )
    const inStyle = (style: number, nro: number) => [styled(nro, style), ...mark(nro).slice(1)]
    const rows = [HEADERS, mark(7), inStyle(1, 8), inStyle(2, 9)]
    expect(await read(await buildWorkbook({ rows, formats: [0, 1], rewrite }))).toMatchObject({
      marks: ['2: 7 MARCA 7 9'],
      rejected: [
        '3: 8 the cell "N° Solicitud" in column A cannot be read: it is crossed out',
        '4: 9 the cell "N° Solicitud" in column A cannot be read: it is in white letters without a fill',
      ],
    })
  })

  test('if a cell of a known column has a comment, but not if its header has one', async () => {
    const comments = '<comments><commentList><comment ref="A1"/><comment ref="C3"/></commentList></comments>'
    const relationships =
      '<Relationships><Relationship Id="rId1" Type="x/comments" Target="../comments1.xml"/></Relationships>'
    const parts = {
      'xl/comments1.xml': comments,
      'xl/worksheets/_rels/sheet1.xml.rels': relationships,
    }
    expect(await read(await buildWorkbook({ rows: [HEADERS, mark(7), mark(8)], parts }))).toMatchObject({
      marks: ['2: 7 MARCA 7 9'],
      rejected: [
        '3: 8 the cell "Estado" in column C cannot be read: it has a comment, which may change its meaning',
      ],
    })
  })

  test('with the rows after it if the line breaks between them are missing', async () => {
    const lines = csv(HEADERS, mark(1_001), mark(1_002), mark(1_003), mark(1_004), mark(1_005)).split('\r\n')
    const joined = [lines[0], `${lines[1]}${lines[2]}${lines[3]}`, `${lines[4]};${lines[5]}`, ''].join('\r\n')
    const { marks, rejected } = await read(joined)
    expect(marks).toEqual([])
    expect(rejected).toEqual([
      expect.stringContaining('2: 1001 has more cells than headers'),
      '2: 1002 the line of this application is joined to the line of the application 1001',
      '2: 1003 the line of this application is joined to the line of the application 1001',
      expect.stringContaining('3: 1004 has more cells than headers'),
      '3: 1005 the line of this application is joined to the line of the application 1004',
    ])
  })

  test.each<[string, TestCell[][]]>([
    ['a program writes empty cells at the end of its rows', [mark(1), [...mark(2).slice(0, 5), null]]],
    ['all others are complete', Array.from({ length: 40 }, (_, index) => mark(index + 100))],
  ])('if it has fewer cells than headers, and %s', async (_, rows) => {
    const lines = csv(HEADERS, mark(7), ...rows).split('\r\n')
    lines.splice(2, 0, '8;MARCA 8;Registrada;02/01/2026', '9;MARCA 9;Registrada;02/01/2026;9')
    lines.splice(3, 0, csv(mark(10)))
    expect((await read(`${lines.join('\r\n')}\r\n`)).rejected).toEqual([
      '3: 8 has fewer cells than headers, 4 of 6: it is not known which cells are missing',
      '5: 9 has fewer cells than headers, 5 of 6: it is not known which cells are missing',
    ])
  })

  test.each<[string, TestCell[][]]>([
    ['a program leaves out empty cells', [mark(1), mark(2).slice(0, 4), mark(3), mark(4).slice(0, 5)]],
    [
      'Excel leaves out empty cells in a block of rows',
      [mark(1).slice(0, 5).concat(''), mark(2).slice(0, 5), mark(3).slice(0, 5), mark(4), mark(5)],
    ],
  ])('but not if %s', async (_, rows) => {
    const lines = [HEADERS, ...rows].map((row) => `${row.join(';')}\r\n`)
    const { marks, rejected } = await read(lines.join(''))
    expect([marks.length, rejected]).toEqual([rows.length, []])
  })

  test('but not if two adjacent rows are equally short, anywhere in a file that is read in parts', async () => {
    const rows = Array.from({ length: 4_500 }, (_, index) =>
      index % 3 === 0 ? [...mark(index + 1).slice(0, 5), ''] : mark(index + 1).slice(0, 5),
    )
    const { marks, rejected } = await read([HEADERS, ...rows].map((row) => `${row.join(';')}\r\n`).join(''))
    expect([marks.length, rejected]).toEqual([rows.length, []])
  })

  test('if a cell cannot be read, with its header, column and reason', async () => {
    const file = await ofRows(
      [...HEADERS, 'Nota'],
      [1, typed('e', '<v>#N/A</v>'), ...mark(1).slice(2)],
      [2, 'B', 'Registrada', (at) => `<c r="${at}"><f>TODAY()</f></c>`, 9, 'ACME'],
      [3, 'x'.repeat(32_768), ...mark(3).slice(2)],
      [4, 'CA\ufffdA', ...mark(4).slice(2)],
      [5, 'E', '#¡REF!', ...mark(5).slice(3)],
      [typed('e', '<v>#REF!</v>'), ...mark(6).slice(1)],
      [...mark(7), typed('e', '<v>#N/A</v>')],
    )
    const because = (header: string, column: string, reason: string): string =>
      `the cell "${header}" in column ${column} cannot be read: ${reason}`
    expect(await read(file)).toMatchObject({
      marks: ['8: 7 MARCA 7 9'],
      rejected: [
        `2: 1 ${because('Denominación', 'B', 'it holds the error "#N/A"')}`,
        `3: 2 ${because('Fecha de Presentación', 'D', 'its formula has no stored value')}`,
        `4: 3 ${because('Denominación', 'B', 'it has more than 32,767 characters')}`,
        `5: 4 ${because('Denominación', 'B', 'it has a replacement character (U+FFFD): a character was lost')}`,
        `6: 5 ${because('Estado', 'C', 'it holds the error "#¡REF!"')}`,
        `7: null ${because('N° Solicitud', 'A', 'it holds the error "#REF!"')}`,
      ],
    })
  })

  test('if a spreadsheet program may have changed the text of a cell', async () => {
    const [, , ...rest] = mark(1)
    const names = [typed('b', '<v>1</v>'), styled(43_640, 1), styled(0.5, 2), styled(100, 3), 4.5, 1e15]
    const plain = [styled(43_640, 4), 1800, 'TRUE', '2019-06-24', '50%', '1E15']
    const file = await buildWorkbook({
      formats: ['dd/mm/yyyy', '0%', 'h:mm', 0],
      rows: [
        [...HEADERS, 'N° Registro'],
        ...names.map((name, index) => [index + 1, name, ...rest]),
        ...plain.map((name, index) => [index + 11, name, ...rest]),
        [21, 'DATE AS REGISTRATION', ...rest, styled(43_640, 1)],
        [22, 'MONEY', ...rest, styled(1234, 3)],
      ],
    })
    const because = (reason: string) => `the cell "Denominación" in column B cannot be read: ${reason}`
    const isNumber = 'it is a number, and the text that the cell shows is not known'
    const isDate = 'it is a date, and a program may have changed its text'
    expect(await read(file)).toMatchObject({
      marks: [
        '8: 11 43640 9',
        '9: 12 1800 9',
        '10: 13 TRUE 9',
        '11: 14 2019-06-24 9',
        '12: 15 50% 9',
        '13: 16 1E15 9',
        '15: 22 MONEY 9',
      ],
      rejected: [
        `2: 1 ${because('it is a boolean, and a program may have changed its text')}`,
        `3: 2 ${because(isDate)}`,
        `4: 3 ${because(isNumber)}`,
        `5: 4 ${because(isNumber)}`,
        `6: 5 ${because(isNumber)}`,
        `7: 6 ${because('it has more than 15 digits, but a workbook keeps only 15')}`,
        `14: 21 the cell "N° Registro" in column G cannot be read: ${isDate}`,
      ],
    })
  })

  test('in each row of a merged range with an unreadable value', async () => {
    const rows = [
      HEADERS,
      [7, typed('e', '<v>#N/A</v>'), ...mark(7).slice(2)],
      [7, null, ...mark(7, 35).slice(2)],
    ]
    const { rejected } = await read(await ofSheets({ rows, merged: ['B2:B3'] }))
    expect(rejected).toHaveLength(2)
  })
})

test('a header that cannot be read fails the sheet', async () => {
  const headers = [...HEADERS.slice(0, 5), typed('e', '<v>#REF!</v>')]
  expect(await refusal(await ofRows(headers, mark(1)))).toBe(
    'headers_missing: The header in column F of row 1 cannot be read: it holds the error "#REF!".',
  )
})

test.each([
  ['with texts at the end of its lines', [mark(1234), mark(1235, '9, 35')]],
  [
    'with quoted cells',
    [mark(1234), [1235, '"EL ""SOL"""', 'Registrada', '02/01/2026', '"9, 35"', '"ACME; OTRA"']],
  ],
  [
    'with days at the end of its lines',
    [mark(1234).toSpliced(4, 2, '02/01/2026')],
    [...HEADERS.slice(0, 4), 'Fecha de Registro'],
  ],
])(
  'a text %s that is cut off anywhere in its last line has no changed marks',
  async (_, rows, headers = HEADERS) => {
    const lines = [headers, ...rows].map((row) => `${row.join(';')}\r\n`).join('')
    const whole = await recordsOf(lines)
    expect(whole).toHaveLength(rows.length)
    for (let length = lines.lastIndexOf('\n', lines.length - 2); length < lines.length; length++) {
      const cut = await recordsOf(lines.slice(0, length))
      expect(whole).toEqual(expect.arrayContaining(cut))
    }
  },
)

test('HTML entities are decoded before persons are separated', async () => {
  const path = join(folder, 'entities.csv')
  await writeFile(
    path,
    csv(
      [HEADERS[0] ?? '', '"Denominaci&oacute;n"', ...HEADERS.slice(2)],
      [7, '"CA&Ntilde;A &amp;amp; R&D;"', ...mark(7).slice(2, 5), '"JOHNSON &amp; JOHNSON"'],
    ),
  )
  for await (const { records } of readRecords(() => openSheet(path))) {
    expect(records).toMatchObject([
      { record: { denominacion: 'CAÑA & R&D;', personas: [{ nombre: 'JOHNSON & JOHNSON' }] } },
    ])
  }
})

describe('a row without an application number', () => {
  const below = async (row: TestCell[], ...more: TestCell[][]) =>
    read(await ofRows(HEADERS, mark(7), row, ...more))
  const unread = (reason: string) => `3: null ${reason}`

  test.each<[string, TestCell[]]>([
    ['a class', [null, null, null, null, 35]],
    ['a class and the same values as above', ['ídem', 'MARCA 7', '"', '02/01/2026', 35, 'OTHER']],
  ])('continues the application above with %s', async (_, row) => {
    expect(await below(row, [null, null, null, null, '36, 37'])).toEqual({
      marks: ['2: 7 MARCA 7 9', '3: 7 MARCA 7 35', '4: 7 MARCA 7 36,37'],
      rejected: [],
      incomplete: [],
      unread: [],
    })
  })

  test('has no persons if it only refers to those above', async () => {
    const path = join(folder, 'ditto')
    await writeFile(path, await ofRows(HEADERS, mark(7), ['"', '"', '"', '"', 35, 'ídem']))
    for await (const { records } of readRecords(() => openSheet(path))) {
      expect(records[1]?.record.personas).toEqual([])
    }
  })

  test.each<[string, TestCell[]]>([
    ['a total', ['Total', 40]],
    ['a total in any columns', [null, null, null, 'Total general:', 40]],
    ['a total of classes', [null, null, null, null, 12, 'Subtotal']],
    ['a count', [null, null, null, null, 2_000]],
    ['a page footer', [null, null, 'Página 1 de 3', null, null, 'INAPI']],
    ['a note in a column of persons', [null, null, null, null, null, 'Fuente: INAPI']],
    ['a note', ['(*) En oposición', 'ver glosario']],
    ['a legend', [null, 'R', 'Registrada']],
    ['a page number in the column of names', [null, 'Página 2']],
    ['a row of a legend in the column of numbers', ['R', 'Registrada']],
    ['another application', [null, 'MARCA 8', 'Registrada', '03/01/2026', 35, 'ACME']],
    [
      'another application with an unreadable number',
      ['12x', 'MARCA 8', 'Registrada', '02/01/2026', 35, 'ACME'],
    ],
  ])('does not affect the application above if it is %s', async (_, row) => {
    expect(await below(row)).toMatchObject({
      marks: ['2: 7 MARCA 7 9'],
      rejected: [expect.any(String)],
      incomplete: [],
    })
  })

  test.each<[string, TestCell[]]>([
    ['another status', [null, null, 'Denegada', null, 35]],
    ['an invalid class', [null, null, null, null, 46]],
    ['only a name', [null, 'DEL SUR']],
    ['a name and persons', [null, 'DEL SUR', null, null, null, 'Y COMPAÑÍA']],
    ['only persons', [null, null, null, null, null, 'OTHER']],
    ['a person whose name resembles a note', [null, null, null, null, null, 'FUENTES ROJAS MARIA']],
  ])('is rejected with the application above if it has %s', async (_, row) => {
    expect(await below(row)).toMatchObject({
      marks: ['2: 7 MARCA 7 9'],
      rejected: [unread('has no application number, and may continue the application 7 above')],
      incomplete: ['7'],
    })
  })

  test('does not continue an application across another row without a number, unless that is a note', async () => {
    const group = [null, null, null, null, 35]
    expect(await below([null, 'MARCA 8', 'Registrada', '03/01/2026', 9], group)).toMatchObject({
      marks: ['2: 7 MARCA 7 9'],
      incomplete: ['7'],
    })
    expect(await below([null, 'Página 2'], group)).toMatchObject({
      marks: ['2: 7 MARCA 7 9', '4: 7 MARCA 7 35'],
      incomplete: [],
    })
  })

  test('may be the rest of a broken line of a delimited text', async () => {
    const broken = `${csv(HEADERS, mark(7))}\r\n8;MARCA 8;Registrada;02/01/2026;9, \r\n10;ACME\r\n`
    expect((await read(broken)).incomplete).toEqual(['8'])
    const text = `${csv(HEADERS, mark(7))}\r\n8;MARCA 8;Registrada;02/01/2026\r\nMañana;9;ACME\r\n`
    expect((await read(text)).incomplete).toEqual(['8'])
    for (const rest of ['y Compañía', '54']) {
      const inLastCell = `${csv(HEADERS, mark(7))} S.A.\r\n${rest}\r\n${csv(mark(9))}\r\n`
      expect(await read(inLastCell)).toMatchObject({
        marks: ['2: 7 MARCA 7 9', '4: 9 MARCA 9 9'],
        rejected: [expect.stringMatching(/^3: /)],
        incomplete: ['7'],
      })
    }
  })
})
