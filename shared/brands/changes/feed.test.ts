import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrandDetail } from '../../../schemas/brand.ts'
import type { Estado } from '../../../schemas/catalogs.ts'
import type { Change } from '../../../schemas/change.ts'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { historyRuns } from '../../../test/support/history-runs.ts'
import {
  entry,
  record,
  rowsOf,
  stagedEdition,
  stagedPortal,
  stagedRun,
} from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import { ensureSearchIndex, rebuildSearchIndex } from '../../search/index/rebuild-index.ts'
import { searchBrands } from '../search-brands.ts'
import { listChanges } from './list-changes.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
let serving: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
  serving = database.open('trademark_serve')
  await ensureSearchIndex(owner)
})
afterAll(() => database.drop())

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

const START = '2000-01-01T00:00:00Z'
const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`

type Details = Map<string, Omit<BrandDetail, 'fuentes'>>

const readDetails = async (): Promise<Details> =>
  new Map(
    (
      await ask<{ nro: string; detail: BrandDetail }>(
        'select nro_solicitud::text as nro, detail from brand_detail',
      )
    ).map(({ nro, detail }) => [nro, detail]),
  )

type Expected = Pick<Change, 'nroSolicitud' | 'tipo' | 'campos' | 'estadoAnterior' | 'estado'>

/** Returns the changes between two states of the corpus, as docs/decisions.md#changes describes them. */
function differences(before: Details, after: Details): Expected[] {
  if (before.size === 0) {
    return after.size === 0
      ? []
      : [{ nroSolicitud: null, tipo: 'carga', campos: [], estadoAnterior: null, estado: null }]
  }
  return [...after].flatMap(([nroSolicitud, detail]): Expected[] => {
    const earlier = before.get(nroSolicitud)
    const { estado } = detail as { estado: Estado }
    if (!earlier) return [{ nroSolicitud, tipo: 'alta' as const, campos: [], estadoAnterior: null, estado }]
    const campos = Object.keys(detail).filter(
      (name) => JSON.stringify(detail[name as never]) !== JSON.stringify(earlier[name as never]),
    )
    const tipo = campos.join() === 'anotaciones' ? ('anotacion' as const) : ('cambio' as const)
    return campos.length === 0 ? [] : [{ nroSolicitud, tipo, campos, estadoAnterior: earlier.estado, estado }]
  })
}

const inOrder = (changes: readonly Expected[]): Expected[] =>
  changes
    .map(({ nroSolicitud, tipo, campos, estadoAnterior, estado }) => ({
      nroSolicitud,
      tipo,
      campos: campos.toSorted(),
      estadoAnterior,
      estado,
    }))
    .sort((a, b) => Number(a.nroSolicitud) - Number(b.nroSolicitud))

type Place = { cursor: string } | { desde: string }

/** A reader that continues where it stopped. */
class Reader {
  readonly items: Change[] = []
  #place: Place

  constructor(place: Place) {
    this.#place = place
  }

  /** Reads one page. Returns whether there is more. */
  async read(limit: number): Promise<boolean> {
    const { items, nextCursor, more } = await listChanges(serving, { ...this.#place, limit })
    this.items.push(...items)
    this.#place = { cursor: nextCursor }
    return more
  }

  async readToEnd(): Promise<Change[]> {
    while (await this.read(100)) {
      // until nothing newer exists
    }
    return this.items
  }
}

async function beginFeed(): Promise<void> {
  await emptyCorpus(owner)
  await ask('truncate search.mark, search.posting, search.word, brand_change')
  await ask('delete from change_set')
  await ask("update corpus_state set kind = 'register'")
  await ask(
    `insert into change_set (first_seq, last_seq, version, applied_at, is_load)
     select 0, 0, version, timestamptz '${START}', false from corpus_state`,
  )
}

const BY = ['sheets', 'portal', 'bulletin'] as const

/** Runs a source with the given facts of each mark. If `killed`, terminates the run while it applies its changes. */
function run(
  by: (typeof BY)[number],
  on: number,
  says: ReadonlyMap<string, { name: string; estado: Estado; holder: string }>,
  killed: boolean,
): Promise<unknown> {
  const options = killed ? { onPhase: killWhileApplying } : {}
  const marks = [...says].map(([nro, { name, estado, holder }]) =>
    record(nro, {
      denominacion: name,
      estado,
      estadoOficina: estado,
      personas: [{ rol: 'TITULAR', nombre: holder, pais: null }],
    }),
  )
  if (by === 'bulletin') {
    const entries = [...says].map(([nro, { estado }]) => entry(nro, { estado, descripcion: estado }))
    return stagedEdition(ingest, day(on), entries, options)
  }
  return by === 'portal'
    ? stagedPortal(
        ingest,
        day(on),
        marks.map((mark) => ({ record: mark })),
        options,
      )
    : stagedRun(ingest, rowsOf(marks, { fechaFuente: day(on) }), {
        sheet: { name: 'solicitudes', edition: day(on) },
        ...options,
      })
}

/** Terminates the connections of the run, at any of its statements. */
function killWhileApplying(phase: string): void {
  if (phase !== 'applying') return
  ask(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and backend_xid is not null`,
  ).catch(() => {})
}

