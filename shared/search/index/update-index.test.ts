import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { record, rowsOf, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import { SyncError } from '../../sync/sync-error.ts'
import type { MarkRecord } from '../../sync/values/mark-record.ts'
import { RULES_VERSION } from './name-entry.ts'
import { ensureSearchIndex, rebuildSearchIndex } from './rebuild-index.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
  await ensureSearchIndex(owner)
  await rebuildSearchIndex(owner)
})
afterAll(() => database.drop())
beforeEach(() => clear())

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })
const rows = async (text: string): Promise<string[]> =>
  (await ask<{ row: string }>(text)).map(({ row }) => row).sort()

async function clear(): Promise<void> {
  await ask(
    'truncate brand, brand_class, brand_person, brand_source, brand_listing, sync_rejection, sync_run',
  )
  await ask('truncate search.mark, search.posting, search.word')
}

interface Index {
  marks: string[]
  postings: string[]
  /** The words of its postings, with all that is known of them. */
  words: string[]
}

/** All that the index holds of one version of the corpus, of the newest where none is named. */
async function held(version?: number): Promise<Index> {
  const then =
    version === undefined
      ? 'e.until is null'
      : `e.since <= ${version} and coalesce(e.until > ${version}, true)`
  return {
    marks: await rows(
      `select (to_jsonb(e) - 'since' - 'until')::text as row from search.mark as e where ${then}`,
    ),
    postings: await rows(
      `select (to_jsonb(e) - 'since' - 'until')::text as row from search.posting as e where ${then}`,
    ),
    words: await rows(
      `select distinct e.word || ' ' || (to_jsonb(w) - 'since')::text as row
         from search.posting as e left join search.word as w using (word) where ${then}`,
    ),
  }
}

/** Where every row of the index lies and which transaction wrote it: a write moves it. */
const places = async (): Promise<string[]> =>
  (
    await Promise.all(
      ['mark', 'posting', 'word'].map((table) =>
        rows(`select '${table} ' || ctid::text || ' ' || xmin::text as row from search.${table}`),
      ),
    )
  ).flat()

const versions = async (): Promise<number[]> =>
  (await ask<{ version: number }>('select version from search.version order by version')).map(
    ({ version }) => version,
  )

const letHoursPass = (hours: number) =>
  ask(`update search.version set created_at = created_at - interval '${hours} hours'`)

const names = (where: string): Promise<string[]> => rows(`select name as row from search.mark where ${where}`)

const full = record('7', {
  denominacion: 'Ñandú de la Ñandú',
  estado: 'REGISTRADA',
  clases: [
    { clase: 9, cobertura: 'Aparatos' },
    { clase: 35, cobertura: null },
  ],
})

describe('whatever a sequence of runs says', () => {
  const mark = fc
    .record({
      nroSolicitud: fc.constantFrom('1', '2', '3', '40', '500'),
      denominacion: fc.oneof(
        fc.constantFrom(
          '',
          '***',
          'A & B',
          'la de la',
          'h',
          'x'.repeat(300),
          '7-UP 7-UP',
          'Чай 茅台',
          'ab '.repeat(200),
        ),
        fc
          .array(fc.constantFrom('Casa', 'CASA', 'Cása', 'kasa', 'del', 'sol', 'Sol'), { maxLength: 4 })
          .map((words) => words.join(' ')),
      ),
      estado: fc.constantFrom('REGISTRADA' as const, 'VENCIDA' as const),
      tipoSigno: fc.constantFrom('MIXTA' as const, 'DENOMINATIVA' as const),
      fechaPresentacion: fc.constantFrom('0001-01-01', '2024-02-29'),
      nroRegistro: fc.constantFrom(null, '12'),
      clases: fc.uniqueArray(fc.constantFrom(1, 9, 45), { maxLength: 3 }),
    })
    .map(({ nroSolicitud, clases, ...facts }) =>
      record(nroSolicitud, {
        ...facts,
        clases: clases.sort((a, b) => a - b).map((clase) => ({ clase, cobertura: null })),
      }),
    )
  const run = fc.uniqueArray(mark, {
    selector: ({ nroSolicitud }) => nroSolicitud,
    minLength: 1,
    maxLength: 5,
  })

  test('the index is what it would be if it were built anew, and still holds every version of before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 5 }), async (sequence) => {
        await clear()
        const history = new Map<number, Index>()
        for (const marks of sequence) {
          await stagedRun(ingest, rowsOf(marks))
          history.set((await versions()).at(-1) ?? 0, await held())
        }
        for (const [version, before] of history) expect(await held(version)).toEqual(before)
        const kept = await held()
        await rebuildSearchIndex(owner)
        expect(kept).toEqual(await held())
      }),
      { numRuns: 25 },
    )
  })

  test('a run has the index hold each mark once, and nothing of one without a letter', async () => {
    const marks = [full, record('8', { denominacion: '***' }), record('9', { denominacion: '' })]
    await stagedRun(ingest, rowsOf(marks))
    expect(await names('until is null')).toEqual(['nandu de la nandu'])
    expect(await rows('select word as row from search.posting')).toEqual(['de', 'la', 'nandu'])
    await stagedRun(ingest, rowsOf([{ ...full, denominacion: '—' }]))
    expect(await names('until is null')).toEqual([])
    expect(await rows('select word as row from search.posting where until is null')).toEqual([])
  })
})

