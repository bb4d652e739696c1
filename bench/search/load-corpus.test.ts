import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Database } from '../../shared/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { drawBrands } from '../draw-brands.ts'
import type { Run } from '../part.ts'
import { marksOf } from './corpus.ts'
import { drawFiltered } from './draw-filtered.ts'
import type { SearchQuery } from './kinds.ts'
import { loadCorpus } from './load-corpus.ts'
import { openTextbook, type Textbook } from './textbook.ts'

const corpus = { id: 'marks-400', title: '400 marks', marks: 400, names: ['CÓNDOR\tANDINO', 'THOMSON LIFE'] }
const run = { step: () => {}, signal: new AbortController().signal } as unknown as Run
const sql = (text: string) => ({ text, parameters: [] })
const SHAPE = sql(`select indexname::text as name from pg_indexes where tablename ^@ 'brand'
                    union all select conname::text from pg_constraint where conrelid::regclass::text ^@ 'brand'
                    order by 1`)

let database: TestDatabase
let owner: Database
let shapeBefore: unknown[]
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  shapeBefore = await owner.query(SHAPE)
  await loadCorpus(run, owner, corpus)
})
afterAll(() => database.drop())

describe('a loaded corpus', () => {
  test('has every mark with its classes, and a row of the listing for each and for all', async () => {
    const marks = [...marksOf(corpus)]
    const classes = marks.flatMap(({ nroSolicitud, clases }) =>
      clases.map(({ clase }) => [Number(nroSolicitud), clase]),
    )
    const stored = await owner.query<{
      nro_solicitud: number
      denominacion: string
      fecha_registro: string | null
    }>(sql('select nro_solicitud, denominacion, fecha_registro from brand order by nro_solicitud'))
    expect(stored).toEqual(
      marks.map(({ nroSolicitud, denominacion, fechaRegistro }) => ({
        nro_solicitud: Number(nroSolicitud),
        denominacion,
        fecha_registro: fechaRegistro,
      })),
    )
    const listed = await owner.query<{ n: number; clase: number }>(
      sql('select nro_solicitud as n, clase from brand_listing where clase > 0 order by 1, 2'),
    )
    expect(listed.map(({ n, clase }) => [n, clase])).toEqual(classes)
    expect(await owner.query(sql('select count(*) as n from brand_listing where clase = 0'))).toEqual([
      { n: 400 },
    ])
    expect(await owner.query(sql('select count(*) as n from brand_class'))).toEqual([{ n: classes.length }])
  })

  test('is a register with every index and reference that there was', async () => {
    expect(await owner.query(SHAPE)).toEqual(shapeBefore)
    expect(await owner.query(sql('select kind from corpus_state'))).toEqual([{ kind: 'register' }])
  })
})

test('filters that are drawn let the wanted mark pass, and few others', async () => {
  const queries = await drawFiltered(owner, await drawBrands(owner, 400), 400, 20)
  expect(queries.length).toBe(20)
  for (const { filters } of queries) {
    const passing = `select count(distinct nro_solicitud) as n from brand_listing
      where clase = ${filters.clase} and estado = '${filters.estado}'
        and fecha_presentacion between '${filters.fechaDesde}' and '${filters.fechaHasta}'`
    const [found] = await owner.query<{ n: number }>(sql(passing))
    expect([1, 2, 3]).toContain(found?.n)
  }
})

describe('the textbook search', () => {
  const query = (q: string, filters: SearchQuery['filters'] = {}): SearchQuery => ({
    kind: 'identical',
    q,
    wanted: null,
    filters,
  })
  let textbook: Textbook
  beforeAll(async () => {
    textbook = await openTextbook({ connectionString: database.url }, 0.3)
    await textbook.build()
  })
  afterAll(() => textbook.close())

  test('finds a name by its words, without its accents, and by its letters', async () => {
    for (const q of ['andino condor', 'THOMSÓN LIFE', 'tomson lif']) {
      expect(await textbook.ask(query(q))).toContain(q.includes('ondor') ? 'CÓNDOR\tANDINO' : 'THOMSON LIFE')
    }
    expect(await textbook.ask(query('xqxqxq'))).toEqual([])
  })

  test('finds only what passes the filters', async () => {
    const [mark] = await owner.query<{ estado: 'REGISTRADA'; day: string; clase: number }>(
      sql(`select estado, fecha_presentacion as day, clase from brand_listing join brand using (nro_solicitud, estado,
             fecha_presentacion) where denominacion = 'THOMSON LIFE' and clase > 0 limit 1`),
    )
    const filters = { clase: mark?.clase, estado: mark?.estado, fechaDesde: mark?.day, fechaHasta: mark?.day }
    expect(await textbook.ask(query('thomson life', filters as never))).toEqual(['THOMSON LIFE'])
    const other = { ...filters, fechaDesde: '1990-01-01', fechaHasta: '1990-01-02' }
    expect(await textbook.ask(query('thomson life', other as never))).toEqual([])
  })

  test('can be built anew, and has a size', async () => {
    await textbook.build()
    expect(await textbook.megabytes()).toBeGreaterThan(0.01)
  })
})