const NUMBERS = Array.from({ length: 12 }, (_, place) => String(place + 1))

const statement = fc.record({
  name: fc.constantFrom('FIORDO', 'FIORDO AZUL'),
  estado: fc.constantFrom<Estado>('EN_TRAMITE', 'PUBLICADA', 'REGISTRADA'),
  holder: fc.constantFrom('Ana', 'Zoé'),
})

const runs = fc.array(
  fc.record({
    by: fc.constantFrom(...BY),
    on: fc.integer({ min: 1, max: 9 }),
    says: fc
      .array(fc.option(statement, { freq: 3 }), { minLength: NUMBERS.length, maxLength: NUMBERS.length })
      .map((all) => new Map(all.flatMap((each, place) => (each ? [[NUMBERS[place] as string, each]] : [])))),
    killed: fc.oneof(
      { weight: 3, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    reindex: fc.oneof(
      { weight: 9, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    /** For each reader, the sizes of the pages that it reads during the run. */
    pages: fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }), {
      minLength: 3,
      maxLength: 3,
    }),
  }),
  { minLength: 5, maxLength: 12 },
)

describe('for random runs of three sources, including killed runs,', () => {
  test('every reader of the changes feed gets each change of the corpus once, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (all) => {
        await beginFeed()
        const readers = all[0]?.pages.map(() => new Reader({ desde: START })) ?? []
        const expected: Expected[][] = []
        let before = await readDetails()
        for (const { by, on, says, killed, reindex, pages } of all) {
          if (says.size === 0) continue
          const reading = readers.map(async (reader, place) => {
            for (const limit of pages[place] ?? []) await reader.read(limit)
          })
          const ended = run(by, on, says, killed)
          await (killed ? ended.catch(() => {}) : ended)
          await Promise.all(reading)
          if (reindex) await rebuildSearchIndex(owner)
          const after = await readDetails()
          expected.push(inOrder(differences(before, after)))
          before = after
        }
        const [first = [], ...others] = await Promise.all(readers.map((reader) => reader.readToEnd()))
        expect(first.map(({ seq }) => seq)).toEqual(first.map((_, place) => place + 1))
        for (const other of others) expect(other).toEqual(first)
        const byRun = [...new Set(first.map(({ run }) => run))].map((id) =>
          inOrder(first.filter(({ run }) => run === id)),
        )
        expect(byRun).toEqual(expected.filter((changes) => changes.length > 0))
      }),
      historyRuns(5),
    )
  })
})

const sheet = (on: number, estado: Estado): Promise<unknown> =>
  run('sheets', on, new Map([['1', { name: 'FIORDO', estado, holder: 'Ana' }]]), false)

/** Returns the cursor after each of the first changes. */
async function cursors(count: number): Promise<string[]> {
  const found: string[] = []
  for (let place = 1; place <= count; place++) {
    found.push((await listChanges(serving, { desde: START, limit: place })).nextCursor)
  }
  return found
}

const numbersBehind = async (place: Place): Promise<number[]> =>
  (await new Reader(place).readToEnd()).map(({ seq }) => seq)

const GONE = { code: 'gone', status: 410 }

test('changes older than the retention period are deleted, and positions before the remaining changes are refused', async () => {
  await beginFeed()
  await sheet(1, 'SOLICITADA')
  await sheet(2, 'PUBLICADA')
  await ask("update change_set set applied_at = applied_at - interval '401 days'")
  const [first = '', second = ''] = await cursors(2)
  await sheet(3, 'REGISTRADA')
  expect(await ask('select seq from brand_change')).toEqual([{ seq: 3 }])
  expect(await numbersBehind({ cursor: second })).toEqual([3])
  await expect(numbersBehind({ cursor: first })).rejects.toMatchObject(GONE)
  await expect(numbersBehind({ desde: START })).rejects.toMatchObject(GONE)
})

test('a cursor to a lost change is refused, even if its number was assigned again', async () => {
  await beginFeed()
  await sheet(1, 'SOLICITADA')
  await sheet(2, 'PUBLICADA')
  const [first = '', second = ''] = await cursors(2)
  await ask('delete from change_set where first_seq = 2')
  await ask('delete from brand_change')
  await expect(numbersBehind({ cursor: second })).rejects.toMatchObject(GONE)
  await sheet(3, 'REGISTRADA')
  await expect(numbersBehind({ cursor: second })).rejects.toMatchObject(GONE)
  expect(await numbersBehind({ cursor: first })).toEqual([2])
})

