import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateMarks } from '../../bench/corpus/generate-marks.ts'
import { csvSheet } from '../../bench/corpus/write-csv.ts'
import type { Database } from '../../shared/db/database.ts'
import { syncSheets } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import { nestedFormsPdf } from '../support/bulletin/hostile-pdf.ts'
import { holdLock, runBackends } from '../support/corpus-snapshot.ts'
import { processesWith } from '../support/embedded/processes.ts'
import { runScript } from '../support/run-script.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Enough marks to make the run rebuild the search index. */
const MARKS = 20_500

let database: TestDatabase
let owner: Database
let folder: string
let known: string
let sheet: string
const written = new Set<string>()
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  folder = await mkdtemp(join(tmpdir(), 'sync-'))
  known = await writeSheet('known-2026-11-01.csv', 500, 1)
  sheet = await writeSheet('next-2026-11-02.csv', MARKS, 2)
  await syncSheets(database.open('trademark_ingest'), { from: { files: [known] }, trigger: 'manual' })
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Writes a sheet of generated marks. Two sheets have no application in common: a mark that changes wholly would be held. */
async function writeSheet(name: string, marks: number, seed: number): Promise<string> {
  const path = join(folder, name)
  const others = [...generateMarks(marks, seed)].filter(({ nroSolicitud }) => !written.has(nroSolicitud))
  for (const { nroSolicitud } of others) written.add(nroSolicitud)
  await pipeline(Readable.from(csvSheet(others)), createWriteStream(path))
  return path
}

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

/** Returns a digest of everything that readers can see of the corpus. */
const corpus = (): Promise<unknown> =>
  ask(`select (select md5(string_agg(b::text, ',' order by nro_solicitud)) from brand as b) as brands,
              (select md5(string_agg(d::text, ',' order by nro_solicitud)) from brand_detail as d) as details,
              (select md5(string_agg(l::text, ',' order by nro_solicitud, clase)) from brand_listing as l) as listing,
              (select md5(string_agg(s::text, ',' order by nro_solicitud)) from source_record as s) as sources,
              (select version from corpus_state) as version`)

const startLoad = (): ChildProcess => startSync(['sheets', '--file', sheet])

const startSync = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['scripts/sync.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

/** Returns whether the command is copying rows to the staging table, according to the server. */
const isStaging = async (): Promise<boolean> => {
  const active = await ask(`select from pg_stat_activity
                             where datname = current_database() and application_name = 'trademark sync'
                               and state = 'active' and query like 'copy staged_row%'`)
  return active.length > 0
}

const newestRun = async (): Promise<unknown> =>
  (await ask('select status, error_code from reported_run order by run_id desc limit 1'))[0]

test('kill -9 of a load that begins to rebuild the search index leaves the corpus unchanged, and the run failed', async () => {
  const before = await corpus()
  // The load writes the new version of the corpus before it rebuilds the index.
  const { letGo } = await holdLock(owner, 'lock table corpus_state in share mode')
  const child = startLoad()
  const ended = once(child, 'close')
  const isHeld = async (): Promise<boolean> => (await runBackends(owner, { waiting: true })).length > 0
  await until(async () => child.exitCode !== null || (await isHeld()))
  expect(child.exitCode).toBeNull()
  await letGo()
  child.kill('SIGKILL')
  await ended
  await until(async () => (await runBackends(owner)).length === 0)
  expect(await corpus()).toEqual(before)
  const { out } = await runScript('sync.ts', ['status', '--json'], {
    env: { DATABASE_URL: database.url, DATA_DIR: folder },
  })
  expect(JSON.parse(out).runs[0]).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
})

test('Ctrl-C ends a load with one sentence and exit code 130, without changes or leftovers', async () => {
  const before = await corpus()
  const child = startLoad()
  const said = text(child.stderr as Readable)
  const ended = once(child, 'close')
  await until(() => isStaging())
  child.kill('SIGINT')
  const [code] = await ended
  expect({ code, said: await said }).toEqual({
    code: 130,
    said: 'The run was stopped by its operator; nothing of it was applied.\n',
  })
  expect(await newestRun()).toEqual({ status: 'failed', error_code: 'interrupted' })
  expect(await corpus()).toEqual(before)
  expect(await ask('select from staged_row')).toEqual([])
})

test('SIGTERM ends a run and its PDF process, while reading the PDF takes all processor time', async () => {
  const file = join(folder, 'ED_MD_2026-11-02.pdf')
  await writeFile(file, nestedFormsPdf(6))
  const child = startSync(['bulletin', '--file', file])
  const said = text(child.stderr as Readable)
  const ended = once(child, 'close')
  const readers = () => processesWith('pdf-process.ts').filter(({ command }) => command.includes(folder))
  await until(() => child.exitCode !== null || readers().length > 0)
  child.kill('SIGTERM')
  const [code] = await ended
  expect({ code, said: await said }).toEqual({
    code: 130,
    said: 'The run was stopped by its operator; nothing of it was applied.\n',
  })
  await until(() => readers().length === 0)
  expect(await newestRun()).toEqual({ status: 'failed', error_code: 'interrupted' })
})

test('after all interruptions, the same load succeeds', async () => {
  const child = startLoad()
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  const [{ marks } = { marks: 0 }] = await ask<{ marks: number }>(
    `select count(*) as marks from source_record where fecha_fuente = '2026-11-02'`,
  )
  expect(marks).toBeGreaterThan(MARKS * 0.98)
  expect(
    await ask('select from staged_row union all select from staged_record union all select from staged_mark'),
  ).toEqual([])
})
