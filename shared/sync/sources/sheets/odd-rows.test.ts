import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
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
  folder = await mkdtemp(join(tmpdir(), 'odd-rows-'))
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
  Array.from({ length: count }, (_, place) => row({ 'N° Solicitud': String(first + place), ...cells }))

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

  test('is not rejected in a register of all ages', async () => {
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

  test('holds the run in 20 rows, and more than 1 %', async () => {
    expect(await rejected(...rows(1_001, 60), ...early(2_001, 20))).toEqual(['held'])
  })
})
