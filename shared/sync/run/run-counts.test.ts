import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SyncRun } from '../../../schemas/insight.ts'
import { record, rowsOf, stagedRun } from '../../../test/support/staged-run.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { until } from '../../../test/support/until.ts'
import type { Database } from '../../db/database.ts'
import { listSyncRuns } from '../../insights/sync-runs.ts'
import { syncBulletin } from '../sources/bulletin/sync-bulletin.ts'
import { SAMPLE_RATE_LIMIT } from '../sources/portal/rate-limit.ts'
import { syncPortal } from '../sources/portal/sync-portal.ts'
import { syncSheets } from '../sources/sheets/sync-sheets.ts'

let database: TestDatabase
let ingest: Database
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  database = await createTestDatabase()
  ingest = database.open('trademark_ingest')
  folder = await temporaryFolder()
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})

const newestRun = async (): Promise<SyncRun> => {
  const { items } = await listSyncRuns(database.open('trademark_serve'), { limit: 1 })
  return items[0] as SyncRun
}

/** Returns the counts of the newest run. Expects it to have succeeded, and its counts to add up to its rows. */
async function counts(): Promise<Record<string, number>> {
  const { status, error, rowsRead, inserted, updated, unchanged, outdated, waiting, repeated, rejected } =
    await newestRun()
  expect({ status, error }).toEqual({ status: 'succeeded', error: null })
  const parts = { inserted, updated, unchanged, outdated, waiting, repeated, rejected }
  expect(rowsRead).toBe(Object.values(parts).reduce((sum, count) => sum + count))
  return parts
}

async function put(name: string, text: string): Promise<{ files: [string] }> {
  const path = join(folder.path, name)
  await writeFile(path, text)
  return { files: [path] }
}

const NONE = { inserted: 0, updated: 0, unchanged: 0, outdated: 0, waiting: 0, repeated: 0, rejected: 0 }
const trigger = 'manual'

async function loadSheet(name: string, rows: readonly string[]): Promise<void> {
  const text = ['Solicitud;Marca;Estado;Tipo;Fecha Presentación;Clase', ...rows, ''].join('\n')
  await syncSheets(ingest, { from: await put(name, text), trigger })
}

const mark = (number: number | string, name = `MARCA ${number}`, filed = '02/01/2026', niceClass = 9) =>
  `${number};${name};Solicitada;Mixta;${filed};${niceClass}`

test('the counts of a run of sheets add up to its rows', async () => {
  await loadSheet('nuevas-2026-11-05.csv', [mark(1), mark(2)])
  await loadSheet('viejas-2026-11-01.csv', [mark(3)])
  const many = Array.from({ length: 60 }, (_, place) => mark(100 + place))
  await loadSheet('otras-2026-11-03.csv', [
    ...[mark(1, 'BEFORE'), mark(2), mark(3, 'AFTER'), mark(4), mark(4, 'MARCA 4', '02/01/2026', 12)],
    ...[mark('x1'), mark(5), mark(5, 'MARCA 5', '31/02/2026')],
    ...many,
  ])
  const brought = { inserted: 61, updated: 1, unchanged: 1, outdated: 1, repeated: 1, rejected: 3 }
  expect(await counts()).toEqual({ ...NONE, ...brought })
})

test('the counts of a run of the bulletin add up to its entries', async () => {
  const edition = async (entries: readonly string[]) => {
    const text = ['nroSolicitud\tseccion\tcodigo_evento\tresolucion', ...entries, ''].join('\n')
    await syncBulletin(ingest, { from: await put('ED_MD_2026-11-04.tsv', text), trigger })
  }
  const known = Array.from({ length: 10 }, (_, place) => `${100 + place}\tM2\t009\t2026/${place + 1}`)
  await edition(known)
  expect(await counts()).toEqual({ ...NONE, updated: 10 })
  await edition([
    ...known,
    ...['1\tM2\t009\t2026/70', '1\tM2\t425\t2026/71', '1\tM2\t425\t2026/71'],
    ...['900\tM2\t009\t2026/80', '900\tM2\t425\t2026/81', '901\tM2\t009\t2026/82', 'x1\tM2\t009\t2026/90'],
  ])
  const brought = { updated: 1, unchanged: 10, waiting: 2, repeated: 3, rejected: 1 }
  expect(await counts()).toEqual({ ...NONE, ...brought })
})

test('the counts of a run of the portal add up to its answers', async () => {
  const [one, two, three, four] = JSON.parse(
    readFileSync(new URL('../../../local/sample/portal.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown>[]
  const load = async (date: string, answers: readonly unknown[]) => {
    const from = await put('answers.json', JSON.stringify(answers))
    await syncPortal(ingest, { from, date, trigger, rateLimit: SAMPLE_RATE_LIMIT })
  }
  await load('2026-11-05', [one, two])
  await load('2026-11-01', [three])
  await load('2026-11-03', [
    ...[{ ...one, Denominacion: 'BEFORE' }, two, { ...three, Denominacion: 'AFTER' }, four],
    { ...four, NumeroSolicitud: '1700000', FechaPresentacion: 'x' },
  ])
  const brought = { inserted: 1, updated: 1, unchanged: 1, outdated: 1, rejected: 1 }
  expect(await counts()).toEqual({ ...NONE, ...brought })
})

test('the rows of a run are counted while it reads', async () => {
  vi.useFakeTimers({ toNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'Date'] })
  try {
    await stagedRun(ingest, rowsOf([record('7')]), {
      meanwhile: async ({ progress }) => {
        progress.count({ rows: 699, rejected: 5 })
        vi.advanceTimersByTime(10_000)
        await until(async () => (await newestRun()).rowsRead === 700)
        expect(await newestRun()).toMatchObject({ status: 'running', rowsRead: 700, rejected: 5 })
      },
    })
  } finally {
    vi.useRealTimers()
  }
})
