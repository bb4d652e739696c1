import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../shared/db/database.ts'
import { SAMPLE_RATE_LIMIT } from '../../shared/sync/sources/portal/rate-limit.ts'
import { syncPortal } from '../../shared/sync/sources/portal/sync-portal.ts'
import { rowsOf } from '../../test/support/corpus-snapshot.ts'
import { sampleMarks } from '../../test/support/marks.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { EXAMPLE_NUMBER, fillSample } from './fill.ts'
import { type SampleOffice, startSampleOffice } from './office.ts'

let database: TestDatabase
let ingest: Database
let office: SampleOffice
beforeAll(async () => {
  database = await createTestDatabase()
  ingest = database.open('trademark_ingest')
  office = await startSampleOffice()
})
afterAll(async () => {
  await office.stop()
  await database.drop()
})

const runs = (): Promise<{ source: string; status: string; rejected: number }[]> =>
  rowsOf(ingest, 'select source, status, rejected from sync_run order by run_id')

test('the sample is filled by a run of the sheets, of the portal and of each edition, without a rejected row', async () => {
  expect(await fillSample(ingest, office)).toMatchObject({ kind: 'sample', marks: 211 })
  const found = await runs()
  const bySource = Map.groupBy(found, ({ source }) => source)
  expect(bySource.get('sheets')).toHaveLength(1)
  expect(bySource.get('portal')).toHaveLength(1)
  expect(bySource.get('bulletin')?.length).toBeGreaterThan(15) // the editions of 30 days, and the archive
  expect(found.filter(({ status, rejected }) => status !== 'succeeded' || rejected > 0)).toEqual([])
})

test('the sample has the marks that tests load directly, with the same values', async () => {
  const facts = await rowsOf<{ nroSolicitud: string }>(
    ingest,
    `select nro_solicitud::text as "nroSolicitud", nro_registro::text as "nroRegistro", denominacion, estado,
            tipo_signo as "tipoSigno", fecha_presentacion::text as "fechaPresentacion",
            fecha_registro::text as "fechaRegistro", fecha_vencimiento::text as "fechaVencimiento",
            cardinality(clases) as clases
       from brand as b`,
  )
  const byNumber = new Map(facts.map((mark) => [mark.nroSolicitud, mark]))
  for (const mark of sampleMarks()) {
    const { nroSolicitud, nroRegistro, denominacion, estado, tipoSigno, clases } = mark
    const { fechaPresentacion, fechaRegistro, fechaVencimiento } = mark
    expect(byNumber.get(nroSolicitud)).toEqual({
      ...{ nroSolicitud, nroRegistro, denominacion, estado, tipoSigno, clases: clases.length },
      ...{ fechaPresentacion, fechaRegistro, fechaVencimiento },
    })
  }
  expect(byNumber.has(EXAMPLE_NUMBER)).toBe(true)
})

test('a filled sample is not filled again', async () => {
  const before = await runs()
  expect(await fillSample(ingest, office)).toMatchObject({ kind: 'sample', marks: 211 })
  expect(await runs()).toEqual(before)
})

test('portal runs on the unchanged sample change no mark, so that ETags stay valid', async () => {
  const owner = database.open('owner')
  const version = () => rowsOf(owner, 'select version from corpus_state')
  const before = await version()
  for (const _ of ['first', 'second']) {
    await rowsOf(owner, `update portal_number set asked_at = asked_at - interval '2 days'`) // for a new request
    const order = { trigger: 'schedule', sample: true, rateLimit: SAMPLE_RATE_LIMIT } as const
    const report = await syncPortal(ingest, { ...order, from: { url: office.urls.portal } })
    expect(report).toMatchObject({
      status: 'succeeded',
      rowsRead: 64,
      inserted: 0,
      updated: 0,
      unchanged: 64,
    })
  }
  expect(await version()).toEqual(before)
})

test('a register gets no data of the sample', async () => {
  await rowsOf(database.open('owner'), `delete from brand; delete from sync_run`)
  await rowsOf(database.open('owner'), `update corpus_state set kind = 'register'`)
  expect(await fillSample(ingest, office)).toEqual({ kind: 'register', marks: 0 })
  expect(await runs()).toEqual([])
})