test.each<[string, Partial<MarkRecord>]>([
  ['name', { denominacion: 'Otra' }],
  ['name, to one of the same words', { denominacion: 'de la Ñandú Ñandú' }],
  ['status', { estado: 'VENCIDA' }],
  ['kind of sign', { tipoSigno: 'MIXTA' }],
  ['filing date', { fechaPresentacion: '2025-12-31' }],
  ['classes, by one more', { clases: [...full.clases, { clase: 45, cobertura: null }] }],
  ['classes, by one less', { clases: full.clases.slice(1) }],
  ['classes, to none', { clases: [] }],
])('a mark is held anew when nothing changes but its %s', async (_, facts) => {
  await stagedRun(ingest, rowsOf([full, record('8')]))
  const before = await held()
  await stagedRun(ingest, rowsOf([{ ...full, ...facts }, record('8')]))
  const kept = await held()
  expect(kept).not.toEqual(before)
  await rebuildSearchIndex(owner)
  expect(kept).toEqual(await held())
})

describe('a run that changes nothing of what the index holds of a mark', () => {
  test.each<[string, Partial<MarkRecord>]>([
    ['says the same', {}],
    ['tells another registration number', { nroRegistro: '12' }],
    ['tells of a person', { personas: [{ rol: 'TITULAR', nombre: 'Ana', pais: 'CL' }] }],
    ['tells another expiry', { fechaVencimiento: '2034-02-28' }],
    ['tells what a class covers', { clases: full.clases.map(({ clase }) => ({ clase, cobertura: 'Todo' })) }],
    ['writes the name in other letters', { denominacion: 'ÑANDU, de la NANDU®' }],
  ])('as it %s, costs it no write', async (_, facts) => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const before = await places()
    expect((await stagedRun(ingest, rowsOf([{ ...full, ...facts }, record('8')]))).status).toBe('succeeded')
    expect(await places()).toEqual(before)
  })

  test('leaves the rows of that mark where they are when another one changes', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const ofFull = () =>
      rows(`select ctid::text || xmin::text as row from search.posting where nro_solicitud = 7
             union all select ctid::text || xmin::text from search.mark where nro_solicitud = 7`)
    const before = await ofFull()
    await stagedRun(ingest, rowsOf([full, record('8', { estado: 'VENCIDA' })]))
    expect(await ofFull()).toEqual(before)
    expect(await rows('select estado::text as row from search.mark where nro_solicitud = 8')).toEqual([
      'SOLICITADA',
      'VENCIDA',
    ])
  })
})

describe('a run that fails leaves the index as it was', () => {
  const other = rowsOf([{ ...full, denominacion: 'OTRA' }, record('9')])

  /** All of it, with the versions that it can be searched in. */
  const everything = async () => [await places(), await versions(), await held()]

  test('when its source cannot be read to the end', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const before = await everything()
    const meanwhile = () => Promise.reject(new SyncError('cut_off', 'The sheet is cut off.'))
    expect(await stagedRun(ingest, other, { meanwhile })).toMatchObject({ status: 'failed' })
    expect(await everything()).toEqual(before)
  })

  test('when it is stopped as it begins to apply', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const before = await everything()
    const stop = new AbortController()
    const report = await stagedRun(ingest, other, {
      signal: stop.signal,
      onPhase: (phase) => phase === 'applying' && stop.abort(new SyncError('interrupted', 'Stopped.')),
    })
    expect(report).toMatchObject({ status: 'failed' })
    expect(await everything()).toEqual(before)
  })

  test('when the last of its statements on the index is refused', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const before = await everything()
    await ask('alter table search.posting add constraint refused check (nro_solicitud <> 9) not valid')
    await expect(stagedRun(ingest, other)).rejects.toThrow('refused')
    await ask('alter table search.posting drop constraint refused')
    expect(await everything()).toEqual(before)
    expect(await stagedRun(ingest, other)).toMatchObject({ inserted: 1, updated: 1 })
    expect(await names('until is null')).toEqual(['marca 8', 'marca 9', 'otra'])
  })
})

