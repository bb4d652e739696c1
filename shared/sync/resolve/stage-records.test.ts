import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Estado, Rol, TipoDeSigno } from '../../../schemas/catalogs.ts'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { record, rowsOf, stagedPortal, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { getBrand } from '../../brands/get-brand.ts'
import type { Database } from '../../db/database.ts'
import { excludeRejected } from '../run/rejections.ts'
import type { StagedRow } from '../staging/stage-rows.ts'
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

/** Returns a mark as the service serves it, without timestamps. */
async function servedMark(nroSolicitud: string): Promise<unknown> {
  const brand = await getBrand(owner, { nroSolicitud })
  return (
    brand && { ...brand, fuentes: brand.fuentes.map(({ fuente, fechaFuente }) => ({ fuente, fechaFuente })) }
  )
}

const asDetail = (mark: MarkRecord, fechaFuente: string): unknown => ({
  ...mark,
  anotaciones: [],
  fuentes: [{ fuente: 'sheets', fechaFuente }],
})

/** Where every row of the corpus lies and which transaction wrote it: a write moves it. */
const places = async (table: string): Promise<string[]> =>
  (
    await ask<{ place: string }>(
      `select nro_solicitud || ' ' || ctid::text || ' ' || xmin::text as place from ${table}`,
    )
  )
    .map(({ place }) => place)
    .sort()
const everyPlace = () => Promise.all(['brand', 'brand_detail', 'source_record', 'brand_listing'].map(places))

const full = record('7', {
  estado: 'REGISTRADA',
  clases: [
    { clase: 9, cobertura: 'Aparatos' },
    { clase: 35, cobertura: null },
  ],
  personas: [{ rol: 'TITULAR', nombre: 'Ñandú Ltda.', pais: 'CL' }],
})

describe('rows identical to the corpus', () => {
  test('cost no write, and do not move the version of the corpus', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const before = [await everyPlace(), await ask('select version from corpus_state')]
    const report = await stagedRun(ingest, rowsOf([full, record('8')], { fechaFuente: '2026-11-05' }))
    expect(report).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
    expect([await everyPlace(), await ask('select version from corpus_state')]).toEqual(before)
  })

  test('leave the date of the edition that last changed the mark', async () => {
    await stagedRun(ingest, rowsOf([full], { fechaFuente: '2026-11-02' }))
    await stagedRun(ingest, rowsOf([full], { fechaFuente: '2026-11-03' }))
    expect(await servedMark('7')).toEqual(asDetail(full, '2026-11-02'))
    const changed = { ...full, estado: 'VENCIDA' as const }
    await stagedRun(ingest, rowsOf([changed], { fechaFuente: '2026-11-04' }))
    expect(await servedMark('7')).toEqual(asDetail(changed, '2026-11-04'))
  })
})

test('a change writes only what it touches', async () => {
  await stagedRun(ingest, rowsOf([full, record('8')]))
  const before = await everyPlace()
  const report = await stagedRun(ingest, rowsOf([{ ...full, denominacion: 'OTRA' }, record('8')]))
  expect(report).toMatchObject({ inserted: 0, updated: 1, unchanged: 1 })
  const after = await everyPlace()
  const kept = before.map((rows, table) => rows.filter((row) => after[table]?.includes(row)).length)
  expect(kept).toEqual([1, 1, 1, 4]) // those of the other mark, and all listing rows
})

describe('an older edition', () => {
  test('changes nothing of what a newer one said', async () => {
    await stagedRun(ingest, rowsOf([full], { fechaFuente: '2026-11-05' }))
    const old = rowsOf([{ ...full, denominacion: 'BEFORE' }, record('8')], { fechaFuente: '2026-11-04' })
    expect(await stagedRun(ingest, old)).toMatchObject({ inserted: 1, updated: 0, unchanged: 0, outdated: 1 })
    expect(await servedMark('7')).toEqual(asDetail(full, '2026-11-05'))
  })

  test('of two in one run counts less than the newer one, mark by mark', async () => {
    const rows = [
      ...rowsOf([{ ...full, denominacion: 'BEFORE' }, record('8')], { sheet: 1, fechaFuente: '2026-11-01' }),
      ...rowsOf([full], { sheet: 2, fechaFuente: '2026-11-02' }),
    ]
    expect(await stagedRun(ingest, rows)).toMatchObject({ inserted: 2 })
    expect(await servedMark('7')).toEqual(asDetail(full, '2026-11-02'))
    expect(await servedMark('8')).toEqual(asDetail(record('8'), '2026-11-01'))
  })
})

