import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import {
  BLANK,
  carryOut,
  day,
  type Facts,
  type Run,
  type Served,
  served,
} from '../../../test/support/source-statements.ts'
import { entry, record, rowsOf, stagedEdition, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
})
afterAll(() => database.drop())
beforeEach(() => emptyCorpus(owner))

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

describe('a mark', () => {
  const fiordo: Facts = {
    denominacion: 'FIORDO',
    nroRegistro: '900',
    estado: 'EN_TRAMITE',
    tipoSigno: 'MIXTA',
    fechaPublicacion: '2026-03-01',
    clases: [{ clase: 9, cobertura: 'Computadores' }],
    personas: [{ rol: 'TITULAR', nombre: 'Ana', pais: 'CL' }],
  }
  const portal: Facts = { ...fiordo, denominacion: 'FIORDO AUSTRAL', nroRegistro: '901', estado: 'PUBLICADA' }
  const one = (by: Run['by'], on: number, facts: Facts): Run => ({ by, on, says: new Map([['7', facts]]) })

  test.each<[rule: string, runs: Run[], expected: Partial<Served> | undefined]>([
    [
      'of one source has the values of that source',
      [one('sheets', 2, fiordo)],
      { ...fiordo, estado: 'EN_TRAMITE' },
    ],
    ['that only the bulletin lists is not served', [one('bulletin', 2, fiordo)], undefined],
    [
      'has the values of the newer source',
      [one('portal', 4, portal), one('sheets', 2, fiordo)],
      { denominacion: 'FIORDO AUSTRAL', nroRegistro: '901', estado: 'PUBLICADA' },
    ],
    [
      'has the values of the portal if both have the same day',
      [one('portal', 4, portal), one('sheets', 4, fiordo)],
      { denominacion: 'FIORDO AUSTRAL', estado: 'PUBLICADA' },
    ],
    [
      'has the values of sheets again when a newer edition confirms them',
      [one('sheets', 2, fiordo), one('portal', 4, portal), one('sheets', 5, fiordo)],
      { denominacion: 'FIORDO', estado: 'EN_TRAMITE' },
    ],
    [
      'has a value of the older source if the newer one has none',
      [one('sheets', 2, fiordo), one('portal', 4, { ...BLANK, denominacion: 'FIORDO AUSTRAL' })],
      { ...fiordo, estado: 'EN_TRAMITE', denominacion: 'FIORDO AUSTRAL' },
    ],
    [
      'has the persons of a role, a description and a country of the older source if the newer one lacks them',
      [
        one('sheets', 2, {
          ...fiordo,
          clases: [...fiordo.clases, { clase: 35, cobertura: 'Ventas' }],
          personas: [{ rol: 'SOLICITANTE', nombre: 'Berta', pais: null }, ...fiordo.personas],
        }),
        one('portal', 4, {
          ...portal,
          clases: [{ clase: 9, cobertura: null }],
          personas: [
            { rol: 'TITULAR', nombre: 'Ana', pais: null },
            { rol: 'TITULAR', nombre: 'Zoé', pais: 'AR' },
          ],
        }),
      ],
      {
        clases: fiordo.clases,
        personas: [
          { rol: 'SOLICITANTE', nombre: 'Berta', pais: null },
          ...fiordo.personas,
          { rol: 'TITULAR', nombre: 'Zoé', pais: 'AR' },
        ],
      },
    ],
    [
      'keeps the values that a later edition of its only source leaves blank',
      [one('sheets', 2, fiordo), one('sheets', 4, BLANK)],
      { ...fiordo, estado: 'EN_TRAMITE' },
    ],
    [
      'prefers the current value of the older source to an earlier value of the newer one',
      [
        one('sheets', 2, fiordo),
        one('portal', 3, portal),
        one('sheets', 4, { ...BLANK, estado: 'REGISTRADA' }),
      ],
      { denominacion: 'FIORDO AUSTRAL', nroRegistro: '901', estado: 'REGISTRADA' },
    ],
    [
      'has the status of the bulletin from its day on',
      [one('sheets', 4, fiordo), one('bulletin', 4, { ...BLANK, estado: 'DENEGADA' })],
      { estado: 'DENEGADA', estadoOficina: 'DENEGADA' },
    ],
    [
      'has the newest stated status, even if later records have none',
      [
        one('sheets', 2, fiordo),
        one('bulletin', 3, { ...BLANK, estado: 'DENEGADA' }),
        one('sheets', 4, BLANK),
        one('sheets', 5, { ...BLANK, nroRegistro: '901' }),
      ],
      { estado: 'DENEGADA' },
    ],
    [
      'prefers a status that its source leaves blank later to an older status of the bulletin',
      [
        one('bulletin', 2, { ...BLANK, estado: 'OBSERVADA' }),
        one('sheets', 4, { ...fiordo, estado: 'REGISTRADA' }),
        one('sheets', 5, BLANK),
      ],
      { estado: 'REGISTRADA', estadoOficina: 'REGISTRADA' },
    ],
    [
      'keeps the description of a class and the country of a person that a later edition leaves blank',
      [
        one('sheets', 2, fiordo),
        one('sheets', 4, {
          ...fiordo,
          clases: [
            { clase: 9, cobertura: null },
            { clase: 35, cobertura: null },
          ],
          personas: [{ rol: 'TITULAR', nombre: 'Ana', pais: null }],
        }),
      ],
      { clases: [...fiordo.clases, { clase: 35, cobertura: null }], personas: fiordo.personas },
    ],
    [
      'loses the classes and persons that a later edition removes from their lists',
      [
        one('sheets', 2, {
          ...fiordo,
          clases: [...fiordo.clases, { clase: 35, cobertura: 'Ventas' }],
          personas: [...fiordo.personas, { rol: 'TITULAR', nombre: 'Berta', pais: 'CL' }],
        }),
        one('sheets', 4, fiordo),
      ],
      { clases: fiordo.clases, personas: fiordo.personas },
    ],
    [
      'loses the status of an entry that a corrected edition withdraws',
      [
        one('sheets', 2, fiordo),
        one('bulletin', 3, { ...BLANK, estado: 'DENEGADA' }),
        { by: 'bulletin', on: 3, says: new Map([['8', fiordo]]) },
      ],
      { estado: 'EN_TRAMITE', anotaciones: [] },
    ],
  ])('%s', async (_, runs, expected) => {
    for (const run of runs) await carryOut(ingest, run)
    const mark = (await served(owner)).get('7')
    expected === undefined ? expect(mark).toBeUndefined() : expect(mark).toMatchObject(expected)
  })
})