describe('what has ended', () => {
  const renamed = { ...full, denominacion: 'Otra' }

  test('is kept for a day, and the version in which it was so', async () => {
    await stagedRun(ingest, rowsOf([full]))
    const [version = 0] = (await versions()).slice(-1)
    const before = await held()
    await stagedRun(ingest, rowsOf([renamed]))
    await letHoursPass(23)
    await stagedRun(ingest, rowsOf([record('8')]))
    expect(await versions()).toContain(version)
    expect(await held(version)).toEqual(before)
  })

  test('is forgotten by the first run after that, with the versions of before', async () => {
    await stagedRun(ingest, rowsOf([full]))
    await stagedRun(ingest, rowsOf([renamed]))
    await letHoursPass(26)
    const past = (await versions()).at(-1)
    await stagedRun(ingest, rowsOf([record('8')]))
    // A walk that began a day ago may be in the newest version of then.
    expect(await versions()).toEqual([past, (past ?? 0) + 1])
    expect(await names('true')).toEqual(['marca 8', 'otra'])
    expect(await rows('select word as row from search.posting')).toEqual(['8', 'marca', 'otra'])
  })

  test('is kept where it ended less than a day ago, though it began long before', async () => {
    await stagedRun(ingest, rowsOf([full]))
    const [version = 0] = (await versions()).slice(-1)
    const before = await held()
    await letHoursPass(240)
    await stagedRun(ingest, rowsOf([renamed]))
    await stagedRun(ingest, rowsOf([record('8')]))
    expect((await versions())[0]).toBe(version)
    expect(await held(version)).toEqual(before)
  })
})

test('the first real load leaves nothing of the sample in the index', async () => {
  await ask(`update corpus_state set kind = 'sample'`)
  await stagedRun(ingest, rowsOf([full, record('8')]), { sample: true })
  await stagedRun(ingest, rowsOf([{ ...full, denominacion: 'Inventada' }]), { sample: true })
  expect(await names('true')).toEqual(['inventada', 'marca 8', 'nandu de la nandu'])
  const report = await stagedRun(ingest, rowsOf([record('8', { denominacion: 'Verdadera' })]))
  expect(report).toMatchObject({ inserted: 1, becameRegister: true })
  expect(await names('true')).toEqual(['verdadera'])
  expect(await rows('select word as row from search.posting')).toEqual(['verdadera'])
  expect(await rows('select word as row from search.word')).toEqual(['verdadera'])
})

describe('a run that meets an index of other rules', () => {
  const rules = (version: number) => ask(`update search.rules set version = ${version}`)

  test('builds it anew, with all that it does not touch itself', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    await ask('truncate search.mark, search.posting, search.word')
    await rules(0)
    await stagedRun(ingest, rowsOf([record('9')]))
    expect(await names('until is null')).toEqual(['marca 8', 'marca 9', 'nandu de la nandu'])
    expect(await ask('select version from search.rules')).toEqual([{ version: RULES_VERSION }])
  })

  test('changes nothing where newer software has made it', async () => {
    await stagedRun(ingest, rowsOf([full]))
    await rules(RULES_VERSION + 1)
    const before = await places()
    expect(await stagedRun(ingest, rowsOf([record('8')]))).toMatchObject({
      status: 'failed',
      error: { code: 'interrupted', message: expect.stringContaining('Newer software') },
    })
    await rules(RULES_VERSION)
    expect(await places()).toEqual(before)
  })
})

describe('a run that changes so much that the index is sooner built anew', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => record(String(1_000 + at)))

  /** Another index than it was: its tables have been made again. */
  const table = () => rows(`select 'search.mark'::regclass::oid::text as row`)

  test('leaves what is told of it when it is brought up, and nothing when it fails', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const before = [await table(), await places(), await versions(), await held()]
    await ask('alter table sync_run add constraint refused check (inserted < 20000) not valid')
    await expect(stagedRun(ingest, rowsOf(many))).rejects.toThrow('refused')
    await ask('alter table sync_run drop constraint refused')
    expect([await table(), await places(), await versions(), await held()]).toEqual(before)

    expect(await stagedRun(ingest, rowsOf([...many, { ...full, denominacion: 'Otra' }]))).toMatchObject({
      inserted: 20_000,
      updated: 1,
    })
    expect(await table()).not.toEqual(before[0])
    expect(await names('nro_solicitud < 1000')).toEqual(['marca 8', 'otra'])
    expect(await ask('select count(*) as marks from search.mark')).toEqual([{ marks: 20_002 }])
    const [corpus] = await ask<{ version: number }>('select version from corpus_state')
    expect(await versions()).toEqual([corpus?.version])

    // The next run brings that index up.
    await stagedRun(ingest, rowsOf([record('8', { denominacion: 'Nueva' })]))
    expect(await names('nro_solicitud < 1000 and until is null')).toEqual(['nueva', 'otra'])
    const kept = await held()
    await rebuildSearchIndex(owner)
    expect(await held()).toEqual(kept)
    expect(await rows(`select nspname as row from pg_namespace where nspname like 'search%'`)).toEqual([
      'search',
    ])
  })
})
