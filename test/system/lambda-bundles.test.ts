import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltFunction, buildFunction, buildFunctions } from '../../scripts/lambda/build-functions.ts'
import type { FirstEvent } from '../../scripts/lambda/first-event.ts'
import { createLogin } from '../../shared/db/logins.ts'
import { publicationDays } from '../../shared/platform/time/publication-calendar.ts'
import { ensureSearchIndex } from '../../shared/search/index/rebuild-index.ts'
import { loadMarks } from '../support/load-marks.ts'
import { sampleMarks } from '../support/marks.ts'
import { type Office, type OfficeFile, startOffice } from '../support/office/office.ts'
import { runProgram } from '../support/run-script.ts'
import { editionDays, smallMarks } from '../support/small-office.ts'
import { createTestDatabase, onServer, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'

/** The maximum size of the code that a function loads before its first event. */
const MOST_BYTES = 1_500_000

const FIRST_EVENT = fileURLToPath(new URL('../../scripts/lambda/first-event.ts', import.meta.url))
const EVENTS = fileURLToPath(new URL('../../local/events/', import.meta.url))

let folder: string
let built: BuiltFunction[]
let served: TestDatabase
let filled: TestDatabase
let office: Office
let key: string
let answering: { DATABASE_POOL_URL: string }

const api = `trademark_test_functions_${process.pid}`
const sync = `trademark_test_pipelines_${process.pid}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'functions-')) // outside this project, so that its packages cannot be found
  const [functions, withMarks, empty] = await Promise.all([
    buildFunctions(folder),
    createTestDatabase(),
    createTestDatabase(),
  ])
  built = functions
  served = withMarks
  filled = empty
  await loadMarks(served.open('owner'), sampleMarks())
  await ensureSearchIndex(served.open('owner'))
  key = (await makeKey(served.open('owner'))).key
  answering = { DATABASE_POOL_URL: urlOf(served, api) }
  await createLogin(served.open('owner'), { role: 'trademark_serve', user: api, password: PASSWORD })
  await createLogin(filled.open('owner'), { role: 'trademark_ingest', user: sync, password: PASSWORD })
  const [day = ''] = editionDays(1)
  office = await startOffice([sheet(), printedEdition(day)])
  office.portal.enter(smallMarks(1_600_000, 5))
})
afterAll(async () => {
  await office?.stop()
  await Promise.all([served?.drop(), filled?.drop()])
  await onServer(`drop role if exists ${api}`)
  await onServer(`drop role if exists ${sync}`)
  await rm(folder, { recursive: true, force: true })
})

const PASSWORD = 'of-the-functions'

function urlOf(database: TestDatabase, user: string): string {
  const url = new URL(database.url)
  url.username = user
  url.password = PASSWORD
  return url.href
}

const read = (path: string) => () => readFileSync(new URL(`../../${path}`, import.meta.url))

const sheet = (): OfficeFile => ({
  path: '/hojas/solicitudes-2026-11-02.csv',
  type: 'text/csv; charset=utf-8',
  body: read('local/sample/sheet.csv'),
})

/** A PDF that the bundle must read without the packages of this project. */
const printedEdition = (day: string): OfficeFile => ({
  path: `/estado-diario/ED_MD_${day}.pdf`,
  type: 'application/pdf',
  body: read('shared/sync/sources/bulletin/fixtures/pdfkit-table.pdf'),
})

interface Answer {
  statusCode: number
  body: string
  isBase64Encoded?: boolean
}

const eventFileOf = (source: string): string =>
  source === 'functions/mcp/server.ts' ? 'mcp.json' : `${basename(source, '.ts')}.json`

/** Runs a bundle with its event in a plain Node process whose environment is only `settings`. */
async function firstEvent(source: string, settings: Record<string, string>): Promise<FirstEvent> {
  const found = built.find((each) => each.source === source)
  const name = basename(source, '.ts')
  const text = await readFile(join(EVENTS, eventFileOf(source)), 'utf8')
  const event = join(folder, `${name}.json`)
  await writeFile(event, text.replace(/\$\{TRADEMARK_API_KEY\}/, key))
  const { code, out, err } = await runProgram(
    process.execPath,
    [FIRST_EVENT, join(found?.folder ?? '', found?.bundle ?? ''), event],
    { env: { HOME: folder, LOG_LEVEL: 'silent', ...settings } },
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out.slice(out.lastIndexOf('\n', out.length - 2) + 1))
}

describe('a bundle answers its event under plain Node, with nothing installed beside it:', () => {
  test.each([
    ['functions/api/search-brands.ts', 200, /"nroSolicitud"/],
    ['functions/api/get-brand.ts', 200, /"nroSolicitud":"1132851"/],
    ['functions/api/get-freshness.ts', 200, /"sources"/],
    ['functions/api/list-changes.ts', 200, /"items"/],
    ['functions/api/list-sync-runs.ts', 200, /"items"/],
    ['functions/api/not-found.ts', 404, /"not_found"/],
    ['functions/mcp/server.ts', 200, /"jsonrpc":"2\.0"/],
    ['functions/public/docs.ts', 200, /<!doctype html>/i],
    ['functions/public/health.ts', 200, /^(?!.*"disk").*"status":"ok"/],
  ])('%s', async (source, status, expected) => {
    const { result } = await firstEvent(source, answering)
    const { statusCode, body, isBase64Encoded } = result as Answer
    const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body
    expect({ statusCode, text }).toEqual({ statusCode: status, text: expect.stringMatching(expected) })
  })
})

test('the functions of the runs fill a database with the login that only writes the corpus', async () => {
  const settings = {
    DATABASE_INGEST_URL: urlOf(filled, sync),
    SHEETS_URL: office.sheetsUrl,
    BULLETIN_URL: office.bulletinUrl,
    PORTAL_URL: office.portalUrl,
    PORTAL_PAUSE_SECONDS: '0',
  }
  for (const source of ['sheets', 'bulletin', 'portal']) {
    const { result } = await firstEvent(`functions/sync/${source}.ts`, settings)
    const runs = result as { status: string; error: object | null }[]
    expect(runs.length).toBeGreaterThan(0)
    expect({ source, runs }).toEqual({
      source,
      runs: runs.map((run) => ({ ...run, status: 'succeeded', error: null })),
    })
  }
  const [row] = await filled
    .open('owner')
    .query<{ marks: number }>({ text: 'select count(*)::int as marks from brand', parameters: [] })
  expect(row?.marks).toBeGreaterThan(sampleMarks().length)
})

test('every function has an event, and loads less than 1.5 MB before its first event', async () => {
  expect(readdirSync(EVENTS)).toEqual(expect.arrayContaining(built.map(({ source }) => eventFileOf(source))))
  for (const { source, folder: own, bundle, bundleBytes } of built) {
    expect({ source, bytes: (await stat(join(own, bundle))).size }).toEqual({ source, bytes: bundleBytes })
    expect({ source, fits: bundleBytes < MOST_BYTES }).toEqual({ source, fits: true })
  }
})

test('a bundle has the same publication days of half a century as the full calendar', async () => {
  const { folder: own, bundle } = await buildFunction('shared/platform/time/publication-calendar.ts', folder)
  const asked = `const { publicationDays } = await import(${JSON.stringify(join(own, bundle))})
    process.stdout.write(JSON.stringify(publicationDays('1995-01-01', '2044-12-31')))`
  const { out } = await runProgram(process.execPath, ['--input-type=module', '-e', asked], {})
  expect(JSON.parse(out)).toEqual(publicationDays('1995-01-01', '2044-12-31'))
})
