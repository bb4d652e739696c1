import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
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
  await emptyCorpus(owner)
  await ask(
    'truncate search.mark, search.posting, search.word, search.person_of_mark, search.person, search.person_word',
  )
}

interface Index {
  marks: string[]
  postings: string[]
  /** The words of its postings, with their rows. */
  words: string[]
}

/** Returns the rows of the index for a version of the corpus, by default the newest. */
async function entries(version?: number): Promise<Index> {
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

/** Returns the rows of persons and of their words. The index has only the current version of these. */
const persons = async (): Promise<string[][]> => [
  await rows('select to_jsonb(e)::text as row from search.person_of_mark as e'),
  await rows('select to_jsonb(e)::text as row from search.person as e'),
  await rows(
    `select distinct t.word || ' ' || to_jsonb(w)::text as row
       from search.person as p
      cross join unnest(p.words) as t (word)
       left join search.person_word as w using (word)`,
  ),
]

/** Returns the physical position and transaction of every row of the index, which each write changes. */
const positions = async (): Promise<string[]> =>
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

const passHours = (hours: number) =>
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

describe('after any sequence of runs', () => {
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
      personas: fc.uniqueArray(
        fc.record({
          rol: fc.constantFrom('REPRESENTANTE' as const, 'SOLICITANTE' as const, 'TITULAR' as const),
          nombre: fc.constantFrom('Ana Pérez', 'ANA PEREZ', 'Fiordo Sur Ltda.', '***', 'null "x" \\'),
          pais: fc.constantFrom(null, 'CL'),
        }),
        { maxLength: 3, selector: ({ rol, nombre }) => `${rol} ${nombre}` },
      ),
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

  test('the index equals a rebuilt index, and still has every earlier version', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 5 }), async (sequence) => {
        await clear()
        const history = new Map<number, Index>()
        for (const marks of sequence) {
          await stagedRun(ingest, rowsOf(marks))
          history.set((await versions()).at(-1) ?? 0, await entries())
        }
        for (const [version, before] of history) expect(await entries(version)).toEqual(before)
        const kept = [await entries(), await persons()]
        await rebuildSearchIndex(owner)
        expect(kept).toEqual([await entries(), await persons()])
      }),
      { numRuns: 5 },
    )
  })

  test('the index has each mark once, and no mark without letters and digits', async () => {
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
  ['name, with the same words', { denominacion: 'de la Ñandú Ñandú' }],
  ['status', { estado: 'VENCIDA' }],
  ['kind of sign', { tipoSigno: 'MIXTA' }],
  ['filing date', { fechaPresentacion: '2025-12-31' }],
  ['classes, with one added', { clases: [...full.clases, { clase: 45, cobertura: null }] }],
  ['classes, with one removed', { clases: full.clases.slice(1) }],
])('the entry of a mark changes if only its %s changes', async (_, facts) => {
  await stagedRun(ingest, rowsOf([full, record('8')]))
  const before = await entries()
  await stagedRun(ingest, rowsOf([{ ...full, ...facts }, record('8')]))
  const kept = await entries()
  expect(kept).not.toEqual(before)
  await rebuildSearchIndex(owner)
  expect(kept).toEqual(await entries())
})

