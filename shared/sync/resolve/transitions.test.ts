import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { day, served } from '../../../test/support/source-statements.ts'
import {
  entry,
  record,
  rowsOf,
  stagedEdition,
  stagedPortal,
  stagedRun,
} from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import { excludeRejected, saveRejections } from '../run/rejections.ts'
import type { RunReport } from '../run.ts'
import type { MarkRecord } from '../values/mark-record.ts'

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

const sheet = (on: number, marks: readonly MarkRecord[], database = ingest): Promise<RunReport> =>
  stagedRun(database, rowsOf(marks, { fechaFuente: day(on) }), {
    sheet: { name: 'solicitudes', edition: day(on) },
  })
const portal = (on: number, marks: readonly MarkRecord[]): Promise<RunReport> =>
  stagedPortal(
    ingest,
    day(on),
    marks.map((each) => ({
      record: each,
      events: [{ fecha: day(1), tipo: 'OTRA', descripcion: 'Uno', resolucion: null }],
    })),
  )
const bulletin = (on: number, numbers: readonly string[], database = ingest): Promise<RunReport> =>
  stagedEdition(
    database,
    day(on),
    numbers.map((nro) => entry(nro, { estado: 'PUBLICADA' })),
  )
const mark = async (nro: string) => (await served(owner)).get(nro)

const full = record('7', {
  estado: 'REGISTRADA',
  clases: [
    { clase: 9, cobertura: 'Aparatos' },
    { clase: 35, cobertura: null },
  ],
  personas: [{ rol: 'TITULAR', nombre: 'Ñandú Ltda.', pais: 'CL' }],
})

describe('a run writes', () => {
  const TABLES = ['brand', 'brand_detail', 'source_record', 'brand_listing', 'brand_annotation']
  /** Returns the physical place of each row and the transaction that wrote it: a write changes both. */
  const places = async (): Promise<string[]> =>
    (
      await ask<{ place: string }>(
        TABLES.map(
          (table) => `select '${table} ' || nro_solicitud || ctid || xmin as place from ${table}`,
        ).join(' union all '),
      )
    )
      .map(({ place }) => place)
      .sort()
  const version = () => ask('select version from corpus_state')

  const both = [full, record('8')]

  test.each<[string, () => Promise<RunReport>, () => Promise<RunReport>]>([
    ['a sheet repeats a sheet', () => sheet(4, both), () => sheet(5, both)],
    [
      'the portal repeats itself',
      async () => {
        await bulletin(1, ['7']) // the oldest source, so that the date of the corpus stays
        return portal(4, both)
      },
      () => portal(5, both),
    ],
    ['a sheet repeats what sheets and portal state', () => portal(4, both), () => sheet(5, both)],
    ['an edition is read again', () => bulletin(4, ['7', '8', '9']), () => bulletin(4, ['7', '8', '9'])],
  ])('nothing if %s', async (_, before, repeated) => {
    await sheet(2, both)
    await before()
    const stored = [await places(), await version()]
    expect(await repeated()).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
    expect([await places(), await version()]).toEqual(stored)
  })

  test('only the rows that a change affects', async () => {
    await sheet(2, [full, record('8')])
    const before = await places()
    expect(await sheet(2, [{ ...full, denominacion: 'OTRA' }, record('8')])).toMatchObject({ updated: 1 })
    const left = new Set(await places())
    const moved = before.filter((place) => !left.has(place)).map((place) => place.split(/ (?=7)/)[0])
    expect(moved).toEqual(['brand', 'brand_detail', 'source_record'])
  })

  test('no new version if it confirms marks or omits one', async () => {
    await sheet(2, [full, record('8')])
    const before = await version()
    await sheet(3, [full, record('8')])
    await sheet(4, [full])
    expect(await version()).toEqual(before)
  })
})

test('a mark that another source has described is updated', async () => {
  await portal(2, [full])
  expect(await sheet(3, [{ ...full, estado: 'VENCIDA' }])).toMatchObject({ inserted: 0, updated: 1 })
})

test('a rejected row neither confirms nor removes its mark', async () => {
  await sheet(2, [full, record('8')])
  const rejected = { rowNumber: 2, nroSolicitud: '7', reason: 'It cannot be read.' }
  const rows = rowsOf([full, record('8')], { fechaFuente: day(6) })
  const report = await stagedRun(
    ingest,
    rows.map((row) => (row.nroSolicitud === '7' ? { ...row, record: null } : row)),
    {
      guarded: true,
      sheet: { name: 'solicitudes', edition: day(6) },
      meanwhile: async ({ id }) => {
        await saveRejections(ingest, { runId: id, sheet: 'solicitudes' }, [rejected])
        await excludeRejected(ingest, id, ['solicitudes'])
      },
    },
  )
  expect(report).toMatchObject({ status: 'succeeded', error: null })
  expect([(await mark('7'))?.fuentes, (await mark('8'))?.fuentes]).toEqual([
    [['sheets', day(2)]],
    [['sheets', day(6)]],
  ])
})

