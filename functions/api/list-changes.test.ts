import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Change, changePage } from '../../schemas/change.ts'
import type { Database } from '../../shared/db/database.ts'
import { validator } from '../../shared/platform/validation.ts'
import { ensureSearchIndex } from '../../shared/search/index/rebuild-index.ts'
import type { MarkRecord } from '../../shared/sync/values/mark-record.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'
import { record, rowsOf, stagedRun } from '../../test/support/staged-run.ts'

const problems = validator(changePage)

let service: TestService
let ingest: Database
let key: string
/** An instant before all changes. */
let began: string
beforeAll(async () => {
  began = new Date().toISOString()
  service = await startTestService()
  ingest = service.database.open('trademark_ingest')
  key = await service.key({ scopes: ['brands:read'] })
  await ensureSearchIndex(service.owner)
  await run('01', { nroSolicitud: '7' })
})
afterAll(() => service.stop())

/** Applies a sheet with these marks, as the edition of a day of November 2026. */
async function run(day: string, ...marks: (Partial<MarkRecord> & { nroSolicitud: string })[]): Promise<void> {
  const edition = `2026-11-${day}`
  const rows = rowsOf(
    marks.map(({ nroSolicitud, ...facts }) => record(nroSolicitud, facts)),
    { fechaFuente: edition },
  )
  await stagedRun(ingest, rows, { sheet: { name: 'solicitudes', edition } })
}

const get = (query: string): Promise<Answer> => ask(service, `/v1/changes?${query}`, { key })

/** Returns a page, checked against its schema. */
async function page(query: string): Promise<{ items: Change[]; nextCursor: string; more: boolean }> {
  const { status, body } = await get(query)
  expect({ status, body: status === 200 ? problems(body) : body }).toEqual({ status: 200, body: [] })
  return body
}

/** Returns a cursor after the newest change. */
const newest = async (): Promise<string> => (await page('desde=2126-01-01T00:00:00Z')).nextCursor

