import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { ESTADOS, type Estado } from '../../../schemas/catalogs.ts'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { entry, record, rowsOf, stagedEdition, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { getBrand } from '../../brands/get-brand.ts'
import { searchBrands } from '../../brands/search-brands.ts'
import type { Database } from '../../db/database.ts'
import { excludeRejected, saveRejections } from '../run/rejections.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await emptyCorpus(owner)
})

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`

/** The words of a status, so that a source may say it. */
const said = (estado: Estado) => ({ estado, estadoOficina: ESTADOS[estado].es })

const sheet = (edition: string, marks: Record<string, Estado>, name = 'solicitudes') =>
  stagedRun(
    ingest,
    rowsOf(
      Object.entries(marks).map(([nro, estado]) => record(nro, said(estado))),
      { fechaFuente: edition },
    ),
    { sheet: { name, edition } },
  )

const bulletin = (edition: string, marks: Record<string, Estado>) =>
  stagedEdition(
    ingest,
    edition,
    Object.entries(marks).map(([nro, estado]) => entry(nro, { estado, descripcion: ESTADOS[estado].es })),
  )

const detail = (nroSolicitud: string) => getBrand(owner, { nroSolicitud })
const sources = async (nroSolicitud: string) =>
  (await detail(nroSolicitud))?.fuentes.map(({ fuente, fechaFuente }) => [fuente, fechaFuente])

describe('the status of a mark', () => {
  test('is the one of the newest source, in all tables', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' })
    expect(await bulletin(day(4), { 7: 'ACEPTADA_TRAMITE' })).toMatchObject({ updated: 1, waiting: 0 })
    expect(await detail('7')).toMatchObject({
      estado: 'ACEPTADA_TRAMITE',
      estadoOficina: 'Aceptada a trámite',
      anotaciones: [{ fecha: day(4), descripcion: 'Aceptada a trámite' }],
    })
    const listed = await searchBrands(owner, { limit: 20, estado: 'ACEPTADA_TRAMITE' })
    const found = await searchBrands(owner, { limit: 20, q: 'MARCA 7', estado: 'ACEPTADA_TRAMITE' })
    expect([listed, found].map(({ items }) => items.map(({ nroSolicitud }) => nroSolicitud))).toEqual([
      ['7'],
      ['7'],
    ])
  })

  test('is the one of the sheet again after a newer sheet, also with the same record as before', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' })
    await bulletin(day(4), { 7: 'ACEPTADA_TRAMITE' })
    expect(await sheet(day(5), { 7: 'EN_TRAMITE' })).toMatchObject({ updated: 1 })
    expect(await detail('7')).toMatchObject({ estado: 'EN_TRAMITE' })
    expect(await sources('7')).toEqual([
      ['sheets', day(5)],
      ['bulletin', day(4)],
    ])
  })

  test('is not changed by an edition that comes late, after a sheet of a newer day; its sources show why', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' })
    await sheet(day(6), { 7: 'EN_TRAMITE' })
    await bulletin(day(4), { 7: 'ACEPTADA_TRAMITE' })
    expect(await detail('7')).toMatchObject({ estado: 'EN_TRAMITE', anotaciones: [{ fecha: day(4) }] })
    expect(await sources('7')).toEqual([
      ['sheets', day(6)],
      ['bulletin', day(4)],
    ])
  })

  test('goes back to the other source when a corrected edition has no status any more', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' })
    await bulletin(day(4), { 7: 'ACEPTADA_TRAMITE' })
    await stagedEdition(ingest, day(4), [
      entry('7', { tipo: 'LICENCIA', estado: null, descripcion: 'Licencia' }),
    ])
    expect(await detail('7')).toMatchObject({
      estado: 'EN_TRAMITE',
      anotaciones: [{ descripcion: 'Licencia' }],
    })
  })

  test('is the one of the last entry with a status where a day has several', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' })
    await stagedEdition(ingest, day(4), [
      entry('7', { ...said('OBSERVADA'), descripcion: 'Observaciones' }),
      entry('7', { ...said('PUBLICADA'), descripcion: 'Publicada' }),
      entry('7', { tipo: 'OTRA', estado: null, descripcion: 'Otra cosa' }),
    ])
    const found = await detail('7')
    expect(found).toMatchObject({ estado: 'PUBLICADA' })
    expect(found?.anotaciones.map(({ descripcion }) => descripcion)).toEqual([
      'Otra cosa',
      'Publicada',
      'Observaciones',
    ])
  })
})

describe('entries of the bulletin', () => {
  test('of the same edition twice change nothing', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' })
    await bulletin(day(4), { 7: 'ACEPTADA_TRAMITE', 8: 'PUBLICADA' })
    const state = () =>
      ask(`select ctid::text, xmin::text from brand_annotation union all select ctid::text, xmin::text from source_record
           union all select '', version::text from corpus_state`)
    const before = await state()
    expect(await bulletin(day(4), { 7: 'ACEPTADA_TRAMITE', 8: 'PUBLICADA' })).toMatchObject({
      updated: 0,
      unchanged: 1,
      waiting: 1,
    })
    expect(await state()).toEqual(before)
  })

  test('wait for a mark that is not there yet, and join it when it comes', async () => {
    expect(await bulletin(day(4), { 7: 'ACEPTADA_TRAMITE' })).toMatchObject({ updated: 0, waiting: 1 })
    expect(await detail('7')).toBeNull()
    expect(await sheet(day(2), { 7: 'SOLICITADA' })).toMatchObject({ inserted: 1 })
    expect(await detail('7')).toMatchObject({ estado: 'ACEPTADA_TRAMITE', anotaciones: [{ fecha: day(4) }] })
    expect(await sources('7')).toEqual([
      ['sheets', day(2)],
      ['bulletin', day(4)],
    ])
  })
})

test('a mark that its sheet no longer contains stays, with the date of the last edition that contained it', async () => {
  await sheet(day(2), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  await sheet(day(3), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  await sheet(day(5), { 7: 'EN_TRAMITE' })
  expect([await sources('7'), await sources('8')]).toEqual([[['sheets', day(5)]], [['sheets', day(3)]]])
})

test('a row that was rejected neither confirms its mark nor makes it vanish', async () => {
  await sheet(day(2), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  const rejected = { rowNumber: 2, nroSolicitud: '7', reason: 'It cannot be read.' }
  const rows = rowsOf([record('7'), record('8', said('EN_TRAMITE'))], { fechaFuente: day(6) })
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
  expect([await sources('7'), await sources('8')]).toEqual([[['sheets', day(2)]], [['sheets', day(6)]]])
})

test('a source has the date of its newest edition that confirmed the mark, whatever other sources add', async () => {
  await sheet(day(2), { 7: 'EN_TRAMITE' })
  const first = await detail('7')
  for (const edition of [3, 4, 5]) await sheet(day(edition), { 7: 'EN_TRAMITE' })
  expect(await sources('7')).toEqual([['sheets', day(5)]])
  expect((await detail('7'))?.fuentes[0]?.actualizadoEn).toBe(first?.fuentes[0]?.actualizadoEn)
  await stagedEdition(ingest, day(6), [entry('7', { tipo: 'LICENCIA', estado: null })])
  expect(await sources('7')).toEqual([
    ['sheets', day(5)],
    ['bulletin', day(6)],
  ])
})

test('an edition that only confirms a mark leaves the version of the corpus, and so the ETags', async () => {
  const version = () => ask('select version from corpus_state')
  await sheet(day(2), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  const before = await version()
  await sheet(day(3), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  await sheet(day(4), { 7: 'EN_TRAMITE' }) // the sheet no longer contains mark 8
  expect(await version()).toEqual(before)
})

test('an older sheet changes nothing of what a newer one said, also where that only said it again', async () => {
  await sheet(day(2), { 7: 'EN_TRAMITE' })
  await sheet(day(6), { 7: 'EN_TRAMITE' })
  expect(await sheet(day(4), { 7: 'SOLICITADA' })).toMatchObject({ updated: 0, outdated: 1 })
  expect(await detail('7')).toMatchObject({ estado: 'EN_TRAMITE' })
})

test('two sources that come at the same time both count, in whichever order they are applied', async () => {
  await sheet(day(2), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  const report = await stagedRun(
    ingest,
    rowsOf([record('7', said('SOLICITADA')), record('8', said('REGISTRADA'))], { fechaFuente: day(3) }),
    {
      onPhase: (phase) => void (phase === 'applying' && others.push(bulletin(day(4), { 7: 'PUBLICADA' }))),
      sheet: { name: 'solicitudes', edition: day(3) },
    },
  )
  await Promise.all(others)
  expect(report).toMatchObject({ status: 'succeeded' })
  expect([(await detail('7'))?.estado, (await detail('8'))?.estado]).toEqual(['PUBLICADA', 'REGISTRADA'])
})
const others: Promise<unknown>[] = []
