import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, ESTADOS, type Estado } from '../../../schemas/catalogs.ts'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { entry, record, rowsOf, stagedEdition, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import { listSyncRuns } from '../../insights/sync-runs.ts'
import { chileanDay } from '../../platform/time/chilean-day.ts'
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

const registered = { estado: 'REGISTRADA', estadoOficina: 'Registrada' } as const
const pending = { estado: 'EN_TRAMITE', estadoOficina: 'En trámite' } as const
const many = (count: number, facts: Partial<MarkRecord> = registered): MarkRecord[] =>
  Array.from({ length: count }, (_, place) => {
    const nro = String(place + 1)
    return record(nro, facts.nroRegistro ? { ...facts, nroRegistro: nro } : facts)
  })

const DAYS_MS = 86_400_000
const inDays = (days: number): string => chileanDay(new Date(Date.now() + days * DAYS_MS))

const load = (edition: string, records: readonly MarkRecord[], name = 'solicitudes'): Promise<RunReport> =>
  stagedRun(ingest, rowsOf(records, { fechaFuente: edition }), {
    guarded: true,
    sheet: { name, edition },
  })

const edition = (day: string, count: number): Promise<RunReport> =>
  stagedEdition(
    ingest,
    day,
    Array.from({ length: count }, (_, place) => entry(String(place + 1))),
    { guarded: true },
  )

/** Returns the corpus and the data that runs store about their sources. */
const corpus = () =>
  ask(`select (select json_agg(b order by nro_solicitud) from brand as b) as brands,
              (select json_agg(s order by nro_solicitud, fuente) from source_record as s) as sources,
              (select json_agg(a order by annotation_id) from brand_annotation as a) as annotations,
              (select json_agg(h) from sheet as h) as sheets,
              (select json_agg(e) from bulletin_edition as e) as editions, version from corpus_state`)

/** Expects a run that needs approval: it changes nothing, and the list of runs has its finding. */
async function expectHeld(run: () => Promise<RunReport>, code: string, message: string): Promise<void> {
  const before = await corpus()
  const report = await run()
  expect(report).toMatchObject({ status: 'held', inserted: 0, updated: 0, error: { code, message } })
  expect(await corpus()).toEqual(before)
  const { items } = await listSyncRuns(owner, { limit: 1, status: 'held' })
  expect(items).toMatchObject([{ id: report.id, status: 'held', error: { code, message } }])
  expect(await ask('select fingerprint from sync_run order by run_id desc limit 1')).toEqual([
    { fingerprint: 'staged' },
  ])
}

describe('a sheet without marks of its previous edition', () => {
  test('is held when more than 1 % of its marks are missing', async () => {
    await load(inDays(-3), many(200))
    await expectHeld(
      () => load(inDays(-2), many(200).slice(3)),
      'marks_vanished',
      'The sheet "solicitudes" no longer has 3 of the 200 marks that it had.',
    )
    expect(await load(inDays(-2), many(200).slice(2))).toMatchObject({ status: 'succeeded', unchanged: 198 })
    // The missing marks stay in the corpus.
    expect(await ask('select nro_solicitud from brand where nro_solicitud = 1')).toHaveLength(1)
  })

  test('is compared with its edition in the corpus, whatever other sheets and editions the run has', async () => {
    await load(inDays(-4), many(50))
    await load(inDays(-4), many(50), 'otras')
    const rows = [
      ...rowsOf(many(50), { fechaFuente: inDays(-3) }),
      ...rowsOf(many(1), { fechaFuente: inDays(-2), sheet: 2 }),
    ]
    const sheets = [inDays(-3), inDays(-2)].map((day) => ({ name: 'solicitudes', edition: day }))
    expect(await stagedRun(ingest, rows, { guarded: true, sheets })).toMatchObject({
      status: 'held',
      error: { code: 'marks_vanished' },
    })
  })

  test('is compared only with an older edition of the same name', async () => {
    await load(inDays(-3), many(100))
    expect(await load(inDays(-2), [record('500')], 'otras')).toMatchObject({ status: 'succeeded' })
    expect(await load(inDays(-4), [record('501')])).toMatchObject({ status: 'succeeded' })
  })
})

describe('a field that marks lose', () => {
  const full: Partial<MarkRecord> = {
    ...registered,
    nroRegistro: '7',
    fechaPublicacion: '2026-02-02',
    fechaRegistro: '2026-03-02',
    fechaVencimiento: '2036-03-02',
    clases: [{ clase: 9, cobertura: null }],
    personas: [{ rol: 'TITULAR', nombre: 'A', pais: null }],
  }
  const FIELDS: [string, Partial<MarkRecord>][] = [
    // A number without a day, and the reverse, would be findings of another gate.
    ['a registration number', { nroRegistro: null, fechaRegistro: null }],
    ['a name', { denominacion: '' }],
    ['a known status', { estado: 'SIN_CLASIFICAR', estadoOficina: 'NULL' }],
    ['a known kind of sign', { tipoSigno: 'OTRA' }],
    ['a publication date', { fechaPublicacion: null }],
    ['a registration date', {}],
    ['an expiry date', { fechaVencimiento: null }],
    ['classes', { clases: [] }],
    ['persons', { personas: [] }],
  ]
  /** Returns 200 marks. Each field is lacking in `each` of them. */
  const lacking = (each: number): MarkRecord[] =>
    many(200, full).map((mark, place) => ({ ...mark, ...FIELDS[Math.floor(place / each)]?.[1] }))

  test('holds a run when at least 20 marks, and more than 1 %, lose it', async () => {
    await load(inDays(-3), many(200, full))
    const before = await corpus()
    const { status, error } = await load(inDays(-2), lacking(20))
    expect([status, error?.code]).toEqual(['held', 'fields_lost'])
    for (const [name] of FIELDS) {
      expect(error?.message).toContain(`20 of the 200 marks that had ${name} no longer have it.`)
    }
    expect(await corpus()).toEqual(before)
    expect(await load(inDays(-2), lacking(19))).toMatchObject({ status: 'succeeded' })
  })

  test('is accepted once: the next edition without it is applied', async () => {
    await load(inDays(-3), many(30, full))
    const without = many(30, { ...full, nroRegistro: null })
    await expectHeld(
      () => load(inDays(-2), without),
      'fields_lost',
      '30 of the 30 marks that had a registration number no longer have it.',
    )
    const sheet = { name: 'solicitudes', edition: inDays(-2) }
    const rows = rowsOf(without, { fechaFuente: inDays(-2) })
    const accepted = await stagedRun(ingest, rows, { guarded: true, accepts: 'staged', sheet })
    expect(accepted).toMatchObject({ status: 'succeeded' })
    expect(await load(inDays(-1), without)).toMatchObject({ status: 'succeeded' })
  })
})

describe('statuses that move back', () => {
  test('hold a run when they are more than 1 % of its records', async () => {
    await load(inDays(-3), many(200))
    await expectHeld(
      () => load(inDays(-2), [...many(3, pending), ...many(200).slice(3)]),
      'statuses_backwards',
      'The status of 3 of 200 records would go back, such as 1 from REGISTRADA to EN_TRAMITE.',
    )
    const two = [...many(2, pending), ...many(200).slice(2)]
    expect(await load(inDays(-2), two)).toMatchObject({ status: 'succeeded', updated: 2 })
  })

  test('do not hold a small run if there are only two', async () => {
    await load(inDays(-3), many(20))
    const reopened = [...many(2, pending), ...many(20).slice(2)]
    expect(await load(inDays(-2), reopened)).toMatchObject({ status: 'succeeded', updated: 2 })
  })

  test('are changes to an earlier phase of the catalog, or to SOLICITADA within its phase', async () => {
    const phases = ['en_tramite', 'vigente', 'terminada'] as const
    const rank = (estado: Estado): number | null => {
      const { phase } = ESTADOS[estado]
      return phase === 'desconocida' || estado === 'EN_APELACION'
        ? null
        : phases.indexOf(phase) - (estado === 'SOLICITADA' ? 0.5 : 0)
    }
    const estados = codes(ESTADOS)
    const found = await ask<{ a: Estado; b: Estado }>(
      `select a, b from unnest(enum_range(null::estado)) as a, unnest(enum_range(null::estado)) as b
        where progress(b) < progress(a)`,
    )
    const wanted = estados.flatMap((a) =>
      estados.flatMap((b) => {
        const [from, to] = [rank(a), rank(b)]
        return from !== null && to !== null && to < from ? [`${a} ${b}`] : []
      }),
    )
    expect(found.map(({ a, b }) => `${a} ${b}`).sort()).toEqual(wanted.sort())
  })

  test('hold an edition of the bulletin', async () => {
    await load(inDays(-3), many(50))
    await expectHeld(
      () => edition(inDays(-2), 50),
      'statuses_backwards',
      'The status of 50 of 50 records would go back, such as 1 from REGISTRADA to ACEPTADA_TRAMITE.',
    )
  })
})

describe('statuses of an ended procedure', () => {
  const ended = { estado: 'ANULADA', estadoOficina: 'Anulada' } as const

  test('hold a run when more than half of its known marks would have the same one', async () => {
    await load(inDays(-3), many(50))
    await expectHeld(
      () => load(inDays(-2), [...many(26, ended), ...many(50).slice(26)]),
      'values_changed',
      'The status of 26 of the 50 known marks would become ANULADA, such as application 1.',
    )
    const half = [...many(25, ended), ...many(50).slice(25)]
    expect(await load(inDays(-2), half)).toMatchObject({ status: 'succeeded', updated: 25 })
  })

  test('hold a run when at least 20 registered or ended marks, and more than 1 %, would end as an application', async () => {
    const abandoned = { estado: 'ABANDONADA', estadoOficina: 'Abandonada' } as const
    await load(inDays(-4), many(60, ended))
    const mixed = (count: number) => [...many(count, abandoned), ...many(60, ended).slice(count)]
    await expectHeld(
      () => load(inDays(-3), mixed(20)),
      'statuses_backwards',
      'The status of 20 of the 60 known marks would change to a final status that cannot follow the present status, such as 1 from ANULADA to ABANDONADA.',
    )
    expect(await load(inDays(-3), mixed(19))).toMatchObject({ status: 'succeeded', updated: 19 })
    const cancelled = { estado: 'CADUCADA', estadoOficina: 'Caducada' } as const
    const others = [...many(19, abandoned), ...many(39, cancelled).slice(19), ...many(60, ended).slice(39)]
    expect(await load(inDays(-2), others)).toMatchObject({ status: 'succeeded', updated: 20 })
  })

  test('do not hold a run of marks that had the same status before', async () => {
    await load(inDays(-3), many(50, ended))
    expect(await load(inDays(-2), many(50, ended))).toMatchObject({ status: 'succeeded', unchanged: 50 })
  })
})

describe('dates in the future', () => {
  test('in more than 1 % of the records hold a run', async () => {
    const odd = [record('998', { fechaPublicacion: inDays(2) }), record('999', { fechaRegistro: inDays(2) })]
    await expectHeld(
      () => load(inDays(-1), [...many(98), ...odd]),
      'dates_in_future',
      `2 of 100 records have a date in the future, such as 998 on ${inDays(2)}.`,
    )
  })

  test('in one record of a hundred are applied as the office published them, and so are all dates of expiry', async () => {
    const odd = record('999', { fechaRegistro: inDays(2) })
    const others = many(99, { ...registered, fechaVencimiento: inDays(3_000) })
    expect(await load(inDays(-1), [...others, odd])).toMatchObject({ status: 'succeeded', inserted: 100 })
  })

  test('that were accepted once do not hold the next run', async () => {
    const odd = [...many(3), record('9', { fechaRegistro: inDays(9) })]
    await stagedRun(ingest, rowsOf(odd, { fechaFuente: inDays(-2) }))
    expect(await load(inDays(-1), odd)).toMatchObject({ status: 'succeeded', unchanged: 4 })
  })

  test('of an edition hold a run, both of sheets and of the bulletin', async () => {
    const message = `An edition has the date ${inDays(3)}, which is in the future.`
    await expectHeld(() => load(inDays(3), many(3)), 'dates_in_future', message)
    const held = await edition(inDays(3), 3)
    expect(held).toMatchObject({ status: 'held', error: { code: 'dates_in_future' } })
    expect(await load(inDays(0), many(3))).toMatchObject({ status: 'succeeded' })
  })
})

describe('an edition of the bulletin', () => {
  test('with less than a fifth of the median of entries is held, once three editions are stored', async () => {
    await edition(inDays(-9), 90)
    await edition(inDays(-8), 100)
    expect(await edition(inDays(-7), 1)).toMatchObject({ status: 'succeeded' })
    await expectHeld(
      () => edition(inDays(-6), 17),
      'too_few_entries',
      `The edition of ${inDays(-6)} has 17 entries, where 90 are usual.`,
    )
    expect(await edition(inDays(-6), 18)).toMatchObject({ status: 'succeeded' })
  })
})

describe('an accepted run', () => {
  const accepting = (accepts: string) =>
    stagedRun(ingest, rowsOf(many(1), { fechaFuente: inDays(-2) }), {
      accepts,
      sheet: { name: 'solicitudes', edition: inDays(-2) },
    })

  test('is applied when its fingerprint is unchanged, and otherwise held again', async () => {
    await load(inDays(-3), many(10))
    const { status, error } = await accepting('other')
    expect(status).toBe('held')
    expect(error?.message).toMatch(
      /9 of the 10 marks.* This is not the data that was accepted: the source has changed since\.$/,
    )
    expect(await accepting('staged')).toMatchObject({ status: 'succeeded', unchanged: 1 })
  })
})

test('a held run reports all findings at once', async () => {
  await load(inDays(-3), many(10))
  const { error } = await load(inDays(-2), [
    ...['1', '2', '3'].map((nro) => record(nro, pending)),
    record('99', { fechaRegistro: inDays(1) }),
  ])
  expect(error?.message).toMatch(
    /7 of the 10 marks that it had\. The status of .*would go back.*\. 1 of 4 .*in the future/,
  )
})