describe('a run that does not change the entry of a mark', () => {
  test.each<[string, Partial<MarkRecord>]>([
    ['has no change', {}],
    ['changes the registration number', { nroRegistro: '12' }],
    ['adds a person', { personas: [{ rol: 'TITULAR', nombre: 'Ana', pais: 'CL' }] }],
    ['changes the expiry', { fechaVencimiento: '2034-02-28' }],
    [
      'changes the coverage of classes',
      { clases: full.clases.map(({ clase }) => ({ clase, cobertura: 'Todo' })) },
    ],
    ['changes the case and accents of the name', { denominacion: 'ÑANDU, de la NANDU®' }],
  ])('and %s does not write its rows', async (_, facts) => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const before = await positions()
    expect((await stagedRun(ingest, rowsOf([{ ...full, ...facts }, record('8')]))).status).toBe('succeeded')
    expect(await positions()).toEqual(before)
  })

  test('does not write its rows if another mark changes', async () => {
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

describe('a run that fails does not change the index', () => {
  const other = rowsOf([{ ...full, denominacion: 'OTRA' }, record('9')])

  /** Returns the positions, versions and rows of the index. */
  const everything = async () => [await positions(), await versions(), await entries()]

  test('if its source is truncated', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const before = await everything()
    const meanwhile = () => Promise.reject(new SyncError('cut_off', 'The sheet is cut off.'))
    expect(await stagedRun(ingest, other, { meanwhile })).toMatchObject({ status: 'failed' })
    expect(await everything()).toEqual(before)
  })

  test('if it is stopped when it begins to apply', async () => {
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

  test('if its last statement on the index fails', async () => {
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

describe('an expired entry', () => {
  const renamed = { ...full, denominacion: 'Otra' }

  test('is kept for a day, with its version', async () => {
    await stagedRun(ingest, rowsOf([full]))
    const [version = 0] = (await versions()).slice(-1)
    const before = await entries()
    await stagedRun(ingest, rowsOf([renamed]))
    await passHours(23)
    await stagedRun(ingest, rowsOf([record('8')]))
    expect(await versions()).toContain(version)
    expect(await entries(version)).toEqual(before)
  })

  test('is deleted by the first run after that, with the versions before it', async () => {
    await stagedRun(ingest, rowsOf([full]))
    await stagedRun(ingest, rowsOf([renamed]))
    await passHours(26)
    const past = (await versions()).at(-1)
    await stagedRun(ingest, rowsOf([record('8')]))
    // A pagination that began a day ago may read the newest version of that time.
    expect(await versions()).toEqual([past, (past ?? 0) + 1])
    expect(await names('true')).toEqual(['marca 8', 'otra'])
    expect(await rows('select word as row from search.posting')).toEqual(['8', 'marca', 'otra'])
  })

  test('is kept if it expired less than a day ago, even if it began long before', async () => {
    await stagedRun(ingest, rowsOf([full]))
    const [version = 0] = (await versions()).slice(-1)
    const before = await entries()
    await passHours(240)
    await stagedRun(ingest, rowsOf([renamed]))
    await stagedRun(ingest, rowsOf([record('8')]))
    expect((await versions())[0]).toBe(version)
    expect(await entries(version)).toEqual(before)
  })
})

test('the first load of the register removes the sample from the index', async () => {
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

describe('a run that finds an index built by other rules', () => {
  const rules = (version: number) => ask(`update search.rules set version = ${version}`)

  test('rebuilds the index, also for marks that the run does not change', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    await ask('truncate search.mark, search.posting, search.word')
    await rules(0)
    await stagedRun(ingest, rowsOf([record('9')]))
    expect(await names('until is null')).toEqual(['marca 8', 'marca 9', 'nandu de la nandu'])
    expect(await ask('select version from search.rules')).toEqual([{ version: RULES_VERSION }])
  })

  test('changes nothing if newer software built it', async () => {
    await stagedRun(ingest, rowsOf([full]))
    await rules(RULES_VERSION + 1)
    const before = await positions()
    expect(await stagedRun(ingest, rowsOf([record('8')]))).toMatchObject({
      status: 'failed',
      error: { code: 'interrupted', message: expect.stringContaining('Newer software') },
    })
    await rules(RULES_VERSION)
    expect(await positions()).toEqual(before)
  })
})

describe('a run with so many changes that it rebuilds the index', () => {
  /** The smallest number of marks that rebuilds the index. Only a few have a name, and an entry in the index. */
  const many = Array.from({ length: 20_000 }, (_, at) =>
    record(String(1_000 + at), at < 200 ? {} : { denominacion: '' }),
  )

  /** Returns the identity of the table, which a rebuild changes. */
  const table = () => rows(`select 'search.mark'::regclass::oid::text as row`)

  test('has the same result as an update, and changes nothing if it fails', async () => {
    await stagedRun(ingest, rowsOf([full, record('8')]))
    const before = [await table(), await positions(), await versions(), await entries()]
    await ask('alter table sync_run add constraint refused check (inserted < 20000) not valid')
    await expect(stagedRun(ingest, rowsOf(many))).rejects.toThrow('refused')
    await ask('alter table sync_run drop constraint refused')
    expect([await table(), await positions(), await versions(), await entries()]).toEqual(before)

    expect(await stagedRun(ingest, rowsOf([...many, { ...full, denominacion: 'Otra' }]))).toMatchObject({
      inserted: 20_000,
      updated: 1,
    })
    expect(await table()).not.toEqual(before[0])
    expect(await names('nro_solicitud < 1000')).toEqual(['marca 8', 'otra'])
    expect(await ask('select count(*) as marks from search.mark')).toEqual([{ marks: 202 }])
    const [corpus] = await ask<{ version: number }>('select version from corpus_state')
    expect(await versions()).toEqual([corpus?.version])

    // The next run updates the new index.
    await stagedRun(ingest, rowsOf([record('8', { denominacion: 'Nueva' })]))
    expect(await names('nro_solicitud < 1000 and until is null')).toEqual(['nueva', 'otra'])
    const kept = await entries()
    await rebuildSearchIndex(owner)
    expect(await entries()).toEqual(kept)
    expect(await rows(`select nspname as row from pg_namespace where nspname like 'search%'`)).toEqual([
      'search',
    ])
  })
})