test('a mark that another source brought first is updated, not inserted twice', async () => {
  await stagedPortal(ingest, '2026-11-02', [{ record: full }])
  const report = await stagedRun(ingest, rowsOf([{ ...full, estado: 'VENCIDA' }]))
  expect(report).toMatchObject({ inserted: 0, updated: 1 })
  expect(await ask('select fuente from source_record order by fuente')).toEqual([
    { fuente: 'sheets' },
    { fuente: 'portal' },
  ])
})

describe('whatever a sequence of runs says', () => {
  const numbers = ['1', '2', '3', '4']
  const estados: Estado[] = ['REGISTRADA', 'VENCIDA', 'SIN_CLASIFICAR']
  const tipos: TipoDeSigno[] = ['MIXTA', 'DENOMINATIVA', 'OTRA']
  const text = fc.constantFrom('A', 'ñ\\t', 'tab\there', 'line\nbreak', '\\N', '😀', "'; --", '\\')
  const clases = fc
    .uniqueArray(
      fc.record({ clase: fc.integer({ min: 1, max: 4 }), cobertura: fc.option(fc.constantFrom('a', 'b')) }),
      {
        selector: ({ clase }) => clase,
        maxLength: 3,
      },
    )
    .map((list) => list.sort((a, b) => a.clase - b.clase))
  const persona = fc.record({
    rol: fc.constantFrom<Rol>('REPRESENTANTE', 'TITULAR'),
    nombre: fc.constantFrom('Ana', 'ñandú', 'Zoé'),
    pais: fc.constantFrom('CL', null),
  })
  const byRole = (a: { rol: string; nombre: string; pais: string | null }, b: typeof a): number =>
    a.rol.localeCompare(b.rol) ||
    Buffer.compare(Buffer.from(a.nombre), Buffer.from(b.nombre)) ||
    (a.pais ? -1 : 1)
  const personas = fc
    .uniqueArray(persona, { selector: ({ rol, nombre }) => `${rol} ${nombre}`, maxLength: 3 })
    .map((list) => list.sort(byRole))
  const mark = fc.record({
    nroSolicitud: fc.constantFrom(...numbers),
    nroRegistro: fc.option(fc.constantFrom('12', 'R-3')),
    denominacion: text,
    estado: fc.constantFrom(...estados),
    estadoOficina: text,
    tipoSigno: fc.constantFrom(...tipos),
    fechaPresentacion: fc.constantFrom('2019-01-01', '2024-02-29'),
    fechaPublicacion: fc.option(fc.constant('2020-01-01')),
    fechaRegistro: fc.constant(null),
    fechaVencimiento: fc.option(fc.constant('2034-02-28')),
    clases,
    personas,
  })
  /** `bad` is 0 for a row that cannot be used. */
  const row = fc.record({ mark, bad: fc.nat(9) })
  const sheets = fc.array(fc.array(row, { maxLength: 5 }), { minLength: 1, maxLength: 2 })

  interface Known {
    said: MarkRecord
    /** What was said, with the earlier values of what it lacks. */
    mark: MarkRecord
    fecha: string
  }

  const isSame = (a: MarkRecord['personas'][number], b: typeof a): boolean =>
    a.rol === b.rol && a.nombre === b.nombre

  const filled = (said: MarkRecord, earlier: MarkRecord): MarkRecord => ({
    ...said,
    nroRegistro: said.nroRegistro ?? earlier.nroRegistro,
    tipoSigno: said.tipoSigno === 'OTRA' ? earlier.tipoSigno : said.tipoSigno,
    fechaPublicacion: said.fechaPublicacion ?? earlier.fechaPublicacion,
    fechaVencimiento: said.fechaVencimiento ?? earlier.fechaVencimiento,
    clases:
      said.clases.length === 0
        ? earlier.clases
        : said.clases.map(({ clase, cobertura }) => ({
            clase,
            cobertura: cobertura ?? earlier.clases.find((each) => each.clase === clase)?.cobertura ?? null,
          })),
    personas:
      said.personas.length === 0
        ? earlier.personas
        : said.personas.map((person) => ({
            ...person,
            pais: person.pais ?? earlier.personas.find((each) => isSame(each, person))?.pais ?? null,
          })),
  })

  /** What one sheet says of a mark: its last row, with the classes and persons of all; nothing when one is bad. */
  function sayOf(rows: readonly { mark: MarkRecord; bad: number }[]): MarkRecord | undefined {
    const last = rows.at(-1)?.mark
    if (!last || rows.some(({ bad }) => bad === 0)) {
      return undefined
    }
    const byClass = new Map<number, Set<string>>()
    for (const { clase, cobertura } of rows.flatMap((each) => each.mark.clases)) {
      const texts = byClass.get(clase) ?? new Set()
      byClass.set(clase, cobertura === null ? texts : texts.add(cobertura))
    }
    const people = new Map(
      rows.flatMap((each) => each.mark.personas).map((each) => [JSON.stringify(each), each]),
    )
    return {
      ...last,
      clases: [...byClass]
        .sort(([a], [b]) => a - b)
        .map(([clase, texts]) => ({
          clase,
          cobertura: [...texts].sort().join('; ') || null,
        })),
      personas: [...people.values()]
        .filter(({ rol, nombre, pais }) => pais || !people.has(JSON.stringify({ rol, nombre, pais: 'CL' })))
        .sort(byRole),
    }
  }

  test('the corpus is what a plain reading of their rows, run after run, comes to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sheets, { minLength: 1, maxLength: 3 }), async (sequence) => {
        await emptyCorpus(owner)
        const known = new Map<string, Known>()
        for (const [index, run] of sequence.entries()) {
          const fecha = `2026-11-0${index + 1}`
          const counts = { inserted: 0, updated: 0, unchanged: 0 }
          for (const nro of numbers) {
            const said = run
              .map((rows) => sayOf(rows.filter((each) => each.mark.nroSolicitud === nro)))
              .findLast((each) => each !== undefined)
            const before = known.get(nro)
            if (said && JSON.stringify(said) !== JSON.stringify(before?.said)) {
              counts[before ? 'updated' : 'inserted'] += 1
              known.set(nro, { said, mark: before ? filled(said, before.mark) : said, fecha })
            } else if (said) {
              counts.unchanged += 1
            }
          }
          expect(await stagedRun(ingest, stagedRows(run, fecha), { meanwhile: exclude })).toMatchObject(
            counts,
          )
        }
        for (const nro of numbers) {
          const expected = known.get(nro)
          expect(await servedMark(nro)).toEqual(expected ? asDetail(expected.mark, expected.fecha) : null)
        }
        expect(await ask(LISTED)).toEqual(await ask(TO_BE_LISTED))
      }),
      { numRuns: 60 },
    )
  })

  const stagedRows = (run: readonly (readonly { mark: MarkRecord; bad: number }[])[], fechaFuente: string) =>
    run.flatMap((rows, index) =>
      rows.map(
        ({ mark: each, bad }, place): StagedRow => ({
          sheet: index + 1,
          rowNumber: place + 2,
          nroSolicitud: each.nroSolicitud,
          fechaFuente,
          record: bad === 0 ? null : each,
        }),
      ),
    )

  const exclude = ({ id }: { id: number }) => excludeRejected(ingest, id, ['a.csv', 'b.csv'])

  const LISTED =
    'select clase, estado, tipo_signo, fecha_presentacion, nro_solicitud from brand_listing order by 5, 1'
  const TO_BE_LISTED = `select clase, estado, tipo_signo, fecha_presentacion, nro_solicitud
    from brand cross join unnest(array_prepend(0::smallint, clases)) as clase order by 5, 1`
})
