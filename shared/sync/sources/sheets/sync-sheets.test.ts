import { appendFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../../test/support/empty-corpus.ts'
import { buildWorkbook, styled, zip } from '../../../../test/support/sheets/build-workbook.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts'
import type { Database } from '../../../db/database.ts'
import { listRejections } from '../../run/rejections.ts'
import type { RunReport } from '../../run.ts'
import { syncSheets } from './sync-sheets.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
  folder = await mkdtemp(join(tmpdir(), 'sheets-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => emptyCorpus(owner))

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

const HEADERS = 'N° Solicitud;Denominación;Estado;Tipo de Signo;Fecha de Presentación;Clases'

async function sheet(content: string | Buffer, name = 'sheet.csv'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const csv = (...rows: string[]): string => [HEADERS, ...rows, ''].join('\r\n')
const row = (
  nro: number | string,
  { nombre = `MARCA ${nro}`, fecha = '02/01/2026', clases = '9' } = {},
): string => `${nro};${nombre};Registrada;Denominativa;${fecha};${clases}`
const rows = (count: number): string[] => Array.from({ length: count }, (_, place) => row(place + 1))

/** Loads a sheet with the edition in its name, if it has one. */
async function load(content: string | Buffer, name = 'sheet.csv'): Promise<RunReport> {
  return syncFiles([await sheet(content, name)], /\d{4}-\d\d-\d\d/.test(name) ? null : undefined)
}

/** Loads files as one run; without a date, each has the edition in its name. */
const syncFiles = (files: readonly string[], date: string | null = '2026-11-02'): Promise<RunReport> =>
  syncSheets(ingest, { from: { files }, trigger: 'manual', ...(date === null ? {} : { date }) })

const marks = (): Promise<unknown[]> =>
  ask(`select nro_solicitud as nro, denominacion as nombre, fecha_presentacion as fecha,
              clases
         from brand order by nro_solicitud`)

/** Expects a failed run that changed nothing, with an error message that contains no path. */
async function expectFailure(report: RunReport, code: string, message: RegExp | string): Promise<void> {
  expect(report).toMatchObject({ status: 'failed', inserted: 0, error: { code } })
  expect(report.error?.message).toMatch(message)
  expect(report.error?.message).not.toContain(folder)
  expect(await marks()).toEqual([])
  expect(await ask('select status, error_code from sync_run')).toEqual([
    { status: 'failed', error_code: code },
  ])
}

describe('a sheet is loaded', () => {
  const expected = [
    { nro: 1241347, nombre: 'ÑANDÚ', fecha: '2026-01-02', clases: [29, 30, 35] },
    { nro: 1241348, nombre: 'Trámite', fecha: '2026-01-03', clases: [9] },
  ]
  const text = csv(
    '1.241.347;ÑANDÚ;Registrada;Mixta;02/01/2026;29, 30 y 35',
    '01241348;TrÃ¡mite;En TrÃ¡mite;Denominativa;2026-01-03;9',
  )
  const latin = csv(
    '1.241.347;ÑANDÚ;Registrada;Mixta;46024;29, 30 y 35',
    '1241348;Trámite;En Trámite;Mixta;2026-01-03;9',
  )
  test.each([
    ['in UTF-8', Buffer.from(text)],
    ['in Windows-1252', Buffer.from(latin, 'latin1')],
    [
      'with one row for each class',
      Buffer.from(text.replace(/^(.*);29, 30 y 35$/m, '$1;30\r\n$1;35\r\n$1;29')),
    ],
    ['below a title and an empty line', Buffer.from(`Solicitudes de marcas;;\r\n\r\n${text}`)],
  ])('%s', async (_, content) => {
    expect(await load(content)).toMatchObject({ status: 'succeeded', inserted: 2, rejected: 0 })
    expect(await marks()).toEqual(expected)
  })

  test('as a workbook: dates by their format, numbers as texts, formulas by their value, merged cells, epoch 1904', async () => {
    const workbook = await buildWorkbook({
      formats: ['dd/mm/yyyy'],
      date1904: true,
      merged: ['A2:A3', 'B2:B3', 'C2:C3', 'D2:D3', 'E2:E3'],
      rows: [
        HEADERS.split(';'),
        ['1.241.347', 'ÑANDÚ', 'Registrada', 'Mixta', styled(46_024 - 1462), '29, 30'],
        [null, null, null, null, null, 35],
        [
          1_241_348,
          (at) => `<c r="${at}" t="str"><f>A1&amp;""</f><v>Trámite</v></c>`,
          'En Trámite',
          'Mixta',
          '2026-01-03',
          9,
        ],
      ],
    })
    expect(await load(workbook, 'sheet.xlsx')).toMatchObject({
      status: 'succeeded',
      inserted: 2,
      rejected: 0,
    })
    expect(await marks()).toEqual(expected)
  })

  test('from the visible worksheet of a workbook that contains marks', async () => {
    const data = [HEADERS.split(';'), [7, 'MARCA 7', 'Registrada', 'Mixta', '2026-01-02', 9]]
    const workbook = await buildWorkbook({
      sheetsBefore: [{ rows: [['hidden', 'notes']], state: 'hidden' }, { rows: [['Léame']] }],
      rows: data,
    })
    expect(await load(workbook, 'two.xlsx')).toMatchObject({ status: 'succeeded', inserted: 1 })
  })

  test('with a name of 1,000 characters and goods of 10,000', async () => {
    const long = `${HEADERS};Cobertura\n${row(1, { nombre: 'ñ'.repeat(1000) })};${'x '.repeat(5000)}\n`
    expect(await load(long)).toMatchObject({ status: 'succeeded', inserted: 1 })
    const [{ length } = { length: 0 }] = await ask<{ length: number }>(
      `select length(detail -> 'clases' -> 0 ->> 'cobertura') from brand_detail`,
    )
    expect(length).toBe(9_999)
  })
})

describe('a row that cannot be used', () => {
  test('is counted and stored with its sheet, number and reason; a sheet may have up to 5 % of such rows', async () => {
    const report = await load(
      csv(...rows(37), row('x1'), row(50, { fecha: '31/02/2026' }), ...rows(0)),
      'enero.csv',
    )
    expect(report).toMatchObject({ status: 'failed', error: { code: 'too_many_rejected' } })
    const fine = await load(csv(...rows(38), row('x1'), row(50, { fecha: '31/02/2026' })), 'enero.csv')
    expect(fine).toMatchObject({ status: 'succeeded', rowsRead: 40, inserted: 38, rejected: 2 })
    expect(await listRejections(ingest, fine.id)).toEqual([
      {
        sheet: 'enero.csv',
        rowNumber: 40,
        nroSolicitud: null,
        reason: 'the application number is not a number: "x1"',
      },
      {
        sheet: 'enero.csv',
        rowNumber: 41,
        nroSolicitud: '50',
        reason: 'the filing date is no date: "31/02/2026"',
      },
    ])
  })

  test.each([
    ['is for class 46', row(99, { clases: '46' }), 'class 46 is not between 1 and 45'],
    [
      'was filed in the future',
      row(99, { fecha: '02/01/2099' }),
      'the filing date 2099-01-02 is in the future',
    ],
  ])('because it %s is rejected with this reason', async (_, bad, reason) => {
    const report = await load(csv(...rows(40), bad))
    expect(report).toMatchObject({ status: 'succeeded', inserted: 40, rejected: 1 })
    const [kept] = (await listRejections(ingest, report.id)) ?? []
    expect(kept).toMatchObject({ rowNumber: 42, nroSolicitud: '99' })
    expect(kept?.reason).toContain(reason)
  })

  test.each([
    ['broken over two lines', '99;ROTO;Registrada;Mixta;02/01/2026;9;carne,', ' pescado;Ana Pérez;CL'],
    ['continued below without its number', '99;ROTO;Registrada;Mixta;02/01/2026;9;carne', ';;;;;30;pan'],
  ])('because it is %s excludes its application', async (_, first, second) => {
    const wide = [...rows(60).map((each) => `${each};x;y`), first, second]
    const report = await load([`${HEADERS};Cobertura;Titular`, ...wide, ''].join('\n'))
    expect(report).toMatchObject({ status: 'succeeded', inserted: 60, rejected: 2 })
    expect(await ask('select from brand where nro_solicitud = 99')).toEqual([])
    const kept = await listRejections(ingest, report.id)
    expect(kept?.map(({ rowNumber, nroSolicitud }) => [rowNumber, nroSolicitud])).toEqual([
      [62, '99'],
      [63, null],
    ])
  })

  test('because the file may be cut off is only the last one, and none in an archive', async () => {
    const text = csv(...rows(40), row(99)).trimEnd()
    const report = await load(text)
    expect(report).toMatchObject({ status: 'succeeded', inserted: 40, rejected: 1 })
    expect(await listRejections(ingest, report.id)).toMatchObject([
      { rowNumber: 42, nroSolicitud: '99', reason: expect.stringContaining('so the cell may be cut off') },
    ])
    expect(await load(await zip([['sheet.csv', text]]), 'sheet.zip')).toMatchObject({
      inserted: 1,
      rejected: 0,
    })
  })

  test('because it is a note is listed, but does not count towards the 5 %', async () => {
    const notes = [
      'Listado oficial;;;;;',
      ...rows(6),
      'Total;6;;;;',
      'Datos al 20/11/2026;;;;;',
      ';;Página 1 de 1;;;',
    ]
    const report = await load(csv(...notes))
    expect(report).toMatchObject({ status: 'succeeded', rowsRead: 10, inserted: 6, rejected: 4 })
    expect(await listRejections(ingest, report.id)).toHaveLength(4)
    for (const noMark of ['x;MARCA 7;;;;', ';TOTAL;Registrada;;02/01/2026;9', 'y 2;z;;;;']) {
      expect(await load(csv(...rows(6), noMark))).toMatchObject({ error: { code: 'too_many_rejected' } })
    }
  })

  test('because it is one of many notes counts: these may be headings of the rows below, or rows with another separator', async () => {
    const half = rows(15).map((each) => each.replaceAll(';', ' | '))
    const mixed = await load(csv(...rows(15), ...half))
    expect(mixed).toMatchObject({ error: { code: 'too_many_rejected' } })
    const headed = rows(30).flatMap((each, place) =>
      place % 2 ? [each] : ['Página de la clase 25;;;;;', each],
    )
    expect(await load(csv(...headed))).toMatchObject({ error: { code: 'too_many_rejected' } })
  })

  test('because it is a note below the rows excludes no other row', async () => {
    const report = await load(csv(...rows(60), 'Total: 60 solicitudes;;;;;'))
    expect(report).toMatchObject({ status: 'succeeded', inserted: 60, rejected: 1 })
  })

  test('excludes the other rows of its application, whose stored mark stays unchanged', async () => {
    await load(csv(row(99, { nombre: 'BEFORE' })))
    const report = await load(
      csv(...rows(60), row(99, { clases: '9' }), row(99, { clases: '46' }), row(99, { clases: '35' })),
    )
    expect(report).toMatchObject({ status: 'succeeded', inserted: 60, updated: 0, rejected: 3 })
    const kept = (await listRejections(ingest, report.id)) ?? []
    expect(kept.map(({ reason }) => reason).sort()).toEqual([
      'another row of its application was rejected',
      'another row of its application was rejected',
      'class 46 is not between 1 and 45',
    ])
    expect(await marks()).toContainEqual({ nro: 99, nombre: 'BEFORE', fecha: '2026-01-02', clases: [9] })
  })
})

describe('a sheet is refused with a reason, and changes nothing', () => {
  const workbook = (rows: (string | number)[][]) => buildWorkbook({ rows })
  const good = () => workbook([HEADERS.split(';'), ...rows(50).map((each) => each.split(';'))])

  test.each<[string, string, RegExp, () => string | Buffer | Promise<Buffer>]>([
    [
      'without a required header',
      'headers_missing',
      /"Fecha de Presentación"/,
      () => csv(row(1)).replace(/Fecha de P[^;]+/, 'Otra'),
    ],
    [
      'with a header twice',
      'headers_missing',
      /"Denominación" occurs twice/,
      () => csv(row(1)).replace('Tipo de Signo', 'Denominación'),
    ],
    [
      'with the headers of status and kind of sign swapped',
      'headers_missing',
      /"Estado" has kinds of sign in 1 of its 1 filled rows/,
      () => csv(row(1)).replace('Estado;Tipo de Signo', 'Tipo de Signo;Estado'),
    ],
    ['with headers only', 'no_rows', /no rows below/, () => csv()],
    ['that is empty', 'not_a_sheet', /is empty/, () => ''],
    [
      'that is a web page',
      'not_a_sheet',
      /HTML/i,
      () => '<!doctype html><html><body>Error 500</body></html>',
    ],
    ['cut off in the middle of its last line', 'cut_off', /cut off/, () => csv(...rows(9)).slice(0, -8)],
    ['that is a truncated workbook', 'cut_off', /cut off/i, async () => (await good()).subarray(0, 1500)],
    [
      'with more than 5 % of rows that cannot be used',
      'too_many_rejected',
      /3 of its 50 rows .* 49 \(the application number is not a number\), 50 \(.*number\), 51 \(.*number\)\.$/,
      () => csv(...rows(47), row('a'), row('b'), row('c')),
    ],
  ])('%s', async (_, code, message, content) => {
    await expectFailure(await load(await content(), 'sheet.any'), code, message)
  })

  test('when it changes while it is read', async () => {
    const path = await sheet(csv(...rows(50)), 'growing.csv')
    let isWhole = false
    const onProgress = (): void => {
      if (!isWhole) {
        isWhole = true
        appendFileSync(path, `${row(51)}\r\n`)
      }
    }
    const report = await syncSheets(
      ingest,
      { from: { files: [path] }, date: '2026-11-02', trigger: 'manual' },
      { onProgress },
    )
    await expectFailure(report, 'file_changed', /^growing\.csv: The file changed while it was read\./)
  })

  test('when it does not exist, or is a folder', async () => {
    const report = await syncFiles([join(folder, 'none.csv')])
    await expectFailure(report, 'file_unreadable', /^none\.csv: There is no such file/)
    await ask('truncate sync_run, sync_rejection')
    await mkdir(join(folder, 'a folder'))
    const other = await syncFiles([join(folder, 'a folder')])
    await expectFailure(other, 'file_unreadable', /^a folder: This is a folder or a pipe, not a file/)
  })

  test('when it is one of several, which are then all refused', async () => {
    const files = [await sheet(csv(...rows(9)), 'a.csv'), await sheet('<html>', 'b.csv')]
    await expectFailure(await syncFiles(files), 'not_a_sheet', /^b\.csv: /)
  })
})

describe('the edition of a sheet', () => {
  const load = async (
    name: string,
    date?: string,
    content: string | Buffer = csv(row(1)),
  ): Promise<RunReport> => {
    await emptyCorpus(owner)
    return syncFiles([await sheet(content, name)], date ?? null)
  }

  test.each([
    ['solicitudes-2025-02-01.csv', '2025-02-01'],
    ['solicitudes 2025-01-01 al 2025-02-01 (1).csv', '2025-02-01'],
  ])('is the day in its name: %s', async (name, day) => {
    expect(await load(name)).toMatchObject({ status: 'succeeded', sourceDate: day })
  })

  test('is the day that is given, even if its name contains another one', async () => {
    expect(await load('solicitudes-2025-02-01.csv', '2025-05-06')).toMatchObject({ sourceDate: '2025-05-06' })
  })

  test('is the day in the name of the sheet in an archive', async () => {
    const archive = await zip([['hojas/solicitudes-2019-06-01.csv', csv(row(1))]])
    expect(await load('solicitudes.zip', undefined, archive)).toMatchObject({ sourceDate: '2019-06-01' })
    expect(await load('solicitudes-2019-06-01.zip', undefined, archive)).toMatchObject({
      sourceDate: '2019-06-01',
    })
    const { error } = await load('solicitudes-2026-11-20.zip', undefined, archive)
    expect(error).toEqual({
      code: 'edition_unknown',
      message:
        'solicitudes-2026-11-20.zip: The names contain several days, 2026-11-20 and 2019-06-01. Give the edition of the file with --date YYYY-MM-DD.',
    })
  })

  test.each(['solicitudes.csv', 's-2999-01-01.csv'])(
    'must be given if its name contains no valid day, because a copy has a new modification time: %s',
    async (name) => {
      expect((await load(name)).error).toEqual({
        code: 'edition_unknown',
        message: `${name}: The name of the file contains no day. Give the edition of the file with --date YYYY-MM-DD.`,
      })
    },
  )

  test('belongs to the same series with a copy number or a version in its name', async () => {
    for (const name of [
      'hoja-2025-02-01.csv',
      'hoja-2025-02-02 (1).csv',
      'Copia de Hoja_03-02-2025_final.csv',
    ]) {
      await syncFiles([await sheet(csv(row(1)), name)], null)
    }
    await syncFiles([await sheet(csv(row(1)), 'hoja-2025-02-04 - copia (2).csv')], null)
    expect(await ask('select name, edition from sheet')).toEqual([{ name: 'hoja', edition: '2025-02-04' }])
  })

  test('may be in several files of one series and day, which are read as one sheet', async () => {
    const names = (suffix = '') => `hoja-2025-02-0${suffix}.csv`
    await syncFiles([await sheet(csv(...rows(60)), names('1'))], null)
    const first = csv(...rows(30), row(99, { clases: '9' }), row(98))
    const second = csv(...rows(60).slice(30), row(99, { clases: '35' }), row(98, { clases: '46' }))
    const parts = [await sheet(first, names('2 (1)')), await sheet(second, names('2 (2)'))]
    const report = await syncFiles(parts, null)
    expect(report).toMatchObject({ status: 'succeeded', rowsRead: 64, inserted: 1, rejected: 2 })
    expect(await ask('select clases from brand where nro_solicitud in (98, 99)')).toEqual([
      { clases: [9, 35] },
    ])
    expect(await listRejections(ingest, report.id)).toMatchObject([
      {
        sheet: names('2 (2)'),
        rowNumber: 10_000_033,
        reason: expect.stringMatching(/class 46.*\(row 33 of/),
      },
      {
        sheet: `${names('2 (1)')}, ${names('2 (2)')}`,
        rowNumber: 33,
        reason: expect.stringContaining('another row'),
      },
    ])
    expect(await ask('select name, edition from sheet')).toEqual([{ name: 'hoja', edition: '2025-02-02' }])
    expect(await syncFiles([await sheet(csv(...rows(30)), names('3'))], null)).toMatchObject({
      status: 'held',
    })
  })

  test.each([['hoja-2025-02-02-v1.csv', 'hoja-2025-02-02_v2.csv']])(
    'is refused if two versions of it are loaded: %s, %s',
    async (...names) => {
      const files = await Promise.all(names.map((name) => sheet(csv(row(1)), name)))
      await expectFailure(
        await syncFiles(files, null),
        'edition_unknown',
        `${names[0]} and ${names[1]} are versions of the same edition, 2025-02-02. Load one of them.`,
      )
    },
  )

  test.each([
    ['hoja-2025-02-02_parte1.csv', 'hoja-2025-02-02_parte2.csv'],
    ['hoja (parte 1 de 2) 2025-02-02.csv', 'hoja (parte 2 de 2) 2025-02-02.csv'],
  ])('needs all parts that the names of its files count: %s, %s', async (...names) => {
    const classes = (...all: string[]) => csv(...all.map((clases) => row(1, { clases })))
    const parts = [await sheet(classes('9', '35'), names[0]), await sheet(classes('41'), names[1])]
    await expectFailure(
      await syncFiles(parts.slice(1), null),
      'edition_unknown',
      `${names[1]}: part 1 of 2 is missing. Load all parts of an edition together, each with --file.`,
    )
    expect(await syncFiles(parts, null)).toMatchObject({ status: 'succeeded', inserted: 1 })
    expect(await ask('select clases from brand')).toEqual([{ clases: [9, 35, 41] }])
  })

  test.each([['2 marks', { clases: '41' }]])(
    'holds two sheets of one day that have different classes for %s',
    async (marks, facts) => {
      const first = await sheet(csv(row(1), row(2), row(3, { clases: '' }), row(4)), 'x-2026-01-02.csv')
      const others = [row(1), row(2, { clases: '35' }), row(3), row(4, facts)]
      const second = await sheet(csv(...others), 'z-2026-01-02.csv')
      expect(await syncFiles([first, second], null)).toMatchObject({
        status: 'held',
        error: {
          code: 'values_changed',
          message: `The sheets "x" and "z" of one day have different classes for ${marks}, such as application 2: the sheets may be parts of one edition.`,
        },
      })
    },
  )

  test('decides between two sheets of one run, in any order', async () => {
    const newer = await sheet(csv(row(1, { nombre: 'NEWER' })), 's-2026-01-02.csv')
    const older = await sheet(csv(row(1, { nombre: 'OLDER' }), row(2)), 's-2026-01-01.csv')
    const report = await syncFiles([newer, older], null)
    expect(report).toMatchObject({ inserted: 2, sourceDate: '2026-01-02' })
    expect(await ask('select denominacion from brand order by nro_solicitud')).toEqual([
      { denominacion: 'NEWER' },
      { denominacion: 'MARCA 2' },
    ])
  })
})

test('a run reports its progress to the end', async () => {
  const seen: number[] = []
  const files = [await sheet(csv(...rows(500)), 'a.csv'), await sheet(csv(...rows(500)), 'b.csv')]
  await syncSheets(
    ingest,
    { from: { files }, trigger: 'manual', date: '2026-11-02' },
    { onProgress: ({ part }) => seen.push(part) },
  )
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen.at(-1)).toBe(1)
})

describe('columns', () => {
  const named = (headers: string, ...cells: string[]): string => [headers, ...cells, ''].join('\r\n')
  const stored = () =>
    ask<{ status: string; ignored: unknown }>('select status, ignored from sync_run order by run_id')

  test('that are not read are reported and stored with the run, also when it is held', async () => {
    await load(csv(row(1), row(2)), 'solicitudes-2026-11-02.csv')
    const renamed = csv(row(1), row(2)).replace('Clases', 'Clasificación Niza')
    const report = await load(renamed, 'solicitudes-2026-11-03.csv')
    const ignored = { 'column "Clasificación Niza"': 2 }
    expect(report).toMatchObject({ status: 'held', ignored })
    expect(await stored()).toEqual([
      { status: 'succeeded', ignored: null },
      { status: 'held', ignored },
    ])
  })

  test('that the last edition of a sheet had, and the new one lacks, hold the run', async () => {
    await load(csv(row(1), row(2, { clases: '' })), 'solicitudes-2026-11-02.csv')
    const short = named('N° Solicitud;Denominación;Estado;Fecha de Presentación', '1;A;Registrada;02/01/2026')
    const [older, other] = ['solicitudes-2026-11-01.csv', 'otras-2026-11-03.csv']
    expect(await load(short, older)).toMatchObject({ status: 'succeeded' })
    expect(await load(short, other)).toMatchObject({ status: 'succeeded' })
    const report = await load(csv(row(1), row(2)).replace(';Clases', ';x'), 'solicitudes-2026-11-03.csv')
    expect(report).toMatchObject({
      status: 'held',
      error: {
        code: 'fields_lost',
        message:
          'The sheet "solicitudes" has no column for classes, which 1 of the 2 rows of its edition 2026-11-02 had.',
      },
    })
  })

  test('with few values hold the first edition if each value may be shown only once for a group, or if they are known statuses', async () => {
    const grouped = (values: readonly string[]) =>
      named(`${HEADERS};Titular`, ...rows(40).map((each, place) => `${each};${values[place] ?? ''}`))
    const name = 'solicitudes-2026-11-02.csv'
    const every = (step: number, values: readonly string[]) =>
      Array.from({ length: 40 }, (_, place) => (place % step === 0 ? (values[place / step] ?? '') : ''))
    expect(await load(grouped(every(10, ['A', 'B', 'C', 'D'])), name)).toMatchObject({
      status: 'held',
      error: {
        code: 'fields_lost',
        message:
          'The sheet "solicitudes" has holders in only 4 of its 40 rows, all different: the sheet may show one value for each group of rows.',
      },
    })
    expect(
      await load(
        csv(row(1), ...rows(40).map((each) => each.replace('Registrada', ''))),
        'otras-2026-11-02.csv',
      ),
    ).toMatchObject({
      status: 'held',
      error: { message: 'The sheet "otras" has a known status in only 1 of its 41 rows.' },
    })
    for (const [place, values] of [
      every(10, ['A', 'B', 'A']),
      ['', ...every(10, ['A', 'B', 'C'])],
    ].entries()) {
      expect(await load(grouped(values), `s${place}-2026-11-02.csv`)).toMatchObject({ status: 'succeeded' })
    }
  })

  test('that are empty in the new edition hold the run', async () => {
    const withGoods = (goods: string) =>
      named(`${HEADERS};Cobertura`, ...rows(20).map((each) => `${each};${goods}`))
    await load(withGoods('Ropa'), 'solicitudes-2026-11-02.csv')
    expect(await load(withGoods(''), 'solicitudes-2026-11-03.csv')).toMatchObject({
      status: 'held',
      error: {
        message: expect.stringContaining('has no value in the column for goods and services, which 20 of'),
      },
    })
  })

  test('of each worksheet count, even if another one lacks them', async () => {
    const [number, name, status, , day, classes] = HEADERS.split(';')
    const required = [number, name, status, day] as string[]
    const mark = (nro: number, ...more: (string | number)[]) => [
      nro,
      'A',
      'Registrada',
      '2026-01-02',
      ...more,
    ]
    const workbook = (other: string[], ...more: (string | number)[]) =>
      buildWorkbook({
        sheetsBefore: [{ rows: [required, mark(1)] }],
        rows: [[...required, ...other], mark(2, ...more), mark(3)],
      })
    await load(await workbook([classes as string], 9), 'solicitudes-2026-11-02.xlsx')
    expect(
      await ask(`select field, records, filled from field_fill where field in ('clases', 'estado')`),
    ).toEqual([
      { field: 'clases', records: 2, filled: 1 },
      { field: 'estado', records: 3, filled: 3 },
    ])
    const report = await load(await workbook(['x'], 9), 'solicitudes-2026-11-03.xlsx')
    expect(report).toMatchObject({ status: 'held', error: { code: 'fields_lost' } })
  })

  test('are stored with the number of rows that have a value in them', async () => {
    await load(csv(row(1), row(2, { clases: '' })), 'solicitudes-2026-11-02.csv')
    const fill = await ask(
      `select series, edition, field, records, filled from field_fill where field in ('clases', 'nroRegistro')`,
    )
    expect(fill).toEqual([
      { series: 'solicitudes', edition: '2026-11-02', field: 'clases', records: 2, filled: 1 },
    ])
  })
})
