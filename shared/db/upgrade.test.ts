import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { getBrand } from '../brands/get-brand.ts'
import { entry, record, rowsOf, stagedEdition, stagedRun } from '../sync/testing/staged-run.ts'
import type { Database } from './database.ts'
import { migrations } from './migrate.ts'

const BEFORE_BULLETIN = 9

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase('template0')
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
  await ask('create table schema_migration (version integer)') // migrations grant rights on it
  for (const { sql } of migrations.slice(0, BEFORE_BULLETIN)) await ask(sql)
  await fill()
  for (const { sql } of migrations.slice(BEFORE_BULLETIN)) await ask(sql)
})
afterAll(() => database.drop())

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

/** Marks as the software of then has left them, and annotations that no software of then could bring. */
async function fill(): Promise<void> {
  await ask(`update corpus_state set kind = 'register'`)
  await ask(`insert into brand (nro_solicitud, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion)
             select n, 'MARCA ' || n, 'SOLICITADA', 'Solicitada', 'DENOMINATIVA', '2026-01-02' from generate_series(1, 3) as n`)
  await ask(`insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
             select 0, estado, tipo_signo, fecha_presentacion, nro_solicitud from brand`)
  await ask(`insert into brand_source (nro_solicitud, fuente, fecha_fuente, actualizado_en, digest)
             select nro_solicitud, 'sheets', '2026-11-02', now(),
                    md5(row(nro_registro, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion,
                            fecha_publicacion, fecha_registro, fecha_vencimiento, '[]'::jsonb, '[]'::jsonb)::text)::uuid
               from brand`)
  await ask(`insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion)
             values (1, '2026-11-03', 'LICENCIA', 'Licencia')`)
}

const marks = ['1', '2', '3'].map((nro) => record(nro))

test('a corpus of before says the same: the next sheet changes nothing', async () => {
  const report = await stagedRun(ingest, rowsOf(marks, { fechaFuente: '2026-11-03' }), {
    sheet: { name: 'solicitudes', edition: '2026-11-03' },
  })
  expect(report).toMatchObject({ status: 'succeeded', inserted: 0, updated: 0, unchanged: 3 })
})

test('what its sheet said of a status counts beside the bulletin, by its day', async () => {
  await stagedEdition(ingest, '2026-11-01', [entry('2')])
  await stagedEdition(ingest, '2026-11-05', [entry('3')])
  const estados = await Promise.all(
    ['2', '3'].map(async (nro) => (await getBrand(owner, { nroSolicitud: nro }))?.estado),
  )
  expect(estados).toEqual(['SOLICITADA', 'ACEPTADA_TRAMITE'])
  await stagedEdition(ingest, '2026-11-05', [
    entry('3', { tipo: 'LICENCIA', estado: null, descripcion: 'Licencia' }),
  ])
  expect(await getBrand(owner, { nroSolicitud: '3' })).toMatchObject({
    estado: 'SOLICITADA',
    estadoOficina: 'Solicitada',
  })
})

test('the end of a sample leaves nothing of it in any table of records', async () => {
  await ask(`update corpus_state set kind = 'sample'`)
  await ask(
    `insert into sync_run (source, trigger, status, sample, finished_at) values ('sheets', 'manual', 'succeeded', true, now())`,
  )
  await ask(`delete from sync_run where not sample`)
  await ask(
    `insert into sync_rejection (run_id, sheet, row_number, reason) select run_id, 'x', 1, 'x' from sync_run`,
  )
  await ask(
    `insert into source_file (source, url, day, sha256, software) values ('sheets', 'x', '2026-11-02', 'x', 'x')`,
  )
  await ask('select end_sample()')
  const tables = await ask<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name ~ '^(brand|sheet|bulletin|source_file|sync_)'`,
  )
  const counts = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      (await ask<{ count: number }>(`select count(*) from ${name}`))[0]?.count,
    ]),
  )
  expect(counts.length).toBeGreaterThan(8)
  expect(counts.filter(([, count]) => count !== 0)).toEqual([])
})
