import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../../test/support/empty-corpus.ts'
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
  folder = await mkdtemp(join(tmpdir(), 'rejected-applications-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => emptyCorpus(owner))

const FIELDS = {
  'N° Solicitud': '99',
  'N° Registro': '7',
  Denominación: 'Fiordo',
  Estado: 'Registrada',
  'Tipo de Signo': 'Mixta',
  'Fecha de Presentación': '02/01/2024',
  'Fecha de Publicación': '02/02/2024',
  'Fecha de Registro': '02/05/2024',
  'Fecha de Vencimiento': '02/05/2034',
  Clases: '9',
  Titular: 'Fiordo SpA',
}
type Cells = Partial<Record<keyof typeof FIELDS, string>>

const row = (cells: Cells = {}): string => Object.values({ ...FIELDS, ...cells }).join(';')
/** Returns rows with consecutive numbers. */
const rows = (first: number, count: number, cells: Cells = {}): string[] =>
  Array.from({ length: count }, (_, place) =>
    row({ 'N° Solicitud': String(first + place), 'N° Registro': String(first + place), ...cells }),
  )

/** Loads a sheet with these rows from row 2 on. */
async function load(...rows: string[]): Promise<RunReport> {
  const path = join(folder, 'solicitudes-2026-11-02.csv')
  await writeFile(path, [Object.keys(FIELDS).join(';'), ...rows, ''].join('\n'))
  return syncSheets(ingest, { from: { files: [path] }, trigger: 'manual' })
}

/** Returns the numbers of the rejected applications, with the reasons. */
async function rejected(...all: string[]): Promise<string[]> {
  const { id, status } = await load(...all)
  const rejections = (await listRejections(ingest, id)) ?? []
  return status === 'succeeded'
    ? rejections.map(({ nroSolicitud, reason }) => `${nroSolicitud} ${reason}`)
    : [status]
}

const mark = async (): Promise<unknown> => {
  const [found] = await owner.query<{ detail: unknown }>({
    text: 'select detail from brand_detail where nro_solicitud = 99',
    parameters: [],
  })
  return found?.detail
}

describe('an application number', () => {
  const whyNot = (number: string): string =>
    `null the application number ${number} has more or fewer digits than the others`

  test('is rejected if it has at least two digits more or less than the usual ones', async () => {
    const odd = [rows(12_345, 2), rows(20_241_200_001, 1), rows(123_456, 1), rows(1_234, 1)].flat()
    const numbers = ['12345', '12346', '20241200001', '1234']
    expect(await rejected(...rows(1_200_001, 90), ...odd)).toEqual(numbers.map(whyNot))
  })

  test('is not rejected if it was filed before or after the usual ones', async () => {
    const usual = rows(1_200_001, 60)
    const old = rows(12_345, 1, { 'Fecha de Presentación': '02/01/1964' })
    expect(await rejected(...usual, ...old)).toEqual([])
  })

  test('is not rejected in a register of old and new applications', async () => {
    const ages = [
      rows(1_200_001, 50),
      rows(500_001, 30),
      rows(50_001, 6),
      rows(5_001, 3),
      rows(501, 1),
    ].flat()
    expect(await rejected(...ages)).toEqual([])
  })

  test('is not rejected among fewer than 20', async () => {
    expect(await rejected(...rows(1_200_001, 18), ...rows(501, 1))).toEqual([])
  })
})

describe('a registration before the filing', () => {
  const early = (first: number, count: number) => rows(first, count, { 'Fecha de Registro': '01/01/2024' })

  test('rejects its row', async () => {
    expect(await rejected(...rows(1_001, 60), ...early(2_001, 1))).toEqual([
      '2001 the registration date 2024-01-01 is before the filing date 2024-01-02',
    ])
  })

  test('and so does a registration on or after the expiry', async () => {
    const expired = rows(3_001, 1, { 'Fecha de Vencimiento': '02/05/2024' })
    expect(await rejected(...rows(1_001, 60), ...expired)).toEqual([
      '3001 the expiry date 2024-05-02 is not after the registration date 2024-05-02',
    ])
  })

  test('and so does a publication before the filing', async () => {
    const unpublished = rows(3_001, 1, { 'Fecha de Publicación': '01/01/2024' })
    expect(await rejected(...rows(1_001, 60), ...unpublished)).toEqual([
      '3001 the publication date 2024-01-01 is before the filing date 2024-01-02',
    ])
  })

  test('and so does a registration in the future without an expiry, in at most 1 % of the rows', async () => {
    const future = { 'Fecha de Registro': '02/05/2093', 'Fecha de Vencimiento': '' }
    expect(await rejected(...rows(1_001, 99), ...rows(3_001, 1, future))).toEqual([
      '3001 the registration date 2093-05-02 is in the future, and there is no expiry date',
    ])
    expect(await rejected(...rows(1_001, 98), ...rows(3_001, 2, future))).toEqual(['held'])
  })

  test('holds the run if 20 rows, and more than 1 %, have one', async () => {
    expect(await rejected(...rows(1_001, 60), ...early(2_001, 20))).toEqual(['held'])
  })
})

describe('several rows of one application', () => {
  test('are all rejected if they differ, with the fields that differ', async () => {
    const others: [string, Cells][] = [
      ['names', { Denominación: 'Bahía' }],
      ['statuses', { Estado: 'Denegada' }],
      ['statuses', { Estado: 'Palabras desconocidas' }],
      ['kinds of sign', { 'Tipo de Signo': 'Figurativa' }],
      ['registration numbers', { 'N° Registro': '8' }],
      ['filing dates', { 'Fecha de Presentación': '03/01/2024' }],
      ['publication dates', { 'Fecha de Publicación': '03/02/2024' }],
      ['registration dates', { 'Fecha de Registro': '03/05/2024' }],
      ['expiry dates', { 'Fecha de Vencimiento': '03/05/2034' }],
      ['names, registration numbers', { Denominación: 'Bahía', 'N° Registro': '8' }],
    ]
    const pairs = others.flatMap(([, other], place) => {
      const number = { 'N° Solicitud': String(100 + place) }
      return [row(number), row({ ...number, ...other })]
    })
    // Marks with one name would hold the run.
    const marks = Array.from({ length: 400 }, (_, place) =>
      rows(200 + place, 1, { Denominación: `M${place}` }),
    )
    const report = await load(...pairs, ...marks.flat())
    expect(report).toMatchObject({ status: 'succeeded', inserted: 400, rejected: 20 })
    expect(await listRejections(ingest, report.id)).toEqual(
      others.flatMap(([fields], place) => {
        const both = [2 * place + 2, 2 * place + 3]
        return both.map((rowNumber) => ({
          sheet: 'solicitudes-2026-11-02.csv',
          rowNumber,
          nroSolicitud: String(100 + place),
          reason: `rows ${both.join(', ')} of its application have different ${fields}`,
        }))
      }),
    )
  })

  test('fail the run with their reason if they are more than a twentieth of the sheet', async () => {
    const { error } = await load(
      ...['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((Denominación) => row({ Denominación })),
    )
    expect(error?.message).toContain(
      '7 of its 7 rows cannot be used, which is over the limit of 5 %. The first rejected rows: ' +
        '2 (rows 2, 3, 4, 5, 6 and 2 more of its application have different names), 3 (',
    )
  })

  test('are one mark with the classes and persons of all, and with each value that any of them has', async () => {
    const blank = { 'N° Registro': '', Denominación: '', Estado: '', 'Tipo de Signo': '' }
    const noDays = { 'Fecha de Publicación': '', 'Fecha de Registro': '', 'Fecha de Vencimiento': '' }
    const further = { Clases: '35', Titular: 'Bahía SpA' }
    const written = { Denominación: 'FIORDO', Estado: 'registrada' }
    const report = await load(row(), row({ ...further, ...written }), row({ ...blank, ...noDays }))
    expect(report).toMatchObject({ status: 'succeeded', inserted: 1, rejected: 0 })
    expect(await mark()).toMatchObject({
      nroRegistro: '7',
      denominacion: expect.stringMatching(/^fiordo$/i),
      estado: 'REGISTRADA',
      tipoSigno: 'MIXTA',
      fechaPublicacion: '2024-02-02',
      fechaRegistro: '2024-05-02',
      fechaVencimiento: '2034-05-02',
      clases: [{ clase: 9 }, { clase: 35 }],
      personas: [{ nombre: 'Bahía SpA' }, { nombre: 'Fiordo SpA' }],
    })
  })
})