test('a corrected edition withdraws entries, and its run counts the applications', async () => {
  await stagedRun(ingest, rowsOf([record('7'), record('8'), record('9')]))
  await stagedEdition(ingest, day(4), [entry('7'), entry('8'), entry('9')])
  const corrected = await stagedEdition(ingest, day(4), [entry('8')])
  expect(corrected).toMatchObject({ withdrawn: 2, updated: 0, unchanged: 1, waiting: 0 })
  expect([...(await served(owner)).values()].map(({ anotaciones }) => anotaciones.length)).toEqual([0, 1, 0])
  expect(await ask(`select nro_solicitud from source_record where fuente = 'bulletin'`)).toEqual([
    { nro_solicitud: 8 },
  ])
})

test('a run counts the marks that keep a value which their new record lacks', async () => {
  const named = ['1', '2', '3'].map((nro) => record(nro, { nroRegistro: nro }))
  await stagedRun(ingest, rowsOf(named, { fechaFuente: day(2) }))
  const without = named.map((mark) => (mark.nroSolicitud === '3' ? mark : { ...mark, nroRegistro: null }))
  expect(await stagedRun(ingest, rowsOf(without, { fechaFuente: day(3) }))).toMatchObject({
    updated: 2,
    kept: 2,
  })
  expect(await ask('select nro_registro from brand order by 1')).toEqual(
    named.map(({ nroRegistro }) => ({ nro_registro: nroRegistro })),
  )
})