test('desde begins with the first run at or after the instant, and the cursor of an empty page leads to later changes', async () => {
  await beginFeed()
  await sheet(1, 'SOLICITADA')
  await sheet(2, 'PUBLICADA')
  await sheet(3, 'REGISTRADA')
  await ask(
    "update change_set set applied_at = timestamptz '2026-01-01Z' + first_seq * interval '1 hour' where first_seq > 0",
  )
  expect(await numbersBehind({ desde: '2026-01-01T02:00:00Z' })).toEqual([2, 3])
  expect(await numbersBehind({ desde: '2026-01-01T04:00:00+02:00' })).toEqual([2, 3])
  expect(await numbersBehind({ desde: '2026-01-01T02:00:00.001Z' })).toEqual([3])
  const empty = await listChanges(serving, { desde: '2126-01-01T00:00:00Z', limit: 10 })
  expect(empty).toMatchObject({ items: [], more: false })
  await sheet(4, 'VENCIDA')
  expect(await numbersBehind({ cursor: empty.nextCursor })).toEqual([4])
})

test('a run that changes only fechaFuente adds no change', async () => {
  await beginFeed()
  await sheet(1, 'SOLICITADA')
  await sheet(2, 'SOLICITADA')
  expect(await numbersBehind({ desde: START })).toEqual([1])
})

describe('cambiadosDesde', () => {
  const name = (nro: string, on: number, denominacion: string) =>
    run('portal', on, new Map([[nro, { name: denominacion, estado: 'EN_TRAMITE', holder: 'Ana' }]]), false)
  const found = async (query: Partial<Parameters<typeof searchBrands>[1]>) =>
    (await searchBrands(serving, { limit: 10, ...query })).items.map(({ nroSolicitud }) => nroSolicitud)
  let begin: string
  beforeAll(async () => {
    await beginFeed()
    await name('1', 1, 'FIORDO')
    ;[begin = ''] = await cursors(1)
    await name('2', 2, 'FIORDO AZUL')
    await name('3', 3, 'KAYAK')
    await name('4', 4, 'FIORDOS')
  })

  test('selects the marks that have changed since, with and without q', async () => {
    expect(await found({ q: 'fiordo' })).toEqual(['1', '2', '4'])
    expect(await found({ q: 'fiordo', cambiadosDesde: begin })).toEqual(['2', '4'])
    expect(await found({ cambiadosDesde: begin })).toEqual(['4', '3', '2'])
    expect(await found({ cambiadosDesde: begin, numeros: ['1', '3'] })).toEqual(['3'])
    const [, , , last = ''] = await cursors(4)
    expect(await found({ q: 'fiordo', cambiadosDesde: last })).toEqual([])
  })

  test('may be an instant as in desde', async () => {
    const { items } = await listChanges(serving, { desde: START, limit: 2 })
    const second = items[1]?.en ?? ''
    expect(await found({ q: 'fiordo', cambiadosDesde: second })).toEqual(['2', '4'])
    expect(await found({ cambiadosDesde: '2126-01-01T00:00:00-03:00' })).toEqual([])
    await expect(found({ cambiadosDesde: '1999-01-01T00:00:00Z' })).rejects.toMatchObject(GONE)
    await expect(found({ cambiadosDesde: '2026-02-30T00:00:00Z' })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ field: 'cambiadosDesde' }],
    })
  })

  test('selects no marks that change after the first page of a search', async () => {
    const query = { q: 'fiordo', cambiadosDesde: begin, limit: 1 }
    const first = await searchBrands(serving, query)
    await name('5', 5, 'FIORDO')
    const second = await searchBrands(serving, { ...query, limit: 10, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(({ nroSolicitud }) => nroSolicitud)).toEqual(['2', '4'])
  })

  test('finds marks by their current names, also if the feed has names normalized by other rules', async () => {
    await name('3', 6, 'VALLE NEVADO')
    expect(await found({ q: 'valle', cambiadosDesde: begin })).toEqual(['3'])
    expect(await found({ q: 'kayak', cambiadosDesde: begin })).toEqual([])
    await ask('update change_set set rules = 0')
    await ask("update brand_change set name = 'otra'")
    expect(await found({ q: 'nevado', cambiadosDesde: begin })).toEqual(['3'])
    expect(await found({ q: 'otra', cambiadosDesde: begin })).toEqual([])
  })

  test('is refused for a cursor of another listing, and for a cursor from before a new corpus', async () => {
    const { nextCursor } = await searchBrands(serving, { limit: 1 })
    await expect(found({ cambiadosDesde: nextCursor ?? '' })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ field: 'cambiadosDesde' }],
    })
    const { nextCursor: before } = await listChanges(serving, { desde: START, limit: 1 })
    await ask('update change_set set is_load = true where first_seq = 2')
    await expect(found({ cambiadosDesde: before })).rejects.toMatchObject(GONE)
    await ask('update change_set set is_load = false where first_seq = 2')
  })

  test('is refused if more than 20,000 marks have changed', async () => {
    await ask(
      `insert into brand_change select 100 + n, n, 'anotacion', '{}', null, 'REGISTRADA', null, 'MIXTA', '2020-01-01',
                                       null, null, '{}', '[]' from generate_series(1, 20001) as n`,
    )
    await ask(
      `insert into change_set select 101, 20101, 9, version, clock_timestamp(), false from corpus_state`,
    )
    const [, , third = ''] = await cursors(3)
    await expect(found({ cambiadosDesde: third })).rejects.toMatchObject({ code: 'validation_error' })
  })
})