describe('of several rows of one application', () => {
  const row = (sheetNumber: number, rowNumber: number, facts: Partial<MarkRecord> | null) => ({
    sheet: sheetNumber,
    rowNumber,
    nroSolicitud: '7',
    fechaFuente: day(sheetNumber),
    record: facts && record('7', facts),
  })
  const titular = (nombre: string, pais: string | null) => ({ rol: 'TITULAR' as const, nombre, pais })

  test.each<[string, ReturnType<typeof row>[], object | undefined]>([
    [
      'the last one counts, with the classes and persons of all',
      [
        row(1, 2, {
          denominacion: 'UNO',
          clases: [{ clase: 35, cobertura: null }],
          personas: [titular('Zoé', null)],
        }),
        row(1, 3, {
          denominacion: 'DOS',
          clases: [{ clase: 9, cobertura: 'a' }],
          personas: [titular('Ana', 'CL')],
        }),
      ],
      {
        denominacion: 'DOS',
        clases: [
          { clase: 9, cobertura: 'a' },
          { clase: 35, cobertura: null },
        ],
        personas: [titular('Ana', 'CL'), titular('Zoé', null)],
      },
    ],
    [
      'the descriptions of a class are joined, and a person without a country is the same as the one with a country',
      [
        row(1, 2, { clases: [{ clase: 9, cobertura: 'b' }], personas: [titular('Ana', null)] }),
        row(1, 3, { clases: [{ clase: 9, cobertura: null }], personas: [titular('Ana', 'CL')] }),
        row(1, 4, { clases: [{ clase: 9, cobertura: 'a' }], personas: [titular('Ana', 'AR')] }),
        row(1, 5, { clases: [{ clase: 9, cobertura: 'b' }] }),
      ],
      { clases: [{ clase: 9, cobertura: 'a; b' }], personas: [titular('Ana', 'AR'), titular('Ana', 'CL')] },
    ],
    [
      'only those of the newest sheet count',
      [
        row(1, 9, { denominacion: 'UNO', clases: [{ clase: 9, cobertura: 'a' }] }),
        row(2, 2, { denominacion: 'DOS', clases: [{ clase: 35, cobertura: null }] }),
      ],
      { denominacion: 'DOS', clases: [{ clase: 35, cobertura: null }], fuentes: [['sheets', day(2)]] },
    ],
    [
      'a rejected one excludes those of its sheet, and no others',
      [row(1, 2, { denominacion: 'UNO' }), row(2, 2, { denominacion: 'DOS' }), row(2, 3, null)],
      { denominacion: 'UNO', fuentes: [['sheets', day(1)]] },
    ],
    [
      'a rejected one excludes the application',
      [row(1, 2, { denominacion: 'UNO' }), row(1, 3, null)],
      undefined,
    ],
  ])('%s', async (_, rows, expected) => {
    await stagedRun(ingest, [...rows, ...rowsOf([record('1')], { fechaFuente: day(1) })], {
      meanwhile: ({ id }) => excludeRejected(ingest, id, ['a', 'b']),
    })
    const found = await mark('7')
    expected === undefined ? expect(found).toBeUndefined() : expect(found).toMatchObject(expected)
  })
})

test('of two editions of a sheet in one run, the newer one does not confirm a mark that only the older one has', async () => {
  await sheet(2, [full, record('8')])
  const rows = [
    ...rowsOf([full, record('8')], { fechaFuente: day(3) }),
    ...rowsOf([full], { fechaFuente: day(5), sheet: 2 }),
  ]
  const sheets = [day(3), day(5)].map((edition) => ({ name: 'solicitudes', edition }))
  await stagedRun(ingest, rows, { sheets })
  await bulletin(4, ['8'])
  expect(await mark('8')).toMatchObject({
    estado: 'PUBLICADA',
    fuentes: [['sheets', day(3)], expect.anything()],
  })
})

describe('changes that another run commits', () => {
  /** Returns a database that executes another run before the first transaction. */
  const committed = (between: () => Promise<unknown>): Database => {
    const done: Promise<unknown>[] = []
    return {
      ...ingest,
      transaction: async (work) => {
        done.length === 0 && done.push(between())
        await done[0]
        return ingest.transaction(work)
      },
    }
  }

  test('before a run is applied are taken into account', async () => {
    await sheet(2, [full])
    const first = committed(() => bulletin(4, ['8']))
    expect(await sheet(3, [full, record('8')], first)).toMatchObject({ inserted: 1 })
    expect(await mark('8')).toMatchObject({ estado: 'PUBLICADA' })
    await bulletin(
      5,
      ['7'],
      committed(() => sheet(6, [full])),
    )
    expect(await mark('7')).toMatchObject({ estado: 'REGISTRADA' })
  })

  test('while a run is applied wait for it, and are then applied', async () => {
    await sheet(2, [full, record('8')])
    const others: Promise<unknown>[] = []
    const report = await stagedRun(
      ingest,
      rowsOf([{ ...full, estado: 'VENCIDA' }, record('8')], { fechaFuente: day(3) }),
      {
        onPhase: (phase) => void (phase === 'applying' && others.push(bulletin(4, ['7']))),
        sheet: { name: 'solicitudes', edition: day(3) },
      },
    )
    await Promise.all(others)
    expect(report).toMatchObject({ status: 'succeeded' })
    expect(await mark('7')).toMatchObject({ estado: 'PUBLICADA', anotaciones: [{ fecha: day(4) }] })
  })
})
