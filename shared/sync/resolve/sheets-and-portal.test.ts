import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { BrandDetail } from '../../../schemas/brand.ts'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import {
  entry,
  record,
  rowsOf,
  stagedEdition,
  stagedPortal,
  stagedRun,
} from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { getBrand } from '../../brands/get-brand.ts'
import { searchBrands } from '../../brands/search-brands.ts'
import type { Database } from '../../db/database.ts'
import type { MarkRecord } from '../values/mark-record.ts'
import type { PortalEvent } from '../values/portal-event.ts'

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

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`

const sheet = (on: number, facts: Partial<MarkRecord> = {}, nroSolicitud = '7') =>
  stagedRun(ingest, rowsOf([record(nroSolicitud, facts)], { fechaFuente: day(on) }), {
    sheet: { name: 'solicitudes', edition: day(on) },
  })

const portal = (on: number, facts: Partial<MarkRecord> = {}, events: PortalEvent[] = []) =>
  stagedPortal(ingest, day(on), [{ record: record('7', facts), events }])

const event = (on: number, facts: Partial<PortalEvent> = {}): PortalEvent => ({
  fecha: day(on),
  tipo: 'ACEPTACION_TRAMITE',
  descripcion: 'Resolución de aceptación a trámite de marca',
  resolucion: null,
  ...facts,
})

const bulletin = (on: number, facts = {}) => stagedEdition(ingest, day(on), [entry('7', facts)])

const detail = async (): Promise<BrandDetail> => (await getBrand(owner, { nroSolicitud: '7' })) as BrandDetail
const sources = async () => (await detail()).fuentes.map(({ fuente, fechaFuente }) => [fuente, fechaFuente])

const holder = (nombre: string, pais: string | null = null) => ({ rol: 'TITULAR' as const, nombre, pais })
const applicant = (nombre: string) => ({ rol: 'SOLICITANTE' as const, nombre, pais: 'CL' })

describe('the record of a mark in sheets and portal', () => {
  test('has the values of the newer source, in either order of the runs', async () => {
    await sheet(2, { denominacion: 'FIORDO' })
    expect(await portal(4, { denominacion: 'FIORDO AUSTRAL' })).toMatchObject({ updated: 1 })
    expect(await detail()).toMatchObject({ denominacion: 'FIORDO AUSTRAL' })
    expect(await sources()).toEqual([
      ['sheets', day(2)],
      ['portal', day(4)],
    ])
    await sheet(5, { denominacion: 'FIORDO DEL SUR' })
    expect(await detail()).toMatchObject({ denominacion: 'FIORDO DEL SUR' })
    await portal(4, { denominacion: 'FIORDO DEL NORTE' })
    expect(await detail()).toMatchObject({ denominacion: 'FIORDO DEL SUR' })
  })

  test('is the sheet’s again once that says the same as before on a newer day, and can be found by it', async () => {
    await sheet(2, { denominacion: 'FIORDO' })
    await portal(4, { denominacion: 'VENTISQUERO' })
    expect(await sheet(5, { denominacion: 'FIORDO' })).toMatchObject({ updated: 1 })
    expect(await detail()).toMatchObject({ denominacion: 'FIORDO' })
    const found = async (q: string) => (await searchBrands(owner, { q, limit: 5 })).items.length
    expect([await found('fiordo'), await found('ventisquero')]).toEqual([1, 0])
    expect(await sheet(6, { denominacion: 'FIORDO' })).toMatchObject({ updated: 0, unchanged: 1 })
    await portal(6, { denominacion: 'FIORDO' })
    expect(await sheet(7, { denominacion: 'FIORDO' })).toMatchObject({ updated: 0, unchanged: 1 }) // the same either way
    expect(await portal(8, { denominacion: 'VENTISQUERO' })).toMatchObject({ updated: 1 })
    expect(await detail()).toMatchObject({ denominacion: 'VENTISQUERO' })
  })

  test('keeps what the newer one leaves out, of each kind of thing', async () => {
    await sheet(2, {
      nroRegistro: '900',
      fechaRegistro: '2026-05-01',
      tipoSigno: 'MIXTA',
      clases: [
        { clase: 9, cobertura: 'Computadores' },
        { clase: 35, cobertura: null },
      ],
      personas: [applicant('Ana'), holder('Fiordo SpA')],
    })
    await portal(4, {
      tipoSigno: 'OTRA',
      fechaPublicacion: '2026-03-01',
      clases: [
        { clase: 9, cobertura: null },
        { clase: 42, cobertura: 'Diseño' },
      ],
      personas: [holder('Fiordo SpA', 'CL'), holder('Glaciar Ltda.')],
    })
    expect(await detail()).toMatchObject({
      nroRegistro: '900',
      fechaRegistro: '2026-05-01',
      fechaPublicacion: '2026-03-01',
      tipoSigno: 'MIXTA',
      clases: [
        { clase: 9, cobertura: 'Computadores' },
        { clase: 42, cobertura: 'Diseño' },
      ],
      personas: [applicant('Ana'), holder('Fiordo SpA', 'CL'), holder('Glaciar Ltda.')],
    })
    const listed = await searchBrands(owner, { limit: 5, clase: 35 })
    expect(listed.items).toEqual([])
  })

  test('is not touched by a portal that says the same again, and that day counts all the same', async () => {
    await portal(4, { estado: 'EN_TRAMITE' })
    const before = await ask('select ctid, xmin from source_record union all select ctid, xmin from brand')
    expect(await portal(6, { estado: 'EN_TRAMITE' })).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await ask('select ctid, xmin from source_record union all select ctid, xmin from brand')).toEqual(
      before,
    )
    await bulletin(5, { estado: 'PUBLICADA' })
    expect(await detail()).toMatchObject({ estado: 'EN_TRAMITE' })
    expect(await sources()).toEqual([
      ['bulletin', day(5)],
      ['portal', day(6)],
    ])
  })
})

describe('the events of the portal', () => {
  const annotations = async () =>
    (await detail()).anotaciones.map(({ fecha, descripcion, fuente }) => [fecha, descripcion, fuente])

  test('are annotations beside those of the bulletin, with their source', async () => {
    await sheet(2)
    await bulletin(3, { descripcion: 'Del boletín' })
    await portal(6, {}, [event(1, { descripcion: 'Presentación', tipo: 'PRESENTACION' }), event(5)])
    expect(await annotations()).toEqual([
      [day(5), 'Resolución de aceptación a trámite de marca', 'portal'],
      [day(3), 'Del boletín', 'bulletin'],
      [day(1), 'Presentación', 'portal'],
    ])
  })

  test('are not repeated where the bulletin has them, in either order of the runs', async () => {
    await portal(6, {}, [event(3), event(4, { tipo: 'OBSERVACION_FONDO', descripcion: 'Observaciones' })])
    await bulletin(3, { descripcion: 'Aceptada en el boletín' })
    expect(await annotations()).toEqual([
      [day(4), 'Observaciones', 'portal'],
      [day(3), 'Aceptada en el boletín', 'bulletin'],
    ])
    await portal(7, {}, [event(3)])
    expect(await annotations()).toEqual([[day(3), 'Aceptada en el boletín', 'bulletin']])
  })

  test('is the same event with the same resolution, also on another day', async () => {
    await sheet(2)
    await bulletin(4, { resolucion: '2026/100' })
    await portal(6, {}, [event(3, { resolucion: '2026/100' }), event(3, { resolucion: '2026/101' })])
    expect((await detail()).anotaciones.map(({ resolucion, fuente }) => [resolucion, fuente])).toEqual([
      ['2026/100', 'bulletin'],
      ['2026/101', 'portal'],
    ])
  })

  test('is the same event with the same resolution of the same day, whatever kind of event the section made of it', async () => {
    await sheet(2)
    await bulletin(4, { resolucion: '2026/100', tipo: 'OTRA', descripcion: 'M3' })
    await portal(6, {}, [
      event(4, { resolucion: '2026/100', tipo: 'OBSERVACION_FONDO', descripcion: 'De fondo' }),
    ])
    expect(await annotations()).toEqual([[day(4), 'M3', 'bulletin']])
  })

  test('are kept where the bulletin has another event of the same resolution', async () => {
    await sheet(2)
    await bulletin(4, { resolucion: '2026/9', tipo: 'FALLO', descripcion: 'Fallo' })
    const act = (on: number, tipo: 'FALLO' | 'CONCESION') =>
      event(on, { resolucion: '2026/9', tipo, descripcion: tipo })
    await portal(6, {}, [act(4, 'FALLO'), act(4, 'CONCESION'), act(5, 'FALLO')])
    expect(await annotations()).toEqual([
      [day(5), 'FALLO', 'portal'],
      [day(4), 'CONCESION', 'portal'],
      [day(4), 'Fallo', 'bulletin'],
    ])
  })

  test('hides nothing: of two of a kind on a day, one is the bulletin’s', async () => {
    await sheet(2)
    await bulletin(4, { tipo: 'OPOSICION', descripcion: 'Oposición' })
    const opposition = event(4, { tipo: 'OPOSICION', descripcion: 'Demanda de oposición' })
    await portal(6, {}, [opposition, { ...opposition, descripcion: 'Segunda demanda de oposición' }])
    expect(await annotations()).toEqual([
      [day(4), 'Segunda demanda de oposición', 'portal'],
      [day(4), 'Oposición', 'bulletin'],
    ])
    const other = { tipo: 'OTRA', descripcion: 'Otra cosa' } as const
    await bulletin(5, other)
    await portal(7, {}, [event(5, other), event(5, { tipo: 'OTRA', descripcion: 'Y otra' })])
    expect(await annotations()).toEqual([
      [day(5), 'Y otra', 'portal'],
      [day(5), 'Otra cosa', 'bulletin'],
      [day(4), 'Oposición', 'bulletin'],
    ])
  })

  test('is not written again when it is the same, and is replaced when it is not', async () => {
    await portal(4, {}, [event(1), event(3)])
    const rows = () => ask('select ctid, xmin from source_record order by nro_solicitud')
    const before = await rows()
    expect(await portal(6, {}, [event(1), event(3)])).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await rows()).toEqual(before)
    expect(await portal(7, {}, [event(1), event(3), event(6)])).toMatchObject({ updated: 1 })
    expect(await annotations()).toHaveLength(3)
    await portal(8, {})
    expect(await annotations()).toHaveLength(3) // an answer without events removes none
  })

  test('means no status, and leaves the entries of a corrected edition alone', async () => {
    await portal(6, { estado: 'EN_TRAMITE' }, [event(1), event(4)])
    await bulletin(4, { tipo: 'LICENCIA', estado: null, descripcion: 'Licencia' })
    await bulletin(4, { tipo: 'PRENDA', estado: null, descripcion: 'Prenda' })
    expect(await detail()).toMatchObject({ estado: 'EN_TRAMITE' })
    expect(await annotations()).toEqual([
      [day(4), 'Resolución de aceptación a trámite de marca', 'portal'],
      [day(4), 'Prenda', 'bulletin'],
      [day(1), 'Resolución de aceptación a trámite de marca', 'portal'],
    ])
  })
})

describe('answers of an older day', () => {
  test('remove no newer events, and the version of the corpus stays', async () => {
    await portal(6, { denominacion: 'NUEVA' }, [event(5), event(3)])
    const version = () => ask('select version from corpus_state')
    const before = [await detail(), await version()]
    expect(await portal(4, { denominacion: 'VIEJA' }, [event(3)])).toMatchObject({ updated: 0, outdated: 1 })
    expect([await detail(), await version()]).toEqual(before)
  })

  test('and those of a day still to come hold the run', async () => {
    const day = '2999-01-02'
    expect(await stagedPortal(ingest, day, [{ record: record('7') }], { guarded: true })).toMatchObject({
      status: 'held',
      error: { code: 'dates_in_future' },
    })
  })
})

describe('a bad day of the portal', () => {
  const many = (count: number, facts: Partial<MarkRecord>) =>
    Array.from({ length: count }, (_, place) => ({ record: record(String(place + 1), facts) }))
  const registered = { estado: 'REGISTRADA', estadoOficina: 'Registrada' } as const
  const pending = { estado: 'EN_TRAMITE', estadoOficina: 'En trámite' } as const
  const guarded = { guarded: true }

  test('holds the run from five records on, and what was accepted goes through with whatever else is new', async () => {
    await stagedPortal(ingest, day(2), many(20, registered), guarded)
    expect(await stagedPortal(ingest, day(3), many(4, pending), guarded)).toMatchObject({
      status: 'succeeded',
    })
    const odd = many(10, pending).slice(4)
    const held = await stagedPortal(ingest, day(4), odd, guarded)
    expect(held).toMatchObject({ status: 'held', updated: 0, error: { code: 'statuses_backwards' } })
    const [{ fingerprint = '' } = {}] = await ask<{ fingerprint: string }>(
      `select fingerprint from sync_run where run_id = ${held.id}`,
    )
    const others = [...odd, { record: record('99') }]
    const accepts = { guarded: true, accepts: fingerprint }
    expect(await stagedPortal(ingest, day(4), others.slice(0, 5), accepts)).toMatchObject({ status: 'held' })
    expect(await stagedPortal(ingest, day(4), others, accepts)).toMatchObject({
      status: 'succeeded',
      inserted: 1,
      updated: 6,
    })
  })

  test('is none where it has one word for all that is under way, nor where its events are still to come', async () => {
    await stagedPortal(ingest, day(2), many(20, { estado: 'PUBLICADA', estadoOficina: 'Publicada' }), guarded)
    const finer = many(20, { estado: 'SOLICITADA', estadoOficina: 'Pendiente' })
    const hearings = finer.map((answer) => ({
      ...answer,
      events: [event(1), event(1, { fecha: '2999-01-02', tipo: 'OTRA', descripcion: 'Audiencia' })],
    }))
    expect(await stagedPortal(ingest, day(4), hearings, guarded)).toMatchObject({
      status: 'succeeded',
      ignored: { 'events on a day still to come': 20 },
    })
    expect((await detail()).anotaciones.map(({ fecha }) => fecha)).toEqual([day(1)])
  })
})
