import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { generateMarks } from '../../bench/corpus/generate-marks.ts'
import { csvSheet } from '../../bench/corpus/write-csv.ts'
import { type Database, openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../../shared/db/embedded/join.ts'
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

async function writeSheet(name: string, marks: number, seed: number): Promise<string> {
  const path = join(folder, name)
  await pipeline(Readable.from(csvSheet(generateMarks(marks, seed))), createWriteStream(path))
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

const onServer = () => ({
  PATH: process.env.PATH,
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  LOG_LEVEL: 'silent',
})

const startLoad = (environment?: NodeJS.ProcessEnv): ChildProcess =>
  startSync(['sheets', '--file', sheet], environment)

const startSync = (args: readonly string[], environment: NodeJS.ProcessEnv = onServer()): ChildProcess =>
  spawn(process.execPath, ['scripts/sync.ts', ...args], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })

/** Returns whether the command is copying rows to the staging table, according to the server. */
const isStaging = async (watching = owner): Promise<boolean> => {
  const active = await watching.query({
    parameters: [],
    text: `select from pg_stat_activity
                             where datname = current_database() and application_name = 'trademark sync'
                               and state = 'active' and query like 'copy staged_row%'`,
  })
  return active.length > 0
}

const newestRun = async (): Promise<unknown> =>
  (await ask('select status, error_code from reported_run order by run_id desc limit 1'))[0]

/** The tables that a load changes, in order. The test locks a table to stop the load there, and kills it on release. */
const TABLES = ['staged_row', 'source_record', 'brand', 'brand_listing']

describe('kill -9 in the middle of a load leaves the corpus unchanged, and the run failed:', () => {
  test.each(TABLES)('while it changes %s', async (table) => {
    const before = await corpus()
    const { letGo } = await holdLock(owner, `lock table ${table} in share mode`)
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

test('the loss of the database during a run is reported in one sentence, and the run as failed once the database is back', async () => {
  const dataDir = join(folder, 'embedded')
  await chmod(folder, 0o711) // as root, another user runs PostgreSQL in a folder below
  const environment = { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const membership = await joinEmbeddedPostgres({ dataDir, name: 'test' })
  const watching = openDatabase(membership.connection, 'owner', 'test')
  const child = startLoad(environment)
  const said = text(child.stderr as Readable)
  const ended = once(child, 'close')
  await until(() => isStaging(watching))
  const [postmaster] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(postmaster), 'SIGQUIT') // stops like a crash, without a shutdown
  const [code] = await ended
  await watching.close()
  await membership.leave()
  expect(code).toBe(1)
  expect(await said).toMatch(/^The embedded database cannot be used: [^\n]+\.\n$/)
  const { out } = await runScript('sync.ts', ['status', '--json'], { env: { DATA_DIR: dataDir } })
  // One connection may end so late that the run can still record its error.
  const errorCode = expect.stringMatching(/^(interrupted|internal_error)$/)
  expect(JSON.parse(out).runs).toMatchObject([{ status: 'failed', error: { code: errorCode } }])
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
