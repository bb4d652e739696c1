import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ESTADOS, type Estado } from '../../../schemas/catalogs.ts'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { entry, record, rowsOf, stagedEdition, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { getBrand } from '../../brands/get-brand.ts'
import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { ensureSearchIndex, rebuildSearchIndex } from '../../search/index/rebuild-index.ts'
import { runSync } from '../run/run-sync.ts'
import type { RunReport } from '../run.ts'
import { type StagedRow, stageRows } from '../staging/stage-rows.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
  await ensureSearchIndex(owner)
})
afterAll(() => database.drop())
beforeEach(() => clear())

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })
const rows = async (text: string): Promise<string[]> =>
  (await ask<{ row: string }>(text)).map(({ row }) => row).sort()

async function clear(): Promise<void> {
  await emptyCorpus(owner)
  await ask('truncate search.mark, search.posting, search.word')
  await ask(`update corpus_state set kind = 'register'`)
}

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`
const said = (estado: Estado) => ({ estado, estadoOficina: ESTADOS[estado].es })
type Statuses = Record<string, Estado>

const rowsOfSheet = (edition: string, marks: Statuses, row: Partial<StagedRow> = {}): StagedRow[] =>
  rowsOf(
    Object.entries(marks).map(([nro, estado]) => record(nro, said(estado))),
    { fechaFuente: edition, ...row },
  )

const sheet = (edition: string, marks: Statuses, name = 'solicitudes', on = ingest) =>
  stagedRun(on, rowsOfSheet(edition, marks), { sheet: { name, edition } })

/** Several sheets in one run, oldest first. */
const sheets = (
  sheets: readonly { name: string; edition: string; marks: Statuses }[],
  accepts: string | undefined = 'staged',
): Promise<RunReport> =>
  runSync(
    ingest,
    { source: 'sheets', trigger: 'manual', sample: false, ...(accepts === undefined ? {} : { accepts }) },
    async (run) => {
      const all = sheets.flatMap(({ edition, marks }, place) =>
        rowsOfSheet(edition, marks, { sheet: place + 1 }),
      )
      await stageRows(
        ingest,
        run.id,
        (async function* () {
          yield all
        })(),
        run.signal,
      )
      const named = sheets.map(({ name, edition }) => ({ name, edition }))
      return { snapshot: { source: 'sheets', fingerprint: 'staged', sheets: named, files: [] } }
    },
  )

const bulletin = (edition: string, marks: Statuses, on = ingest) =>
  stagedEdition(
    on,
    edition,
    Object.entries(marks).map(([nro, estado]) => entry(nro, { estado, descripcion: ESTADOS[estado].es })),
  )

const statusOf = async (nroSolicitud: string) => (await getBrand(owner, { nroSolicitud }))?.estado
const version = async (): Promise<number> =>
  (await ask<{ version: number }>('select version from corpus_state'))[0]?.version ?? 0

const FLAG_KNOWN_ENTRIES = sqlFile(import.meta.url, 'flag-known-entries.sql', 'planned')

/** A node of a plan, as PostgreSQL explains it. */
interface Node {
  'Node Type': string
  'Actual Loops': number
  'Relation Name'?: string
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The database, with another run between what a run compares and what it applies. */
const withBefore = (between: () => Promise<unknown>): Database => {
  let happened = false
  return {
    ...ingest,
    transaction: async (work) => {
      if (!happened) {
        happened = true
        await between()
      }
      return ingest.transaction(work)
    },
  }
}

describe('of two sheets that contain a mark', () => {
  test('a late one takes no date from the newer one: the same twice changes nothing', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' }, 'b')
    await sheet(day(5), { 7: 'EN_TRAMITE' }, 'b')
    expect(await sheet(day(3), { 7: 'SOLICITADA' }, 'a')).toMatchObject({ updated: 0, outdated: 1 })
    expect(await sheet(day(3), { 7: 'SOLICITADA' }, 'a')).toMatchObject({ updated: 0, outdated: 1 })
    expect(await statusOf('7')).toBe('EN_TRAMITE')
  })

  test('a late edition with the same record does not lower the date of the newer one, which wins over a bulletin in between', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' }, 'b')
    await sheet(day(5), { 7: 'EN_TRAMITE' }, 'b')
    await sheet(day(3), { 7: 'EN_TRAMITE' }, 'a')
    await bulletin(day(4), { 7: 'PUBLICADA' })
    expect(await statusOf('7')).toBe('EN_TRAMITE')
  })

  test('each has its own quality gate: a sheet that lost marks holds the run, also where the other was read last', async () => {
    const all = Object.fromEntries(
      Array.from({ length: 50 }, (_, place) => [place + 1, 'EN_TRAMITE' as const]),
    )
    await sheet(day(2), all, 'b')
    await sheet(day(2), all, 'a')
    expect(
      await stagedRun(ingest, rowsOfSheet(day(3), { 1: 'EN_TRAMITE' }), {
        sheet: { name: 'b', edition: day(3) },
        guarded: true,
      }),
    ).toMatchObject({ status: 'held' })
  })
})

describe('of two editions of one sheet in a run', () => {
  test('the newer one is guarded by the corpus, whatever the older one has', async () => {
    const all = Object.fromEntries(
      Array.from({ length: 50 }, (_, place) => [place + 1, 'EN_TRAMITE' as const]),
    )
    await sheets([{ name: 'b', edition: day(2), marks: all }])
    const report = await sheets(
      [
        { name: 'b', edition: day(3), marks: all },
        { name: 'b', edition: day(4), marks: { 1: 'EN_TRAMITE' } },
      ],
      'nothing',
    )
    expect(report).toMatchObject({ status: 'held', error: { code: 'marks_vanished' } })
  })

  test('the newer one says nothing of a mark that only the older one has', async () => {
    await sheets([{ name: 'b', edition: day(2), marks: { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' } }])
    await sheets([
      { name: 'b', edition: day(3), marks: { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' } },
      { name: 'b', edition: day(5), marks: { 7: 'EN_TRAMITE' } },
    ])
    await bulletin(day(4), { 8: 'PUBLICADA' })
    expect(await statusOf('8')).toBe('PUBLICADA')
  })
})

describe('a run that shows nothing and commits while another one compares', () => {
  test('is seen by a sheet that brings the mark of which its entries waited', async () => {
    await sheet(day(1), { 1: 'EN_TRAMITE' })
    const report = await sheet(
      day(2),
      { 1: 'EN_TRAMITE', 7: 'SOLICITADA' },
      'solicitudes',
      withBefore(() => bulletin(day(4), { 7: 'PUBLICADA' })),
    )
    expect(report).toMatchObject({ status: 'succeeded', inserted: 1 })
    expect(await statusOf('7')).toBe('PUBLICADA')
  })

  test('is seen by an edition that is older than the sheet that it restated', async () => {
    await sheet(day(2), { 7: 'EN_TRAMITE' })
    await bulletin(
      day(4),
      { 7: 'PUBLICADA' },
      withBefore(() => sheet(day(5), { 7: 'EN_TRAMITE' })),
    )
    expect(await statusOf('7')).toBe('EN_TRAMITE')
  })
})

test('an edition that compares once more counts its entries as before', async () => {
  await sheet(day(1), { 1: 'EN_TRAMITE', 2: 'EN_TRAMITE' })
  await bulletin(day(4), { 1: 'PUBLICADA', 8: 'PUBLICADA' })
  const report = await bulletin(
    day(4),
    { 1: 'PUBLICADA', 2: 'PUBLICADA', 8: 'PUBLICADA' },
    withBefore(() => sheet(day(2), { 3: 'EN_TRAMITE' }, 'otras')),
  )
  expect(report).toMatchObject({ updated: 1, unchanged: 1, waiting: 1 })
})

test('the version stays where nothing that is shown has changed: a mark left out by the edition after its own', async () => {
  await sheet(day(2), { 7: 'EN_TRAMITE', 8: 'EN_TRAMITE' })
  const shown = await getBrand(owner, { nroSolicitud: '8' })
  const before = await version()
  await sheet(day(3), { 7: 'EN_TRAMITE' })
  expect(await getBrand(owner, { nroSolicitud: '8' })).toEqual(shown)
  expect(await version()).toBe(before)
})

// An edition of 20,000 entries that is read again took a minute, one of 50,000 six.
test('which entries are known is found by reading those of the edition a few times, not once for each', async () => {
  const entries = Array.from({ length: 2_000 }, (_, place) =>
    entry(String(place + 1), { resolucion: `2026/${place}` }),
  )
  await stagedEdition(ingest, day(4), entries)
  await ask(`insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion)
             select n, date '2025-01-01' + n % 500, 'LICENCIA', 'Licencia' from generate_series(1, 50000) as n`)
  await ask('analyze brand_annotation')
  const scans: Node[] = []
  await stagedEdition(ingest, day(4), entries, {
    meanwhile: async ({ id }) => {
      const undone = owner.transaction(async (transaction) => {
        const statement = {
          ...FLAG_KNOWN_ENTRIES,
          text: `explain (analyze, timing off, format json) ${FLAG_KNOWN_ENTRIES.text}`,
        }
        const [found] = await transaction.query<{ 'QUERY PLAN': { Plan: Node }[] }>(statement, {
          run_id: id,
          replaces: false,
        })
        scans.push(...nodesOf(found?.['QUERY PLAN'][0]?.Plan as Node))
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
    },
  })
  const ofEntries = scans.filter(
    (node) => node['Relation Name'] === 'staged_entry' && node['Node Type'] === 'Seq Scan',
  )
  expect(Math.max(...ofEntries.map((node) => node['Actual Loops']))).toBeLessThan(3)
})

describe('whatever sheets and bulletin say, in whatever order', () => {
  const estados: Estado[] = ['EN_TRAMITE', 'PUBLICADA', 'REGISTRADA']
  const run = fc.record({
    by: fc.constantFrom('a', 'bulletin'),
    on: fc.integer({ min: 1, max: 6 }),
    marks: fc.dictionary(fc.constantFrom('1', '2', '3'), fc.constantFrom(...estados), { minKeys: 1 }),
  })
  const index = async () => ({
    marks: await rows(
      `select (to_jsonb(e) - 'since' - 'until')::text as row from search.mark as e where until is null`,
    ),
    postings: await rows(
      `select (to_jsonb(e) - 'since' - 'until')::text as row from search.posting as e where until is null`,
    ),
  })
  /** The served data, apart from the dates of editions that only confirmed it. */
  const shown = () =>
    rows(`select b.nro_solicitud || ' ' || b.estado || ' ' || b.estado_oficina || coalesce((
            select string_agg(s.fuente || ' ' || s.actualizado_en, ',' order by s.fuente)
              from source_record as s where s.nro_solicitud = b.nro_solicitud), '') || coalesce((
            select string_agg(a.fecha || ' ' || a.descripcion, ',' order by a.annotation_id)
              from brand_annotation as a where a.nro_solicitud = b.nro_solicitud), '') as row from brand as b`)

  test('listing and search index match the corpus, the version changes with the served data, and a repeated run changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 7 }), async (runs) => {
        await clear()
        const carryOut = ({ by, on, marks }: (typeof runs)[number]) =>
          by === 'bulletin' ? bulletin(day(on), marks) : sheet(day(on), marks, by)
        for (const each of runs) {
          const [before, then] = [await shown(), await version()]
          await carryOut(each)
          if ((await version()) === then) {
            expect(await shown()).toEqual(before)
          }
        }
        const last = await shown()
        await carryOut(runs.at(-1) as (typeof runs)[number])
        expect(await shown()).toEqual(last)
        expect(
          await rows(`select nro_solicitud || ' ' || estado as row from brand_listing where clase = 0`),
        ).toEqual(await rows(`select nro_solicitud || ' ' || estado as row from brand`))
        const kept = await index()
        await rebuildSearchIndex(owner)
        expect(await index()).toEqual(kept)
      }),
      { numRuns: 25 },
    )
  })
})
