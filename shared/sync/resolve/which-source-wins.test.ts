import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { codes, ESTADOS, type Estado } from '../../../schemas/catalogs.ts'
import { entry, record, rowsOf, stagedEdition, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { getBrand } from '../../brands/get-brand.ts'
import { searchBrands } from '../../brands/search-brands.ts'
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
beforeEach(async () => {
  await ask(`truncate brand, brand_detail, source_record, brand_listing, brand_annotation, sync_rejection,
             sync_run, sheet, sheet_mark, bulletin_edition, source_file`)
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

  test('is the one of the bulletin where both have the same day, in either order of the runs', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' })
    await bulletin(day(4), { 7: 'PUBLICADA' })
    await sheet(day(4), { 7: 'SOLICITADA' })
    expect(await detail('7')).toMatchObject({ estado: 'PUBLICADA' })
    await sheet(day(2), { 8: 'EN_TRAMITE' }, 'otras')
    await bulletin(day(2), { 8: 'PUBLICADA' })
    expect(await detail('8')).toMatchObject({ estado: 'PUBLICADA' })
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
      ask(`select ctid::text, xmin::text from brand_annotation union all select ctid::text, xmin::text from brand_source
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

  test('that a corrected edition lacks stay, and those of its applications are replaced', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
    await bulletin(day(4), { 7: 'OBSERVADA', 8: 'PUBLICADA' })
    await bulletin(day(4), { 7: 'PUBLICADA' })
    const events = async (nro: string) =>
      (await detail(nro))?.anotaciones.map(({ descripcion }) => descripcion)
    expect([await events('7'), await events('8')]).toEqual([['Publicada'], ['Publicada']])
  })
})

test('a mark that its sheet no longer contains stays, with the date of the last edition that contained it', async () => {
  await sheet(day(2), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  await sheet(day(3), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  await sheet(day(5), { 7: 'EN_TRAMITE' })
  expect([await sources('7'), await sources('8')]).toEqual([[['sheets', day(5)]], [['sheets', day(3)]]])
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

test('a run that others come before again and again is applied all the same', async () => {
  await sheet(day(2), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  // Another run is applied in the middle of each comparison, unless the corpus is locked. The lock of an attempt that
  // failed lasts until PostgreSQL has ended its connection: within a second it is free, or held for this comparison.
  await ask(`create function come_before() returns trigger language plpgsql security definer as $$
             begin
               for attempt in 1..100 loop
                 if pg_try_advisory_xact_lock(hashtext('trademark corpus')) then
                   update corpus_state set applied = applied + 1;
                   exit;
                 end if;
                 perform pg_sleep(0.01);
               end loop;
               return null;
             end $$`)
  await ask('create trigger come_before after insert on staged_mark execute function come_before()')
  const phases: string[] = []
  try {
    const report = await stagedRun(
      ingest,
      rowsOf([record('8', said('REGISTRADA'))], { fechaFuente: day(3) }),
      {
        sheet: { name: 'otras', edition: day(3) },
        onPhase: (phase) => phases.push(phase),
      },
    )
    expect(report).toMatchObject({ status: 'succeeded', updated: 1 })
    expect(phases.filter((phase) => phase === 'comparing')).toHaveLength(3)
  } finally {
    await ask('drop trigger come_before on staged_mark')
    await ask('drop function come_before')
  }
})

describe('whatever the sources say, in whatever order', () => {
  const numbers = ['1', '2', '3']
  const estados: Estado[] = ['EN_TRAMITE', 'PUBLICADA', 'REGISTRADA']
  const marks = fc.dictionary(fc.constantFrom(...numbers), fc.constantFrom(...estados), { minKeys: 1 })
  const run = fc.record({
    by: fc.constantFrom('sheet', 'bulletin'),
    on: fc.integer({ min: 1, max: 6 }),
    marks,
  })

  /** What each source is known to say of a mark, and since when. */
  interface Claim {
    on: number
    estado: Estado
  }

  test('the status of each mark is the newest one, the bulletin before the sheet', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 8 }), async (runs) => {
        await ask(`truncate brand, brand_detail, source_record, brand_listing, brand_annotation, sync_run,
                   sync_rejection, sheet, sheet_mark, bulletin_edition`)
        const bySheet = new Map<string, Claim>()
        const byBulletin = new Map<string, Map<number, Estado>>()
        for (const { by, on, marks: stated } of runs) {
          await (by === 'sheet' ? sheet : bulletin)(day(on), stated)
          for (const [nro, estado] of Object.entries(stated)) {
            if (by === 'bulletin') {
              byBulletin.set(nro, new Map([...(byBulletin.get(nro) ?? []), [on, estado]]))
            } else {
              const before = bySheet.get(nro)
              if (before === undefined || on >= before.on || before.estado === estado) {
                bySheet.set(nro, { on: Math.max(on, before?.estado === estado ? before.on : 0), estado })
              }
            }
          }
        }
        for (const nro of numbers) {
          const ofSheet = bySheet.get(nro)
          const newest = Math.max(...(byBulletin.get(nro)?.keys() ?? [0]))
          const wins = ofSheet && (newest >= ofSheet.on ? byBulletin.get(nro)?.get(newest) : ofSheet.estado)
          const found = await detail(nro)
          expect([nro, found?.estado]).toEqual([nro, wins])
          expect(found?.anotaciones.length ?? 0).toBe(ofSheet ? (byBulletin.get(nro)?.size ?? 0) : 0)
          expect(codes(ESTADOS)).toContain(found?.estado ?? 'SOLICITADA')
        }
      }),
      { numRuns: 40 },
    )
  })
})