test('a page has the changes of runs in their order, with the fields that changed and the status', async () => {
  const cursor = await newest()
  await run(
    '02',
    { nroSolicitud: '7', estado: 'PUBLICADA', estadoOficina: 'Publicada' },
    { nroSolicitud: '8' },
  )
  const { items, more } = await page(`cursor=${cursor}`)
  expect(items).toEqual([
    {
      seq: expect.any(Number),
      nroSolicitud: '7',
      tipo: 'cambio',
      campos: ['estado', 'estadoOficina'],
      estadoAnterior: 'SOLICITADA',
      estado: 'PUBLICADA',
      run: expect.stringMatching(/^\d+$/),
      en: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
    expect.objectContaining({ nroSolicitud: '8', tipo: 'alta', campos: [], estadoAnterior: null }),
  ])
  expect(more).toBe(false)
})

test('the load of a new corpus is one item without a mark', async () => {
  const { items } = await page(`desde=${began}&limit=1`)
  expect(items).toMatchObject([{ seq: 1, nroSolicitud: null, tipo: 'carga', campos: [], estado: null }])
})

test('the header Link names the next page only if there is one', async () => {
  const first = await get(`desde=${began}&limit=1`)
  expect(first.body.more).toBe(true)
  const link = first.headers.get('link')?.match(/^<(?<address>[^>]+)>; rel="next"$/)?.groups?.address ?? ''
  const second = await ask(service, link, { key })
  expect(second.body.items[0].seq).toBe(first.body.items[0].seq + 1)
  const last = await get(`cursor=${await newest()}`)
  expect([last.body.more, last.headers.get('link')]).toEqual([false, null])
})

describe('filters', () => {
  const person = (rol: 'TITULAR' | 'REPRESENTANTE', nombre: string) => ({ rol, nombre, pais: null })
  let begin: string
  beforeAll(async () => {
    await run('10', { nroSolicitud: '20' }, { nroSolicitud: '21' }, { nroSolicitud: '22' })
    begin = await newest()
    await run(
      '11',
      {
        nroSolicitud: '20',
        clases: [{ clase: 39, cobertura: null }],
        fechaRegistro: '2026-05-05',
        nroRegistro: '99',
        personas: [person('REPRESENTANTE', 'Ana Pérez'), person('TITULAR', 'Astilleros Andes SpA')],
      },
      { nroSolicitud: '21', estado: 'REGISTRADA', estadoOficina: 'Registrada', tipoSigno: 'MIXTA' },
      { nroSolicitud: '22', fechaVencimiento: '2036-05-05', personas: [person('TITULAR', 'Ana Pérez')] },
    )
    // This run changes the marks again. A filter uses the values that a mark had after each change, not its newest ones.
    await run(
      '12',
      {
        nroSolicitud: '20',
        clases: [{ clase: 40, cobertura: null }],
        fechaRegistro: '2026-04-01',
        nroRegistro: '98',
        personas: [person('REPRESENTANTE', 'Luis Soto'), person('TITULAR', 'Kayaks Ltda.')],
      },
      { nroSolicitud: '21', estado: 'VENCIDA', estadoOficina: 'Vencida', tipoSigno: 'FIGURATIVA' },
      { nroSolicitud: '22', fechaVencimiento: '2030-05-05', personas: [person('TITULAR', 'Luis Soto')] },
    )
  })

  const numbersOf = (items: readonly Change[]) => items.map(({ nroSolicitud }) => nroSolicitud).toSorted()

  test.each([
    ['clase=39', ['20']],
    ['estado=REGISTRADA', ['21']],
    ['registroDesde=2026-05-01', ['20']],
    ['nroRegistro=99', ['20']],
    ['titular=astileros', ['20']],
    ['representante=ana', ['20']],
    ['titular=ana', ['22']],
  ])('%s select the changes after which the mark has the value', async (filter, numbers) => {
    const { items, more } = await page(`cursor=${begin}&${filter}`)
    expect([numbersOf(items), more]).toEqual([numbers, false])
  })

  test('a cursor continues with other filters', async () => {
    const { nextCursor } = await page(`cursor=${begin}&estado=REGISTRADA&limit=1`)
    const { items } = await page(`cursor=${nextCursor}&numeros=20,22`)
    expect(numbersOf(items)).toEqual(['20', '22', '22'])
  })

  test('that few changes match give empty pages before the page with a match', async () => {
    const cursor = await newest()
    await service.owner.query({
      text: `with last as (select max(last_seq) as seq from change_set), added as (
               insert into brand_change
               select seq + n, 1000 + n, 'alta', '{}', null, case n when 4500 then 'ANULADA' else 'REGISTRADA' end::estado,
                      null, 'MIXTA', '2020-01-01', null, null, '{}', '[]'
                 from last, generate_series(1, 4500) as n)
             insert into change_set select seq + 1, seq + 4500, 9, 0, clock_timestamp(), false from last`,
      parameters: [],
    })
    const pages = []
    for (let place: string | undefined = cursor; place !== undefined; ) {
      const { items, nextCursor, more } = await page(`cursor=${place}&estado=ANULADA`)
      pages.push(items.map(({ nroSolicitud }) => nroSolicitud))
      place = more ? nextCursor : undefined
    }
    expect(pages).toEqual([[], [], ['5500']])
  })
})

test.each([
  ['', /^desde is required if cursor is absent$/],
  ['desde=2026-11-02', /desde/],
  ['desde=2026-11-02T00:00:00', /desde/],
  ['cursor=abc', /^cursor is damaged/],
  ['desde=2026-01-01T00:00:00Z&q=fiordo', /q is not a parameter/],
  ['desde=2026-01-01T00:00:00Z&sinClase=incluir', /sinClase/],
])('%s is refused with 400', async (query, message) => {
  const { status, body } = await get(query)
  expect([status, body.error.code]).toEqual([400, 'validation_error'])
  expect(body.error.message).toMatch(message)
})

test('an instant before deleted changes is refused with 410', async () => {
  await service.owner.query({ text: 'delete from change_set where first_seq < 3', parameters: [] })
  const { status, body } = await get(`desde=${began}`)
  expect([status, body.error.code]).toEqual([410, 'gone'])
})
